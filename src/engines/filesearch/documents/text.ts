import { heifText } from '../metadata/heif.ts';
import { mediaText } from '../metadata/media.ts';
import { type DocumentFormat, isOffice, type OfficeFormat, type OtherFormat } from '../types/document-format.ts';
import { Archive } from './archive.ts';
import { archiveText } from './archive-text.ts';
import { MemoryBytes, type Source } from './bytes.ts';
import { described } from './described.ts';
import { epubText } from './epub.ts';
import { LIMITS } from './limits.ts';
import { openDocumentText } from './open-document.ts';
import { packedText } from './packed.ts';
import { pdfText } from './pdf.ts';
import { propertiesOf } from './properties.ts';
import { isQuick, type QuickFormat, quickText } from './quick/index.ts';
import { slidesText } from './slides.ts';
import { spreadsheetText } from './spreadsheet.ts';
import { tarMembers } from './tar.ts';
import { wordText } from './word.ts';
import { zipMembers } from './zip-members.ts';

type Extractor = (bytes: Uint8Array) => Promise<string>;

const OFFICE: Readonly<Record<OfficeFormat, Extractor>> = {
  pdf: pdfText,
  docx: unpacked(wordText),
  xlsx: unpacked(spreadsheetText),
  pptx: unpacked(slidesText),
  odt: unpacked(openDocumentText),
  ods: unpacked(openDocumentText),
  odp: unpacked(openDocumentText),
  epub: unpacked(epubText),
};

const HEAVY: Readonly<Record<Exclude<OtherFormat, QuickFormat>, (file: Source) => Promise<string>>> = {
  heif: heifText,
  media: mediaText,
  zip: (file) => archiveText(zipMembers(file)),
  tar: (file) => archiveText(tarMembers(file)),
  gzip: (file) => packedText('gzip', file),
  xz: (file) => packedText('xz', file),
  zstd: (file) => packedText('zstd', file),
};

/** The plain text of a document; rejects when it is broken, too large or encrypted. Heavy libraries are loaded on first use. */
export async function documentText(format: DocumentFormat, bytes: Uint8Array): Promise<string> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return sourceText(format, { size: whole.length, read: async (at, length) => whole.subarray(at, at + length) });
}

/** The same of an open file, of which no more is read than is needed. */
export async function sourceText(format: DocumentFormat, file: Source): Promise<string> {
  if (!isOffice(format) && !isQuick(format)) return HEAVY[format](file);
  const limit = isOffice(format) ? LIMITS.documentBytes : LIMITS.markupBytes;
  if (file.size > limit) throw new Error(`The document is larger than ${limit} bytes.`);
  const bytes = await file.read(0, file.size);
  if (isOffice(format)) return OFFICE[format](bytes);
  const text = quickText(format, new MemoryBytes(bytes));
  if (text === undefined) throw new Error('The document is not what its name says.');
  return text;
}

function unpacked(textOf: (archive: Archive) => Promise<string>): Extractor {
  return async (bytes) => {
    const archive = await Archive.open(bytes);
    return described(await propertiesOf(archive), await textOf(archive));
  };
}
