import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdf } from '../../engines/filesearch/documents/testing/pdf.ts';
import { docx, paragraph } from '../../engines/filesearch/documents/testing/samples.ts';
import { pageFrom } from '../../engines/filesearch/preview/whole-text.ts';
import { fill, temporaryFolder } from '../../engines/filesearch/testing/folders.ts';
import { ask } from './tools/testing/call.ts';

const LINES = Array.from({ length: 500 }, (_, n) => `Line ${n} says: grüße, 你好, 😀.`).join('\n');
const S = temporaryFolder({
  'note.md': '# Title\n\nText.',
  'long.txt': LINES,
  'one-line.txt': '😀'.repeat(5000),
  'marked.txt': Buffer.from('\ufeffwide', 'utf16le'),
  'report.pdf': pdf(['Revenue has grown', 'page two']),
  'letter.docx': docx(paragraph('Dear Ann') + paragraph('x'.repeat(9000))),
  'broken.pdf': '%PDF-1.4\nnothing of a document',
  'photo.png': Buffer.from('89504e470d0a1a0a0000', 'hex'),
  'empty.txt': '',
  'sub/.ssh/id': 'secret',
  '.hidden.txt': 'secret',
});
const outside = temporaryFolder({ 'secret.txt': 'secret' });
symlinkSync(join(outside, 'secret.txt'), join(S, 'escape'));

const read = (name: string, more: object = {}) =>
  ask('get_metadata', { path: join(S, name), text: true, ...more }, { allow: [S] });

async function wholeText(name: string): Promise<{ text: string; pages: number }> {
  let text = '';
  let offset: number | undefined = 0;
  let pages = 0;
  for (; offset !== undefined; pages++) {
    const page = await read(name, { offset });
    if (page.isError) throw new Error(page.text);
    expect(page.structure).toMatchObject({ text: page.text, offset, truncated: false });
    expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(4000);
    text += page.text;
    offset = page.structure?.next_offset as number | undefined;
    expect(page.remark).toEqual(offset === undefined ? undefined : expect.stringContaining(`"offset": ${offset}.`));
  }
  return { text, pages };
}

describe('get_metadata with text', () => {
  it.each([
    ['note.md', '# Title\n\nText.'],
    ['marked.txt', 'wide'],
    ['empty.txt', ''],
  ])('%s is told whole', async (name, text) => {
    const told = await read(name);
    expect(told.text).toBe(text);
    expect(told.structure).toEqual({ text, offset: 0, total: text.length, truncated: false });
  });

  it('an empty text is told as such', async () => {
    expect((await read('empty.txt')).remark).toContain('There is no text in it.');
    expect((await read('note.md')).remark).toBeUndefined();
  });

  it('PDF and Office documents are told as their text', async () => {
    expect((await read('report.pdf')).text).toMatch(/Revenue has grown\s+page two/);
    const letter = await wholeText('letter.docx');
    expect(letter).toEqual({ text: `Dear Ann\n${'x'.repeat(9000)}`, pages: 3 });
  });

  it('a document that has changed is read anew', async () => {
    fill(S, { 'changing.pdf': pdf(['before']) });
    expect((await read('changing.pdf')).text).toContain('before');
    fill(S, { 'changing.pdf': pdf(['behind']) });
    expect((await read('changing.pdf')).text).toContain('behind');
  });

  it('a long text comes in pages of whole lines, and of whole characters', async () => {
    expect(await wholeText('long.txt')).toEqual({ text: LINES, pages: Math.ceil(Buffer.byteLength(LINES) / 3990) });
    expect((await read('long.txt')).text.endsWith('\n')).toBe(true);
    expect((await wholeText('one-line.txt')).text).toBe('😀'.repeat(5000));
    expect((await read('one-line.txt', { offset: 1 })).structure).toMatchObject({ offset: 0 });
  });

  it('of a very large text the first 16 MiB are told', async () => {
    const file = join(S, 'huge.log');
    writeFileSync(file, 'x'.repeat(10_000));
    truncateSync(file, (16 << 20) + 5);
    const { structure } = await read('huge.log', { offset: (16 << 20) - 3 });
    expect(structure).toMatchObject({ text: '\0\0\0', total: 16 << 20, truncated: true });
  });

  it('without text nothing is different', async () => {
    const told = await Promise.all(
      [{}, { text: false }, { text: null, offset: 5 }].map((more) =>
        ask('get_metadata', { path: join(S, 'note.md'), ...more }, { allow: [S] }),
      ),
    );
    expect(told[0]?.structure).toMatchObject({ kMDItemFSName: 'note.md' });
    expect(told.map(({ text, remark }) => [text, remark])).toEqual(Array(3).fill([told[0]?.text, undefined]));
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'File not found: '],
    ['photo.png', {}, 'has no text that can be read. It is neither a text nor a document'],
    ['broken.pdf', {}, 'has no text that can be read. It is a document that cannot be read'],
    ['sub', {}, 'has no text that can be read. It is a directory.'],
    ['.hidden.txt', {}, 'Path is hidden'],
    ['sub/.ssh/id', {}, 'Path is hidden'],
    ['escape', {}, 'Path outside scope'],
    ['note.md', { offset: 99 }, 'offset must be at most 14, where the text ends: 99'],
    ['note.md', { offset: -1 }, 'offset must be a whole number'],
    ['note.md', { offset: 'x' }, 'offset must be a whole number'],
    ['note.md', { text: 'yes' }, 'text must be true or false'],
  ])('%s with %j is refused', async (name, more, message) => {
    const { isError, text } = await read(name, more);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
    expect(text).not.toContain('secret');
  });
});

it('pages of any text, one behind the other, are that text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '你', '😀', '\n', '\r\n', 'word '), { maxLength: 200 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 50 }), (whole, most) => {
      let shown = '';
      while (shown.length < whole.length) {
        const [start, end] = pageFrom(whole, shown.length, most);
        expect(start).toBe(shown.length);
        expect(end).toBeGreaterThan(start);
        shown += whole.slice(start, end);
      }
      expect(shown).toBe(whole);
    }),
  );
});
