import { decode, encodingOf, trimmed } from '../read/passages.ts';

/** The text that bytes are, which may be cut anywhere; none when they are no text. */
export function plainText(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  return encoding === 'binary' ? '' : decode(trimmed(bytes, encoding, true, false), encoding).text;
}
