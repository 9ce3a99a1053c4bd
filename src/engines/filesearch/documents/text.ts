import type { DocumentFormat } from '../types/content-type.ts';
import { Archive } from './archive.ts';
import { epubText } from './epub.ts';
import { LIMITS } from './limits.ts';
import { openDocumentText } from './open-document.ts';
import { pdfText } from './pdf.ts';
import { slidesText } from './slides.ts';
import { spreadsheetText } from './spreadsheet.ts';
import { wordText } from './word.ts';

type Extractor = (bytes: Uint8Array) => Promise<string>;

const EXTRACTORS: Readonly<Record<DocumentFormat, Extractor>> = {
  pdf: pdfText,
  docx: unpacked(wordText),
  xlsx: unpacked(spreadsheetText),
  pptx: unpacked(slidesText),
  odt: unpacked(openDocumentText),
  ods: unpacked(openDocumentText),
  odp: unpacked(openDocumentText),
  epub: unpacked(epubText),
};

/** The plain text of a document; rejects when it is broken, too large or encrypted. Heavy libraries are loaded on first use. */
export async function documentText(format: DocumentFormat, bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength > LIMITS.documentBytes) {
    throw new Error(`The document is larger than ${LIMITS.documentBytes} bytes.`);
  }
  return EXTRACTORS[format](bytes);
}

function unpacked(textOf: (archive: Archive) => Promise<string>): Extractor {
  return async (bytes) => textOf(await Archive.open(bytes));
}
