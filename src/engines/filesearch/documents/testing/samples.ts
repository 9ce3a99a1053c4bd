import { type Member, zip } from './zip.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const member = (name: string, content: string): Member => ({ name, content: HEAD + content });

const relations = (
  part: string,
  targets: Readonly<Record<string, readonly [type: string, target: string]>>,
): Member => {
  const [, folder = '', base = ''] = /^(.*?)([^/]*)$/.exec(part) ?? [];
  const lines = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"/>`,
  );
  return member(`${folder}_rels/${base}.rels`, `<Relationships>${lines.join('')}</Relationships>`);
};

export function docx(body: string, more: readonly Member[] = []): Buffer {
  return zip([
    relations('', { rId1: ['officeDocument', 'word/document.xml'] }),
    member('word/document.xml', `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
    ...more,
  ]);
}

export const paragraph = (...runs: readonly string[]): string =>
  `<w:p><w:pPr><w:jc w:val="left"/></w:pPr>${runs.map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`;

export function xlsx(
  sheets: Readonly<Record<string, string>>,
  strings: readonly string[],
  more: readonly Member[] = [],
): Buffer {
  const names = Object.keys(sheets);
  return zip([
    relations('', { rId1: ['officeDocument', '/xl/workbook.xml'] }),
    member(
      'xl/workbook.xml',
      `<workbook><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index}"/>`).join('')}</sheets></workbook>`,
    ),
    relations(
      'xl/workbook.xml',
      Object.fromEntries(
        names.map((_, index) => [`rId${index}`, ['worksheet', `worksheets/sheet${9 - index}.xml`] as const]),
      ),
    ),
    ...Object.values(sheets).map((rows, index) =>
      member(`xl/worksheets/sheet${9 - index}.xml`, `<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    ),
    member('xl/sharedStrings.xml', `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`),
    ...more,
  ]);
}

export function pptx(slides: readonly (readonly [text: string, notes?: string])[]): Buffer {
  const shape = (text: string) =>
    `<p:sld><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p><a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld></a:p></p:txBody></p:sld>`;
  const file = (index: number) => slides.length - index;
  return zip([
    member(
      'ppt/presentation.xml',
      `<p:presentation><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ),
    relations(
      'ppt/presentation.xml',
      Object.fromEntries(
        slides.map((_, index) => [`rId${index}`, ['slide', `slides/slide${file(index)}.xml`] as const]),
      ),
    ),
    ...slides.flatMap(([text, notes], index) => [
      member(`ppt/slides/slide${file(index)}.xml`, shape(text)),
      ...(notes === undefined
        ? []
        : [
            relations(`ppt/slides/slide${file(index)}.xml`, {
              rId1: ['notesSlide', `../notesSlides/notes${index}.xml`],
            }),
            member(`ppt/notesSlides/notes${index}.xml`, shape(notes)),
          ]),
    ]),
  ]);
}

export function openDocument(body: string, more: readonly Member[] = []): Buffer {
  return zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', stored: true },
    member(
      'content.xml',
      `<office:document-content>\n  <office:body>${body}</office:body>\n</office:document-content>`,
    ),
    ...more,
  ]);
}

export function epub(chapters: readonly string[], more: readonly Member[] = [], metadata = ''): Buffer {
  const file = (index: number) => `chapter ${chapters.length - index}.xhtml`;
  return zip([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    member(
      'META-INF/container.xml',
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    ),
    member(
      'OEBPS/book.opf',
      `<package><metadata>${metadata}</metadata><manifest>${chapters.map((_, index) => `<item id="c${index}" href="text/${encodeURIComponent(file(index))}"/>`).join('')}</manifest>` +
        `<spine>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    ),
    ...chapters.map((body, index) =>
      member(
        `OEBPS/text/${file(index)}`,
        `<!DOCTYPE html><html><head><title>unseen</title></head><body>${body}</body></html>`,
      ),
    ),
    ...more,
  ]);
}
