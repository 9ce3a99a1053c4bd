import { expect, test } from 'vitest';
import { documentFormat } from '../types/content-type.ts';
import { encryptedPdf, pdf } from './testing/pdf.ts';
import { docx, epub, openDocument, paragraph, pptx, xlsx } from './testing/samples.ts';
import { zip } from './testing/zip.ts';
import { documentText } from './text.ts';

test('R35: file names tell the format, whatever their case', () => {
  const formats = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'];
  expect(formats.map((format) => documentFormat(`a.b.${format.toUpperCase()}`))).toEqual(formats);
  for (const name of ['a.txt', 'pdf', '.pdf', 'a.', 'zip', 'a.constructor', '']) {
    expect(documentFormat(name), name).toBeUndefined();
  }
});

test('R35: PDF, page by page', async () => {
  expect(await documentText('pdf', pdf(['First (page) \\ here', 'second page']))).toBe(
    'First (page) \\ here\nsecond page',
  );
});

test('the bytes stay their owner’s', async () => {
  const bytes = new Uint8Array(pdf(['twice']));
  expect(await documentText('pdf', bytes)).toBe(await documentText('pdf', bytes));
});

test('R35: docx, a line a paragraph, runs joined, notes and comments after the body', async () => {
  const body =
    paragraph('One ', 'wo', 'rd &amp; more &#233;&#x1F3BB;') +
    `<w:tbl><w:tr><w:tc>${paragraph('cell 1')}</w:tc><w:tc>${paragraph('cell 2')}</w:tc></w:tr></w:tbl>` +
    '<w:p><w:r><w:t>before</w:t><w:br/><w:t>after</w:t><w:tab/><w:t>tab</w:t></w:r></w:p>' +
    '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>' +
    `<mc:AlternateContent><mc:Choice>${paragraph('box')}</mc:Choice><mc:Fallback>${paragraph('box')}</mc:Fallback></mc:AlternateContent>`;
  const more = ['header1', 'footnotes', 'comments', 'styles'].map((name) => ({
    name: `word/${name}.xml`,
    content: `<w:x>${paragraph(name)}</w:x>`,
  }));
  expect((await documentText('docx', docx(body, more))).split('\n')).toEqual([
    'One word & more é🎻',
    'cell 1',
    'cell 2',
    'before',
    'after\ttab',
    'box',
    'comments',
    'footnotes',
    'header1',
  ]);
});

test('R35: xlsx, sheets in their order, shared and inline strings, numbers, comments', async () => {
  const first =
    '<row><c r="A1" t="s"><v>1</v></c><c t="s"><v>0</v></c><c><f>SUM(A1)</f><v>12.5</v></c></row>' +
    '<row><c t="inlineStr"><is><t>inline</t></is></c><c t="str"><v>formula text</v></c><c t="s"><v>99</v></c></row>';
  const strings = ['<t>zero</t>', '<r><t>ri</t></r><r><t>ch</t></r><rPh><t>reading</t></rPh>'];
  const comments = {
    name: 'xl/comments1.xml',
    content: '<comments><comment><text><r><t>a remark</t></r></text></comment></comments>',
  };
  const book = xlsx({ 'Q&amp;A': first, Last: '<row><c><v>7</v></c></row>' }, strings, [comments]);
  expect((await documentText('xlsx', book)).split('\n')).toEqual([
    'Q&A',
    'rich',
    'zero',
    '12.5',
    'inline',
    'formula text',
    'Last',
    '7',
    'a remark',
  ]);
});

test('R35: pptx, slides in the order of the presentation, notes after their slide', async () => {
  const slides = pptx([['first', 'note on first'], ['second'], ['third', 'note on third']]);
  expect(await documentText('pptx', slides)).toBe('first\nnote on first\nsecond\nthird\nnote on third');
});

test('R35: pptx and xlsx without relationships, by the numbers of their parts', async () => {
  const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
  const slides = zip([
    { name: 'ppt/presentation.xml', content: '<p:presentation/>' },
    { name: 'ppt/slides/slide10.xml', content: slide('tenth') },
    { name: 'ppt/slides/slide2.xml', content: slide('second') },
  ]);
  expect(await documentText('pptx', slides)).toBe('second\ntenth');
  const sheet = '<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>';
  const book = zip([
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]);
  expect((await documentText('xlsx', book)).trim()).toBe('7');
});

test.each(['odt', 'ods', 'odp'] as const)('R35: %s, a line a paragraph or cell', async (format) => {
  const body =
    '<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h>Title</text:h>' +
    '<text:p>One<text:s text:c="3"/>two<text:span> three</text:span><text:line-break/>four<text:tab/>five</text:p>' +
    '<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>';
  expect(await documentText(format, openDocument(body))).toBe('Title\nOne   two three\nfour\tfive\na\nb');
});

test('R35: epub, chapters in the order of the spine, without what readers do not see', async () => {
  const book = epub([
    '<h1>One</h1><p>a <b>bo</b>ld\n  line&nbsp;&eacute;&mdash;</p><script src="x"/><style>p {}</style><p>after</p>',
    '<p><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby></p><ul><li>x</li><li>y</li></ul>',
  ]);
  expect((await documentText('epub', book)).split('\n')).toEqual([
    'One',
    'a bold line\u00a0é—',
    'after',
    '東京',
    'x',
    'y',
  ]);
});

test('parts in UTF-16 are decoded', async () => {
  const content = Buffer.from(`\ufeff<w:document>${paragraph('Grüße')}</w:document>`, 'utf16le');
  expect(await documentText('docx', zip([{ name: 'word/document.xml', content }]))).toBe('Grüße');
});

test('an encrypted PDF is refused by name', async () => {
  await expect(documentText('pdf', encryptedPdf())).rejects.toThrow('The PDF is encrypted.');
});
