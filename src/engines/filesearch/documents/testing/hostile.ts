import { deflateSync } from 'node:zlib';

/** A PDF of these objects, numbered from 1; the first is its catalog. Its table of contents is wrong, which readers mend. */
function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = objects.flatMap((object, at) => [
    Buffer.from(`${at + 1} 0 obj\n`),
    Buffer.from(object),
    Buffer.from('\nendobj\n'),
  ]);
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(end)]);
}

function stream(dictionary: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`);
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** Two kilobytes in which a form draws the next one ten times, that one the next, and so on: the last would be drawn 10^12 times. */
export function formsInForms(): Buffer {
  const levels = 12;
  const forms = Array.from({ length: levels }, (_, level) => {
    const isLast = level === levels - 1;
    const resources = isLast ? '/Font << /F 4 0 R >>' : `/XObject << /X ${7 + level} 0 R >>`;
    const content = isLast ? 'BT /F 12 Tf 1 1 Td (ha) Tj ET' : '/X Do '.repeat(10);
    return stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >>`, content);
  });
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R /Resources << /XObject << /X 6 0 R >> >> >>';
  return pdfOf([CATALOG, PAGES, page, FONT, stream('', '/X Do'), ...forms]);
}

/** A page whose content was deflated twice: a few kilobytes that inflate to this many megabytes of text. */
export function deflatedTwice(megabytes: number): Buffer {
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>';
  const text = Buffer.alloc(megabytes << 20, 'BT /F 9 Tf (x) Tj ET\n');
  const content = deflateSync(deflateSync(text));
  return pdfOf([CATALOG, PAGES, page, FONT, stream('/Filter [/FlateDecode /FlateDecode]', content)]);
}

/** A HEIC of 93 bytes whose second part says that it has no length, so that a reader that goes on by it stays where it is. */
export function heicWithoutEnd(): Buffer {
  const file = Buffer.alloc(93);
  file.writeUInt32BE(28, 0);
  file.write('ftypheic\0\0\0\0mif1heicheic', 4, 'latin1');
  file.write('free', 32, 'latin1');
  return file;
}
