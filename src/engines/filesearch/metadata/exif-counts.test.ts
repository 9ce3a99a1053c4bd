import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pngOf } from '../documents/testing/tagged.ts';
import { claimsWhatItHolds } from './exif-counts.ts';
import { richMetadata } from './rich.ts';
import { exif, heic, jpeg, webp } from './testing/samples.ts';

const notes = exif([[0x010f, 'Maker']], [[0x9003, '2024:01:01 00:00:00']], [[2, [[54, 1]]]]);
/** Found by `npm run fuzz -- --only=metadata --seed 1 --case 1889`: the tag that points to the notes on the shot claims 2 billion numbers. */
const lying = withCount(notes, 0x8769, 0x7f00_0001);

test('a picture that claims more values than it has bytes is not given to the library', () => {
  expect(claimsWhatItHolds(notes)).toBe(true);
  expect(claimsWhatItHolds(jpeg(4, 3, notes))).toBe(true);
  expect(claimsWhatItHolds(lying)).toBe(false);
  expect(claimsWhatItHolds(withCount(notes, 2, 0x1000_0000))).toBe(false);
  expect(claimsWhatItHolds(Buffer.from('II'))).toBe(true);
  expect(claimsWhatItHolds(jpeg(4, 3, Buffer.from('Exif\0\0'.repeat(40))))).toBe(false);
});

test('pictures that lie ask for no more memory than others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-exif-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = process.memoryUsage().arrayBuffers;
  const pictures: [string, string, Buffer][] = [
    ['a.jpg', 'public.jpeg', jpeg(4, 3, lying)],
    ['a.tif', 'public.tiff', lying],
    ['a.png', 'public.png', pngOf(['eXIf', lying])],
    ['a.webp', 'org.webmproject.webp', webp(4, 3, lying)],
    ['a.heic', 'public.heic', heic(lying)],
  ];
  for (const [name, type, bytes] of pictures) {
    writeFileSync(join(folder, name), bytes);
    await richMetadata(join(folder, name), type);
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024);
});

function withCount(tiff: Buffer, tag: number, count: number): Buffer {
  const lie = Buffer.from(tiff);
  const entry = Buffer.alloc(2);
  entry.writeUInt16LE(tag);
  // Entries begin at even places behind the header.
  for (let at = lie.indexOf(entry, 10); at > 0; at = lie.indexOf(entry, at + 1)) {
    const type = lie.readUInt16LE(at + 2);
    if (type >= 2 && type <= 5) {
      lie.writeUInt32LE(count, at + 4);
      return lie;
    }
  }
  throw new Error('no such tag');
}
