import { mediaText } from '../metadata/media.ts';
import { type DocumentFormat, isOffice, type OfficeFormat, type OtherFormat } from '../types/document-format.ts';
import { Archive } from './archive.ts';
import { archiveText, type OfficeText } from './archive-text.ts';
import { type Bytes, MemoryBytes, type Source } from './bytes.ts';
import { described } from './described.ts';
import { epubText } from './epub.ts';
import { LIMITS } from './limits.ts';
import { openDocumentText } from './open-document.ts';
import { packedText } from './packed.ts';
import { pdfText } from './pdf.ts';
import { propertiesOf } from './properties.ts';
import { isLookedInto, isQuick, type QuickFormat, quickText } from './quick/index.ts';
import { slidesText } from './slides.ts';
import { spreadsheetText } from './spreadsheet.ts';
import { tarMembers } from './tar.ts';
import { wordText } from './word.ts';
import { zipMembers } from './zip-members.ts';

type Extractor = (bytes: Uint8Array, mostMs?: number) => Promise<string>;

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

type HeavyReader = (file: Source, documents: OfficeText) => Promise<string>;

const HEAVY: Readonly<Record<Exclude<OtherFormat, QuickFormat>, HeavyReader>> = {
  media: mediaText,
  zip: (file, documents) => archiveText(zipMembers(file), documents),
  tar: (file, documents) => archiveText(tarMembers(file), documents),
  gzip: (file, documents) => packedText('gzip', file, documents),
  xz: (file, documents) => packedText('xz', file, documents),
  zstd: (file, documents) => packedText('zstd', file, documents),
};

const officeText: OfficeText = (format, bytes, mostMs) => OFFICE[format](bytes, mostMs);
const noText: OfficeText = async () => '';

/** The plain text of a document; rejects when it is broken, too large or encrypted. Heavy libraries are loaded on first use. */
export async function documentText(format: DocumentFormat, content: Uint8Array): Promise<string> {
  const bytes = new MemoryBytes(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  return fileText(format, { size: bytes.size, bytes, read: async (at, length) => bytes.read(at, length) });
}

/** The same of an open file, of which no more is read than is needed; of an archive, if need be, without the documents in it. */
export async function fileText(
  format: DocumentFormat,
  file: Source & { readonly bytes: Bytes },
  isWithoutDocuments = false,
): Promise<string> {
  if (isOffice(format)) return OFFICE[format](await whole(file, LIMITS.documentBytes));
  if (!isQuick(format)) return HEAVY[format](file, isWithoutDocuments ? noText : officeText);
  const bytes = isLookedInto(format) ? file.bytes : new MemoryBytes(await whole(file, LIMITS.markupBytes));
  const text = quickText(format, bytes);
  if (text === undefined) throw new Error('The document is not what its name says.');
  return text;
}

function whole(file: Source, limit: number): Promise<Buffer> {
  if (file.size > limit) throw new Error(`The document is larger than ${limit} bytes.`);
  return file.read(0, file.size);
}

function unpacked(textOf: (archive: Archive) => Promise<string>): Extractor {
  return async (bytes) => {
    const archive = await Archive.open(bytes);
    return described(await propertiesOf(archive), await textOf(archive));
  };
}
