/** How the lines of a file end. A text field of a browser knows `\n` only. */
export type LineEnd = 'lf' | 'crlf' | 'mixed';

/** A text as a text field holds it, and how its lines ended. */
export function forEditing(content: string): { readonly text: string; readonly lineEnd: LineEnd } {
  const text = content.replace(/\r\n?/g, '\n');
  if (text === content) return { text, lineEnd: 'lf' };
  return { text, lineEnd: text.replaceAll('\n', '\r\n') === content ? 'crlf' : 'mixed' };
}

/** An edited text as the file had it: what was `\r\n` everywhere stays so. */
export function forFile(text: string, lineEnd: LineEnd): string {
  return lineEnd === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
}
