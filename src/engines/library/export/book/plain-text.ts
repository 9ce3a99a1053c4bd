const LONGEST_TITLE = 300;

/** A title as one line: no line ends, nothing that steers a terminal, nothing that no document may hold. */
export function oneLine(text: string): string {
  const line = withoutForbidden(text)
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return [...line].slice(0, LONGEST_TITLE).join('');
}

/** A text without the characters that XML forbids, and half ones. */
export function withoutForbidden(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** A text for markup: between tags, or in an attribute with double quotes. */
export function escaped(text: string): string {
  return withoutForbidden(text).replaceAll(/[&<>"]/g, (found) => ENTITIES[found] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** `02-Everyday-Tools` → `Everyday Tools`. */
export function nameInWords(name: string): string {
  const words = name
    .replace(/\.md$/, '')
    .replace(/^\d+[-_. ]+(?=.)/, '')
    .replaceAll(/[-_]+/g, ' ');
  const line = oneLine(words);
  return line.charAt(0).toUpperCase() + line.slice(1);
}
