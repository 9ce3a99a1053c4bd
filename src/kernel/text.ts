/** A short, one-line picture of a value for an error message; never the whole of a long one. */
import { ExactNumber } from './json.ts';
export function preview(value: unknown, maxChars = 60): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return JSON.stringify(clip(value, maxChars));
  if (typeof value === 'object') return value instanceof ExactNumber ? clip(value.source, maxChars) : 'an object';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}

/** The first characters of a text, as a text of its own: a slice would keep the whole of it in memory. */
export function beginning(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : Buffer.from(cutAt(text, maxChars), 'utf16le').toString('utf16le');
}

function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${cutAt(text, maxChars - 1)}…`;
}

/** Never inside a surrogate pair. */
function cutAt(text: string, end: number): string {
  const code = text.charCodeAt(end - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? end - 1 : end);
}
