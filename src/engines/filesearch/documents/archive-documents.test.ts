import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import { tar } from './testing/packed.ts';
import { pdf } from './testing/pdf.ts';
import { docx, openDocument, paragraph, pptx, xlsx } from './testing/samples.ts';
import { zip } from './testing/zip.ts';
import { documentText } from './text.ts';

const letter = docx(paragraph('the cliff retreats'));
const documents = [
  { name: 'a/letter.docx', content: letter },
  { name: 'a/scan.PDF', content: pdf(['forty centimetres']) },
  { name: 'a/notes.odt', content: openDocument('<text:p>a year</text:p>') },
  { name: 'a/sums.xlsx', content: xlsx({ Tides: '<c><v>1950</v></c>' }, []) },
  { name: 'a/talk.pptx', content: pptx([['erosion']]) },
];
const texts = ['the cliff retreats', 'forty centimetres', 'a year', 'Tides', 'erosion'];

describe('documents in archives', () => {
  test.each([
    ['zip', zip(documents)],
    ['tar', tar(documents)],
    ['gzip', gzipSync(tar(documents))],
  ] as const)('are read: %s', async (format, archive) => {
    const text = await documentText(format, archive);
    for (const wanted of [...documents.map(({ name }) => name), ...texts]) expect(text).toContain(wanted);
  });

  test('that are broken, too large or bombs cost only their own text', async () => {
    const bomb = zip([{ name: 'word/document.xml', content: Buffer.alloc(LIMITS.inflatedBytes + 1, ' ') }]);
    const huge = Buffer.concat([
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(LIMITS.memberDocumentBytes),
      Buffer.from('%%EOF'),
    ]);
    const archive = zip([
      { name: 'bomb.docx', content: bomb },
      { name: 'cut.docx', content: letter.subarray(0, 200) },
      { name: 'lies.pdf', content: Buffer.from('no pdf at all') },
      { name: 'huge.pdf', content: huge },
      { name: 'seen.txt', content: 'the end' },
    ]);
    expect((await documentText('zip', archive)).split('\n')).toEqual([
      'bomb.docx',
      'cut.docx',
      'lies.pdf',
      'huge.pdf',
      'seen.txt',
      'the end',
    ]);
  });
});
