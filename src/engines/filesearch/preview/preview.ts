import { basename } from 'node:path';
import { displaced, inPlace } from '../../../lib/in-place.ts';
import { LIMITS } from '../documents/limits.ts';
import type { Readers } from '../documents/readers.ts';
import { RegularFile } from '../metadata/regular-file.ts';
import { decode, encodingOf, trimmed } from '../read/passages.ts';
import { type DocumentFormat, documentFormat, isOffice, looksLike } from '../types/document-format.ts';
import { isText, isZip, sniff } from '../types/sniff.ts';

/** What a person sees of a file without opening it. */
export type Preview =
  | { readonly kind: 'text'; readonly text: string; readonly truncated: boolean; readonly size: number }
  | { readonly kind: 'image'; readonly mimeType: string; readonly bytes: Buffer; readonly size: number }
  | { readonly kind: 'none'; readonly reason: string; readonly size?: number };

export interface PreviewTools {
  readonly documents: Pick<Readers, 'read'>;
  /** Waits until so many bytes may be held. */
  reserve(use: 'picture' | 'document', bytes: number): Promise<void>;
}

/** How much of a text is shown. */
export const TEXT_BYTES = 64 * 1024;
const LARGEST_PICTURE = 4 * 1024 * 1024;

/** Pictures that are nothing but pixels. An SVG is a program: it is shown as the text that it is. */
const PICTURES: Readonly<Record<string, string>> = {
  'public.png': 'image/png',
  'public.jpeg': 'image/jpeg',
  'com.compuserve.gif': 'image/gif',
  'org.webmproject.webp': 'image/webp',
  'public.avif': 'image/avif',
};

const DOCUMENTS: Readonly<Record<string, DocumentFormat>> = {
  'com.adobe.pdf': 'pdf',
  'org.openxmlformats.wordprocessingml.document': 'docx',
  'org.openxmlformats.spreadsheetml.sheet': 'xlsx',
  'org.openxmlformats.presentationml.presentation': 'pptx',
  'org.oasis-open.opendocument.text': 'odt',
  'org.oasis-open.opendocument.spreadsheet': 'ods',
  'org.oasis-open.opendocument.presentation': 'odp',
  'org.idpf.epub-container': 'epub',
};

/** The preview of what lies at an absolute path that has no links in it; rejects when it cannot be read, or a link leads there now. */
export async function previewOf(path: string, { documents, reserve }: PreviewTools): Promise<Preview> {
  const stats = await inPlace(path, async (seen) => seen);
  if (stats.isSymbolicLink()) throw displaced();
  if (stats.isDirectory()) return none('It is a directory.');
  if (!stats.isFile()) return none('It is not a regular file.');
  const seen = await RegularFile.use(path, async (file): Promise<Preview | Beginning> => {
    const bytes = await file.read(0, TEXT_BYTES);
    const type = sniff(bytes);
    const mimeType = PICTURES[type];
    if (mimeType === undefined) return { bytes, type, size: file.size };
    if (file.size > LARGEST_PICTURE) return none(`It is a picture of more than ${LARGEST_PICTURE} bytes.`, file.size);
    await reserve('picture', file.size);
    return { kind: 'image', mimeType, bytes: await file.read(0, file.size), size: file.size };
  });
  if ('kind' in seen) return seen;
  const format = formatOf(basename(path), seen);
  const shown = format && (await documentPreview(path, format, seen.size, { documents, reserve }));
  // A song without tags, or a mail that cannot be taken apart, is shown as any other file.
  const isShown = shown && (shown.kind === 'text' || isOffice(format));
  return isShown ? shown : textPreview(seen);
}

/** What is seen of a file first. */
export interface Beginning {
  readonly bytes: Buffer;
  readonly type: string;
  readonly size: number;
}

/** By its name where its bytes do not speak against it, as a search does; else by its bytes. */
export function formatOf(name: string, { bytes, type }: Beginning): DocumentFormat | undefined {
  const named = documentFormat(name);
  return named !== undefined && fits(named, bytes) ? named : DOCUMENTS[type];
}

function fits(format: DocumentFormat, bytes: Buffer): boolean {
  if (!isOffice(format)) return looksLike(format, bytes);
  return format === 'pdf' ? bytes.includes('%PDF-') : isZip(bytes);
}

async function documentPreview(
  path: string,
  format: DocumentFormat,
  size: number,
  { documents, reserve }: PreviewTools,
): Promise<Preview> {
  if (isOffice(format) && size > LIMITS.documentBytes) {
    return none(`It is a document of more than ${LIMITS.documentBytes} bytes.`, size);
  }
  await reserve('document', Math.min(size, LIMITS.documentBytes));
  const reading = await documents.read({ about: 'text', path, format });
  if (reading === 'gone') throw displaced();
  if (reading === 'overrun') return none('Reading it takes too much time or memory.', size);
  if (typeof reading === 'string' || !('text' in reading)) {
    return none('It is a document that cannot be read: it is damaged, encrypted or too large.', size);
  }
  const units = Buffer.from(reading.text);
  // Whatever is beyond would be cut off anyway.
  const beginning = Buffer.from(units.subarray(0, 2 * TEXT_BYTES).toString('utf16le'));
  const text = trimmed(beginning.subarray(0, TEXT_BYTES), 'bytes', true, false).toString();
  if (text === '') return none('It is a document without text.', size);
  return { kind: 'text', text: wellFormed(text), truncated: text.length * 2 < units.length, size };
}

function textPreview({ bytes, size }: Beginning): Preview {
  const encoding = encodingOf(bytes);
  if (!isWritten(bytes)) return none('It is neither a text, nor a document or a picture that can be shown.', size);
  const truncated = size > bytes.length;
  const { text } = decode(trimmed(bytes, encoding, true, !truncated), encoding);
  return { kind: 'text', text: wellFormed(text.replace(/^\ufeff/, '')), truncated, size };
}

/** Whether a file that begins like this is a text. */
export function isWritten(bytes: Buffer): boolean {
  const encoding = encodingOf(bytes);
  return bytes.length === 0 || encoding.startsWith('utf-16') || (encoding === 'bytes' && isText(bytes));
}

/** Halves of characters are no text: they could not be sent on as UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function none(reason: string, size?: number): Preview {
  return { kind: 'none', reason, ...(size !== undefined && { size }) };
}
