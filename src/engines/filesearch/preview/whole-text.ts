import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import { displaced, inPlace } from '../../../lib/in-place.ts';
import { LIMITS } from '../documents/limits.ts';
import { RegularFile } from '../metadata/regular-file.ts';
import { decode, encodingOf, trimmed } from '../read/passages.ts';
import { type DocumentFormat, isOffice } from '../types/document-format.ts';
import { sniff } from '../types/sniff.ts';
import { formatOf, isWritten, type PreviewTools, TEXT_BYTES, wellFormed } from './preview.ts';

/** All the text of a file, or why there is none. */
export type WholeText =
  | { readonly text: string /** The file goes on behind what can be read of it. */; readonly isCut: boolean }
  | { readonly reason: string };

const LARGEST_TEXT = 16 * 1024 * 1024;
// A text that has just changed may have changed once more in the same tick of the disk's clock.
const SETTLED_MS = 2000;

/** The document that was read last: whoever reads one does so page by page, and to read it may take seconds. */
interface LastText {
  readonly version: string;
  readonly text: string;
}

const lastTexts = new WeakMap<object, LastText>();

/** The text of what lies at an absolute path that has no links in it; rejects when it cannot be read, or a link leads there now. */
export async function wholeText(path: string, tools: PreviewTools): Promise<WholeText> {
  const stats = await inPlace(path, async (seen) => seen);
  if (stats.isSymbolicLink()) throw displaced();
  if (!stats.isFile()) return { reason: stats.isDirectory() ? 'It is a directory.' : 'It is not a regular file.' };
  const format = await RegularFile.use(path, async (file) => {
    const bytes = await file.read(0, TEXT_BYTES);
    return formatOf(basename(path), { bytes, type: sniff(bytes), size: file.size });
  });
  const read = format && (await documentText(path, format, stats, tools));
  // A song without tags, or a mail that cannot be taken apart, is as any other file.
  if (read && (isOffice(format) || ('text' in read && read.text !== ''))) return read;
  return RegularFile.use(path, (file) => plainText(file, tools));
}

async function plainText(file: RegularFile, { reserve }: PreviewTools): Promise<WholeText> {
  const beginning = await file.read(0, TEXT_BYTES);
  if (!isWritten(beginning)) return { reason: 'It is neither a text nor a document whose text is known.' };
  const isCut = file.size > LARGEST_TEXT;
  await reserve('document', Math.min(file.size, LARGEST_TEXT) * 3);
  const bytes = file.size > beginning.length ? await file.read(0, LARGEST_TEXT) : beginning;
  const encoding = encodingOf(bytes);
  const { text } = decode(trimmed(bytes, encoding, true, !isCut), encoding);
  return { text: wellFormed(text.replace(/^\ufeff/, '')), isCut };
}

async function documentText(
  path: string,
  format: DocumentFormat,
  stats: Stats,
  { documents, reserve }: PreviewTools,
): Promise<WholeText> {
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  const version = [dev, ino, size, mtimeMs, ctimeMs, path].join(' ');
  const last = lastTexts.get(documents);
  if (last?.version === version) return { text: last.text, isCut: false };
  if (size > LIMITS.documentBytes) return { reason: `It is a document of more than ${LIMITS.documentBytes} bytes.` };
  await reserve('document', size);
  const reading = await documents.read({ about: 'text', path, format });
  if (reading === 'gone') throw displaced();
  if (reading === 'overrun') return { reason: 'Reading it takes too much time or memory.' };
  if (typeof reading === 'string' || !('text' in reading)) {
    return { reason: 'It is a document that cannot be read: it is damaged, encrypted or too large.' };
  }
  const text = wellFormed(Buffer.from(reading.text).toString('utf16le'));
  if (ctimeMs < Date.now() - SETTLED_MS) lastTexts.set(documents, { version, text });
  return { text, isCut: false };
}

/** A page of a text from a place on, as [start, end) in UTF-16 units: whole characters, and whole lines where that is not too short. */
export function pageFrom(text: string, offset: number, mostBytes: number): readonly [start: number, end: number] {
  const start = isInPair(text, offset) ? offset - 1 : offset;
  let end = start;
  let bytes = 0;
  for (const character of text.slice(start, start + mostBytes)) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    end += character.length;
  }
  if (end >= text.length) return [start, text.length];
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return [start, line > start + (end - start) / 2 ? line : end];
}

function isInPair(text: string, at: number): boolean {
  const [before, unit] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before < 0xdc00 && unit >= 0xdc00 && unit < 0xe000;
}
