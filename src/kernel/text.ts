import { ExactNumber } from './exact.ts';

const CUT_MARK = '\n\n... (truncated)';

/** Cuts a text to at most `maxBytes` of UTF-8, never inside a character, and marks the cut. Cutting twice changes nothing. */
export function truncateUtf8(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text;
  if (text.endsWith(CUT_MARK) && Buffer.byteLength(text) - CUT_MARK.length <= maxBytes) return text;
  const bytes = Buffer.from(text);
  let end = maxBytes;
  while (end > 0 && isContinuation(bytes[end])) end--;
  return bytes.toString('utf8', 0, end) + CUT_MARK;
}

/** A short, one-line picture of a value for an error message; never the whole of a long one. */
export function preview(value: unknown, maxChars = 60): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return JSON.stringify(clip(value, maxChars));
  if (typeof value === 'object') return value instanceof ExactNumber ? clip(value.source, maxChars) : 'an object';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}

function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = maxChars - 1;
  const code = text.charCodeAt(end - 1);
  return `${text.slice(0, code >= 0xd800 && code < 0xdc00 ? end - 1 : end)}…`;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
