/** A word for a POSIX shell that stands for exactly this text. No shell can hold a NUL character. */
export function shellQuote(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) && !text.startsWith('=') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
