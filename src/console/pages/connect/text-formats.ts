export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A string of TOML; its escapes are those of JSON, and one more. */
export function toml(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F');
}

/**
 * A word of a command. Double quotes mean the same to the shells of all systems, also around the backslashes of a path; where
 * they would not keep the text as it is, the quotes of POSIX shells do.
 */
export function shellWord(text: string): string {
  if (/^[\w./:@%+,=-]+$/.test(text)) return text;
  return /["$`!]|\\$/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}

/** Base64 of a value's JSON, fit for an address. */
export function base64Json(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return encodeURIComponent(btoa(String.fromCharCode(...bytes)));
}
