import { spawnSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { encryptedPdf, pdf } from '../documents/testing/pdf.ts';
import { docx, epub, openDocument, paragraph } from '../documents/testing/samples.ts';
import { mp3 } from '../documents/testing/tagged.ts';
import { zip } from '../documents/testing/zip.ts';
import { heic, jpeg, mp4, png, webp } from '../metadata/testing/samples.ts';
import { Bench } from '../testing/engine.ts';
import { type Preview, previewOf, TEXT_BYTES } from './preview.ts';

const bench = new Bench();
const readers = bench.readers();
afterAll(async () => {
  await readers.close();
  await bench.end();
}, 60_000);

/** The preview of a file with that name and content, and the bytes that were reserved for it. */
async function shown(name: string, content: string | Uint8Array): Promise<[Preview, ...number[]]> {
  return previewed(join(bench.folder({ [name]: content }), name));
}

async function previewed(path: string): Promise<[Preview, ...number[]]> {
  const reserved: number[] = [];
  const reserve = async (_: string, bytes: number) => void reserved.push(bytes);
  return [await previewOf(path, { documents: readers, reserve }), ...reserved];
}

const textOf = async (name: string, content: string | Uint8Array) => {
  const [preview] = await shown(name, content);
  return preview.kind === 'text' ? preview.text : preview;
};

const GIF = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe('the preview of a text', () => {
  it.each([
    ['note.md', '# Title\n\nÜmlaut 🎻\n'],
    ['README', 'no extension'],
    ['page.html', '<!doctype html><p>hello</p>'],
    ['empty.txt', ''],
    ['drawing.svg', SVG],
    ['picture.png', 'it is no picture at all'],
    ['letter.pdf', 'it is no document at all'],
    ['letter.docx', 'nor is this'],
  ])('of %s is what it says', async (name, text) => {
    const size = Buffer.byteLength(text);
    expect(await shown(name, text)).toEqual([{ kind: 'text', text, truncated: false, size }]);
  });

  it.each([
    ['letter.eml', 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\nFrom: me\n\nhello', 'Grüße\nme\nhello'],
    ['letter.rtf', String.raw`{\rtf1{\fonttbl{\f0 X;}}hello}`, 'hello'],
    ['date.ics', 'BEGIN:VCALENDAR\r\nSUMMARY:Lun\r\n ch\r\n', 'Lunch\nBEGIN:VCALENDAR\nSUMMARY:Lunch'],
    ['box.zip', zip([{ name: 'a.txt', content: 'hello' }]), 'a.txt\nhello'],
    ['old.log.gz', gzipSync('hello'), 'hello'],
    ['song.mp3', mp3({ TPE1: 'Somebody', TIT2: 'Hello' }), 'Hello\nSomebody'],
  ])('of %s is what people read in it', async (name, content, text) => {
    expect(await textOf(name, content)).toBe(text);
  });

  it('ends after 64 kB, in the middle of no character', async () => {
    const [long] = await shown('long.txt', 'x'.repeat(TEXT_BYTES + 1));
    expect(long).toEqual({ kind: 'text', text: 'x'.repeat(TEXT_BYTES), truncated: true, size: TEXT_BYTES + 1 });
    const [wide] = await shown('wide.txt', '🎻'.repeat(TEXT_BYTES));
    expect(wide).toMatchObject({ text: '🎻'.repeat(TEXT_BYTES / 4), truncated: true });
    const [odd] = await shown('odd.txt', `x${'🎻'.repeat(TEXT_BYTES)}`);
    expect(odd).toMatchObject({ text: `x${'🎻'.repeat(TEXT_BYTES / 4 - 1)}`, truncated: true });
    const [exact] = await shown('exact.txt', 'x'.repeat(TEXT_BYTES));
    expect(exact).toMatchObject({ truncated: false });
  });

  it('is decoded: UTF-8 and UTF-16 with a mark, and bytes of Latin-1', async () => {
    expect(await textOf('bom.txt', '\ufeffhello')).toBe('hello');
    expect(await textOf('utf16.txt', Buffer.from('\ufeffhéllo 🎻', 'utf16le'))).toBe('héllo 🎻');
    expect(await textOf('utf16be.txt', Buffer.from('\ufeffhéllo', 'utf16le').swap16())).toBe('héllo');
    expect(await textOf('latin.txt', Buffer.from('h\xe9llo', 'latin1'))).toBe('héllo');
    expect(await textOf('half.txt', Buffer.from('\ufeffhalf \ud83d', 'utf16le'))).toBe('half \ufffd');
  });

  it('of a very large file reads no more than that', async () => {
    const path = join(bench.folder({ 'log.txt': 'x'.repeat(TEXT_BYTES) }), 'log.txt');
    truncateSync(path, 2 ** 40);
    expect((await previewed(path))[0]).toMatchObject({ kind: 'text', truncated: true, size: 2 ** 40 });
  });
});

describe('the preview of a document', () => {
  it.each<[string, Buffer]>([
    ['a.pdf', pdf(['hello there'])],
    ['no-extension', pdf(['hello there'])],
    ['a.docx', docx(paragraph('hello there'))],
    ['a.odt', openDocument('<text:p>hello there</text:p>')],
    ['wrong.txt', openDocument('<text:p>hello there</text:p>')],
    ['a.epub', epub(['<p>hello there</p>'])],
  ])('%s is its text, and its bytes are reserved', async (name, content) => {
    const [preview, ...reserved] = await shown(name, content);
    expect(preview).toMatchObject({ kind: 'text', truncated: false, size: content.length });
    expect(preview.kind === 'text' && preview.text.trim()).toBe('hello there');
    expect(reserved).toEqual([content.length]);
  });

  it('ends after 64 kB, in the middle of no character', async () => {
    const [long] = await shown('long.docx', docx(paragraph('x'.repeat(TEXT_BYTES * 2))));
    expect(long).toMatchObject({ text: 'x'.repeat(TEXT_BYTES), truncated: true });
    const [wide] = await shown('wide.docx', docx(paragraph(`x${'🎻'.repeat(TEXT_BYTES)}`)));
    expect(wide).toMatchObject({ text: `x${'🎻'.repeat(TEXT_BYTES / 4 - 1)}`, truncated: true });
  });

  it.each<[string, Buffer, RegExp]>([
    ['locked.pdf', encryptedPdf(), /damaged, encrypted or too large/],
    ['broken.docx', docx(paragraph('hello')).subarray(0, 100), /damaged, encrypted or too large/],
    ['empty.pdf', pdf(['']), /without text/],
  ])('%s is none, and says why', async (name, content, reason) => {
    const [preview] = await shown(name, content);
    expect(preview).toEqual({ kind: 'none', reason: expect.stringMatching(reason), size: content.length });
  });

  it('that is too large is not even read', async () => {
    const path = join(bench.folder({ 'large.pdf': pdf(['hello']) }), 'large.pdf');
    truncateSync(path, 2 ** 30);
    const reason = 'It is a document of more than 67108864 bytes.';
    expect(await previewed(path)).toEqual([{ kind: 'none', reason, size: 2 ** 30 }]);
  });

  it('that overran says so', async () => {
    const path = join(bench.folder({ 'slow.pdf': pdf(['hello']) }), 'slow.pdf');
    const documents = { read: async () => 'overrun' as const };
    const preview = await previewOf(path, { documents, reserve: async () => {} });
    expect(preview).toMatchObject({ kind: 'none', reason: 'Reading it takes too much time or memory.' });
  });
});

describe('the preview of a picture', () => {
  it.each<[string, Buffer, string]>([
    ['a.png', png(3, 2), 'image/png'],
    ['really-a-png.txt', png(3, 2), 'image/png'],
    ['a.jpg', jpeg(3, 2), 'image/jpeg'],
    ['a.gif', GIF, 'image/gif'],
    ['a.webp', webp(3, 2, Buffer.alloc(0)), 'image/webp'],
    ['a.avif', mp4(1, 3, 2, 'avif'), 'image/avif'],
    ['a.svg', png(3, 2), 'image/png'],
  ])('%s is told by its bytes, which are reserved before they are read', async (name, bytes, mimeType) => {
    const size = bytes.length;
    expect(await shown(name, bytes)).toEqual([{ kind: 'image', mimeType, bytes, size }, size]);
  });

  it('of more than 4 MB is none', async () => {
    const path = join(bench.folder({ 'a.png': png(3, 2) }), 'a.png');
    truncateSync(path, 4 * 1024 * 1024);
    expect((await previewed(path))[0]).toMatchObject({ kind: 'image' });
    truncateSync(path, 4 * 1024 * 1024 + 1);
    const reason = 'It is a picture of more than 4194304 bytes.';
    expect(await previewed(path)).toEqual([{ kind: 'none', reason, size: 4 * 1024 * 1024 + 1 }]);
  });

  it('that there is no room for is not read', async () => {
    const path = join(bench.folder({ 'a.png': png(3, 2) }), 'a.png');
    const reserve = () => Promise.reject(new Error('no room'));
    await expect(previewOf(path, { documents: readers, reserve })).rejects.toThrow('no room');
  });
});

describe('nothing can be shown', () => {
  it.each<[string, Buffer]>([
    ['film.mp4', mp4(1, 3, 2)],
    ['photo.heic', heic(Buffer.alloc(0))],
    ['program', Buffer.from('\x7fELF\x02\x01\x01\0\0', 'latin1')],
    ['packed.gz', Buffer.from('\x1f\x8b\x08', 'latin1')],
    ['text-with-nul.txt', Buffer.from('hello \0 there')],
  ])('of %s', async (name, content) => {
    expect((await shown(name, content))[0]).toMatchObject({
      kind: 'none',
      reason: expect.stringMatching(/^It is neither/),
    });
  });

  it('of a directory or a pipe', async () => {
    const folder = bench.folder({ 'a.txt': 'x' });
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    expect(await previewed(folder)).toEqual([{ kind: 'none', reason: 'It is a directory.' }]);
    expect(await previewed(join(folder, 'pipe'))).toEqual([{ kind: 'none', reason: 'It is not a regular file.' }]);
  });

  it('of what is not there, or behind a link', async () => {
    const folder = bench.folder({ 'a.txt': 'x', 'sub/b.txt': 'x' });
    symlinkSync(join(folder, 'a.txt'), join(folder, 'link'));
    symlinkSync(join(folder, 'sub'), join(folder, 'way'));
    for (const name of ['none', 'link', 'way/b.txt'])
      await expect(previewed(join(folder, name))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
