import { closeSync } from 'node:fs';
import { FileBytes } from '../documents/bytes.ts';
import { LIMITS } from '../documents/limits.ts';
import { isLookedInto, isQuick, quickText } from '../documents/quick/index.ts';
import { LOOKED_AT, looksLike, type OtherFormat } from '../types/document-format.ts';
import { openSafely, type Passage, WINDOW } from './passages.ts';

/**
 * The text of a file whose reader is quick, read here and now: to ask another thread for each of ten thousand photos or mails takes
 * longer than to look at them. Undefined when the file is not what its name says, and 'elsewhere' when it needs a thread of its own.
 */
export function readQuickly(
  path: string,
  format: OtherFormat,
  file = openSafely(path),
): Passage | 'unreadable' | 'gone' | 'elsewhere' | undefined {
  if (typeof file === 'string') return file;
  try {
    const bytes = FileBytes.startingAt(file);
    const { size } = bytes;
    if (!looksLike(format, bytes.read(0, LOOKED_AT))) return undefined;
    if (!isQuick(format)) return 'elsewhere';
    if (!isLookedInto(format) && size >= WINDOW) return size > LIMITS.markupBytes ? undefined : 'elsewhere';
    const text = quickText(format, bytes);
    return text === undefined ? undefined : { text, ascii: false };
  } catch {
    return 'unreadable';
  } finally {
    closeSync(file);
  }
}
