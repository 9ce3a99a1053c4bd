import { type Description, described } from './described.ts';
import { LIMITS } from './limits.ts';
import { TextSink } from './text-sink.ts';

/** The text of a PDF, page by page, behind what it says about itself. */
export function pdfText(bytes: Uint8Array, mostMs: number = LIMITS.pdfMs): Promise<string> {
  return withPdf(bytes, async (pdf) => {
    if (pdf.numPages > LIMITS.pages) throw new Error(`The PDF has more than ${LIMITS.pages} pages.`);
    const started = performance.now();
    const sink = new TextSink();
    for (let number = 1; number <= pdf.numPages; number++) {
      if (performance.now() - started > mostMs) throw new Error('Reading the text of the PDF takes too long.');
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) {
        if ('str' in item) sink.add(item.str);
        if ('hasEOL' in item && item.hasEOL) sink.endLine();
      }
      page.cleanup();
      sink.endLine();
    }
    return described(await descriptionOf(pdf), sink.text());
  });
}

/** What a PDF says about itself. */
export function pdfProperties(bytes: Uint8Array): Promise<{ pages: number; info: Record<string, unknown> }> {
  return withPdf(bytes, async (pdf) => {
    const { info } = await pdf.getMetadata();
    return { pages: pdf.numPages, info: info as Record<string, unknown> };
  });
}

async function descriptionOf(pdf: Pdf): Promise<Description> {
  try {
    const info = (await pdf.getMetadata()).info as Record<string, unknown>;
    return { title: info.Title, notes: [info.Author, info.Subject, info.Keywords] };
  } catch {
    return {};
  }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>;

async function withPdf<Result>(bytes: Uint8Array, use: (pdf: Pdf) => Promise<Result>): Promise<Result> {
  if (!isWhole(bytes)) throw new Error('The PDF is broken or cut short: it does not end as a PDF does.');
  const { getDocumentProxy } = await import('unpdf');
  let pdf: Pdf;
  try {
    // A copy, because the library takes the bytes away from their owner. Silent, because its warnings are of no use here.
    pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, disableFontFace: true });
  } catch (error) {
    throw refusal(error);
  }
  try {
    return await use(pdf);
  } finally {
    await pdf.destroy();
  }
}

const TAIL = 4096;

function isWhole(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-TAIL);
  return tail.includes('startxref') || tail.includes('%%EOF');
}

function refusal(error: unknown): Error {
  const encrypted = error instanceof Error && error.name === 'PasswordException';
  return new Error(encrypted ? 'The PDF is encrypted.' : 'The PDF is broken.', { cause: error });
}
