import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OfficeFormat } from '../types/document-format.ts';
import { LIMITS } from './limits.ts';
import { pdf } from './testing/pdf.ts';
import { docx, epub, openDocument, paragraph, pptx, xlsx } from './testing/samples.ts';
import { zip } from './testing/zip.ts';
import { documentText } from './text.ts';

const samples: Readonly<Record<OfficeFormat, Buffer>> = {
  pdf: pdf(['some text', 'some more']),
  docx: docx(paragraph('some text')),
  xlsx: xlsx({ One: '<c><v>1</v></c>' }, []),
  pptx: pptx([['some text']]),
  odt: openDocument('<text:p>some text</text:p>'),
  ods: openDocument('<text:p>some text</text:p>'),
  odp: openDocument('<text:p>some text</text:p>'),
  epub: epub(['<p>some text</p>']),
};
const all = Object.entries(samples) as [OfficeFormat, Buffer][];

test.each(all)('a %s cut short anywhere is refused', async (format, bytes) => {
  for (const share of [0, 0.1, 0.5, 0.9]) {
    await expect(documentText(format, bytes.subarray(0, bytes.length * share))).rejects.toThrow(Error);
  }
});

// Broken PDFs are read in a thread, as in the program: broken-pdf.test.ts.
const archives = all.filter(([format]) => format !== 'pdf');

test.each(archives)('a %s with broken bytes is refused or read, and nothing else happens', async (format, bytes) => {
  const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(damage, async (changes) => {
      const broken = Buffer.from(bytes);
      for (const [place, byte] of changes) broken[place] = byte;
      const outcome = await documentText(format, broken).catch((error: unknown) => error);
      expect(typeof outcome === 'string' || outcome instanceof Error).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test.each(all)('bytes that are no %s are refused', async (format) => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('plain text'), Buffer.alloc(100_000), zip([])]) {
    await expect(documentText(format, bytes)).rejects.toThrow(Error);
  }
});

test('a document larger than the limit is refused before it is looked at', async () => {
  await expect(documentText('pdf', new Uint8Array(LIMITS.documentBytes + 1))).rejects.toThrow('larger than');
});

test('a zip bomb is refused, also when it lies about its size', async () => {
  const bomb = Buffer.alloc(LIMITS.inflatedBytes + 1, ' ');
  const honest = zip([{ name: 'word/document.xml', content: bomb }]);
  const lying = zip([{ name: 'word/document.xml', content: bomb, claims: 100 }]);
  expect(honest.length).toBeLessThan(100_000);
  await expect(documentText('docx', honest)).rejects.toThrow('inflates to too much');
  await expect(documentText('docx', lying)).rejects.toThrow('inflates to too much');
});

test('many members that are each within bounds are refused together', async () => {
  const half = Buffer.alloc(LIMITS.inflatedBytes / 2 + 1, 'abcdefgh');
  const members = ['word/document.xml', 'word/footnotes.xml'].map((name) => ({ name, content: half, stored: true }));
  const archive = zip(members);
  await expect(documentText('docx', archive.subarray(0))).rejects.toThrow(/larger than|too much/);
  const packed = zip(members.map((member) => ({ ...member, content: mixed(half.length), stored: false })));
  await expect(documentText('docx', packed)).rejects.toThrow('inflates to too much');
});

/** Content that deflates to about a hundredth. */
function mixed(length: number): Buffer {
  const content = Buffer.alloc(length, 'x');
  for (let at = 0; at < length; at += 500) content.writeUInt32LE((at * 2_654_435_761) >>> 0, Math.min(at, length - 4));
  return content;
}

test('an archive with an absurd number of members is refused', async () => {
  const members = Array.from({ length: LIMITS.members + 1 }, (_, index) => ({
    name: `m${index}`,
    content: '',
    stored: true,
  }));
  await expect(documentText('docx', zip(members))).rejects.toThrow('members');
  const claiming = zip([{ name: 'word/document.xml', content: '<w:t>x</w:t>' }], 60_000);
  await expect(documentText('docx', claiming)).rejects.toThrow(Error);
});

test('an encrypted member, an encrypted OpenDocument, a protected book and an old or encrypted Office file are refused', async () => {
  const member = zip([{ name: 'word/document.xml', content: 'x', encrypted: true }]);
  await expect(documentText('docx', member)).rejects.toThrow('encrypted');
  const manifest = { name: 'META-INF/manifest.xml', content: '<manifest:encryption-data manifest:checksum=""/>' };
  await expect(documentText('odt', openDocument('<text:p>x</text:p>', [manifest]))).rejects.toThrow('encrypted');
  const rights = (uri: string) => ({ name: 'META-INF/encryption.xml', content: `<enc:CipherReference URI="${uri}"/>` });
  await expect(documentText('epub', epub(['x'], [rights('OEBPS/text/chapter%201.xhtml')]))).rejects.toThrow(
    'encrypted',
  );
  expect(await documentText('epub', epub(['<p>x</p>'], [rights('OEBPS/font.otf')]))).toBe('x');
  const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(1000)]);
  await expect(documentText('docx', old)).rejects.toThrow('encrypted');
});

test('a million nested elements are read', async () => {
  const deep = `${'<w:p><w:r>'.repeat(500_000)}<w:t>bottom</w:t>${'</w:r></w:p>'.repeat(500_000)}`;
  const archive = zip([{ name: 'word/document.xml', content: deep, stored: true }]);
  expect(await documentText('docx', archive)).toBe('bottom');
});

test('entities that the document defines are not expanded, nor files fetched', async () => {
  const levels = Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('');
  const doctype = `<!DOCTYPE x [<!ENTITY e0 "boom > ]">${levels}<!ENTITY file SYSTEM "file:///etc/hostname">]>`;
  const content = `${doctype}<w:p><w:t>&e30;&file;&lt;&#0;&#xD800;&#1114112;&constructor;</w:t></w:p>`;
  expect(await documentText('docx', zip([{ name: 'word/document.xml', content }]))).toBe(
    '&e30;&file;<&#0;&#xD800;&#1114112;&constructor;',
  );
});

test('one long string that a million cells name is refused', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(100_000);
  const book = xlsx({ One: cells }, [`<t>${'long '.repeat(1000)}</t>`]);
  await expect(documentText('xlsx', book)).rejects.toThrow('characters');
});

test('tags that never end, and quotes that never close, cost no more than a look', async () => {
  for (const filling of ['<a ', '<a b="', '<!--', '<![CDATA[', '<?', '<!D [', "<a b='>", '=', '<', '&', '</', ' a']) {
    const content = `<w:p><w:t>seen</w:t></w:p>${filling.repeat(1_000_000)}`;
    const archive = zip([{ name: 'word/document.xml', content, stored: true }]);
    expect(await documentText('docx', archive), filling).toContain('seen');
    const cell = `<row><c t="s" ${filling.repeat(400_000)}><v>1</v></c></row>`;
    expect(await documentText('xlsx', xlsx({ One: cell }, [])), filling).toContain('One');
  }
});

test('a PDF whose pages go round in circles ends', async () => {
  const bytes = pdf(['x']).toString('latin1').replace('/Kids [4 0 R]', '/Kids [2 0 R]');
  const outcome = await documentText('pdf', Buffer.from(bytes, 'latin1')).catch((error: unknown) => error);
  expect(typeof outcome === 'string' || outcome instanceof Error).toBe(true);
});

test('a PDF with more pages than the limit is refused, one that lies about their number is read', async () => {
  const many = pdf(Array.from({ length: LIMITS.pages + 1 }, () => 'x'));
  await expect(documentText('pdf', many)).rejects.toThrow('pages');
  const lying = pdf(['x']).toString('latin1').replace('/Count 1 ', '/Count 9 ');
  expect(await documentText('pdf', Buffer.from(lying, 'latin1'))).toBe('x');
});
