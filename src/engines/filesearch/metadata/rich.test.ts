import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { heicWithoutEnd } from '../documents/testing/hostile.ts';
import { encryptedPdf, pdf } from '../documents/testing/pdf.ts';
import { docx, epub, openDocument, paragraph, pptx } from '../documents/testing/samples.ts';
import { extendedAttributes } from './extended-attributes.ts';
import { richMetadata } from './rich.ts';
import { avi, exif, flac, heic, jpeg, mp4, png, wav, webp } from './testing/samples.ts';

let folder: string;
const path = process.env.PATH;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rich-')));
  process.env.PATH = join(folder, 'bin');
  mkdirSync(join(folder, 'bin'));
});

afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string, content: Buffer | string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** A program that stands in for one of the system: a script for Node. */
const standIn = (name: string, script: string): void => {
  const file = join(folder, 'bin', name);
  writeFileSync(file, `#!${process.execPath}\n${script}`);
  chmodSync(file, 0o755);
};

test('R24: the size and colours of an image', async () => {
  expect(await richMetadata(put('a.png', png(640, 480)), 'public.png')).toEqual({
    kMDItemPixelWidth: 640,
    kMDItemPixelHeight: 480,
    kMDItemColorSpace: 'RGB',
  });
  expect(await richMetadata(put('b.png', png(1, 2, 0)), 'public.png')).toMatchObject({ kMDItemColorSpace: 'Gray' });
  expect(await richMetadata(put('c.jpg', jpeg(3, 4, undefined, 4)), 'public.jpeg')).toEqual({
    kMDItemPixelWidth: 3,
    kMDItemPixelHeight: 4,
    kMDItemColorSpace: 'CMYK',
  });
});

test('R24, R22: what the camera noted, with its time in UTC', async () => {
  const degrees = (...parts: number[]) => parts.map((part) => [part, 1] as const);
  const tags = exif(
    [
      [0x010f, 'Maker'],
      [0x0110, 'Model 1'],
    ],
    [
      [0x9003, '2024:02:29 23:30:00'],
      [0x9011, '+02:00'],
      [0xa001, 1],
    ],
    [
      [1, 'S'],
      [2, degrees(33, 30, 0)],
      [3, 'W'],
      [4, degrees(70, 45, 0)],
    ],
  );
  expect(await richMetadata(put('a.jpg', jpeg(100, 50, tags)), 'public.jpeg')).toEqual({
    kMDItemPixelWidth: 100,
    kMDItemPixelHeight: 50,
    kMDItemColorSpace: 'RGB',
    kMDItemAcquisitionMake: 'Maker',
    kMDItemAcquisitionModel: 'Model 1',
    kMDItemLatitude: -33.5,
    kMDItemLongitude: -70.75,
    kMDItemContentCreationDate: '2024-02-29T21:30:00Z',
  });
});

test('R24: length, bit rate, codec and tags of sound', async () => {
  const tagged = wav(2, { INAM: 'Silence', IART: 'Nobody', IPRD: 'Nothing' });
  expect(await richMetadata(put('a.wav', tagged), 'com.microsoft.waveform-audio')).toEqual({
    kMDItemDurationSeconds: 2,
    kMDItemAudioBitRate: 64_000,
    kMDItemCodecs: ['PCM'],
    kMDItemTitle: 'Silence',
    kMDItemAuthors: ['Nobody'],
    kMDItemAlbum: 'Nothing',
  });
  const song = flac(3, ['TITLE=Ärger', 'ARTIST=One', 'ARTIST=Two', 'ALBUM=Duos']);
  expect(await richMetadata(put('a.flac', song), 'org.xiph.flac')).toMatchObject({
    kMDItemDurationSeconds: 3,
    kMDItemTitle: 'Ärger',
    kMDItemAuthors: ['One', 'Two'],
    kMDItemAlbum: 'Duos',
  });
});

test('R24: length and size of films, also those without tags', async () => {
  const film = { kMDItemDurationSeconds: 90, kMDItemPixelWidth: 1920, kMDItemPixelHeight: 1080 };
  expect(await richMetadata(put('a.mov', mp4(90, 1920, 1080)), 'com.apple.quicktime-movie')).toMatchObject(film);
  expect(await richMetadata(put('a.mp4', mp4(90, 1920, 1080, 'mp42')), 'public.mpeg-4')).toMatchObject(film);
  expect(await richMetadata(put('a.avi', avi(2250, 40_000, 1920, 1080)), 'public.avi')).toMatchObject(film);
});

test('R24: WebP has its own way to keep what the camera noted', async () => {
  const notes = exif([[0x010f, 'Maker']], [], []);
  for (const written of [notes, Buffer.concat([Buffer.from('Exif\0\0'), notes])]) {
    expect(await richMetadata(put('a.webp', webp(30, 20, written)), 'org.webmproject.webp')).toEqual({
      kMDItemPixelWidth: 30,
      kMDItemPixelHeight: 20,
      kMDItemAcquisitionMake: 'Maker',
    });
  }
});

test('R24: what documents say about themselves', async () => {
  const info = ['<< /Title (A title) /Author (Ann; Bob) /Creator (A program) >>'];
  expect(await richMetadata(put('a.pdf', pdf(['1', '2'], '/Info 8 0 R', info)), 'com.adobe.pdf')).toEqual({
    kMDItemNumberOfPages: 2,
    kMDItemTitle: 'A title',
    kMDItemAuthors: ['Ann', 'Bob'],
    kMDItemCreator: 'A program',
  });
  const properties = [
    { name: 'docProps/core.xml', content: '<c><dc:title>T &amp; t</dc:title><dc:creator>Ann;Bob</dc:creator></c>' },
    { name: 'docProps/app.xml', content: '<p><Application>Words</Application><Pages>7</Pages></p>' },
  ];
  expect(await richMetadata(put('a.docx', docx(paragraph('x'), properties)), 'public.data')).toEqual({
    kMDItemNumberOfPages: 7,
    kMDItemTitle: 'T & t',
    kMDItemAuthors: ['Ann', 'Bob'],
    kMDItemCreator: 'Words',
  });
  expect(await richMetadata(put('a.pptx', pptx([['x']])), 'public.data')).toEqual({});
  const meta = {
    name: 'meta.xml',
    content:
      '<m><dc:title>Open</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Bob</dc:creator>' +
      '<meta:generator>Office</meta:generator><meta:document-statistic meta:table-count="1" meta:page-count="3"/></m>',
  };
  expect(await richMetadata(put('a.odt', openDocument('', [meta])), 'org.oasis-open.opendocument.text')).toEqual({
    kMDItemNumberOfPages: 3,
    kMDItemTitle: 'Open',
    kMDItemAuthors: ['Ann'],
    kMDItemCreator: 'Office',
  });
  const book = epub(['x'], [], '<dc:title>Book</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator>');
  expect(await richMetadata(put('a.epub', book), 'org.idpf.epub-container')).toEqual({
    kMDItemTitle: 'Book',
    kMDItemAuthors: ['Ann', 'Bob'],
  });
});

test('R24: tags and origin come from getfattr, which gets the open file as one argument after all options', async () => {
  standIn(
    'getfattr',
    `const { realpathSync, writeFileSync } = require('node:fs');
     const [, , ...options] = process.argv;
     writeFileSync(__dirname + '/seen', JSON.stringify([...options, realpathSync(options.at(-1))]));
     const value = (text) => '0s' + Buffer.from(text).toString('base64');
     console.log('# file: x\\nuser.xdg.origin.url=' + value('https://example.org/a') + '\\nuser.xdg.tags=' + value('red, grün,') + '\\n');`,
  );
  const file = put('-d a\nb"$(x).txt', 'x');
  expect(await richMetadata(file, 'public.plain-text')).toEqual({
    kMDItemUserTags: ['red', 'grün'],
    kMDItemWhereFroms: ['https://example.org/a'],
  });
  const seen = JSON.parse(execFileSync('/bin/cat', [join(folder, 'bin/seen')], { encoding: 'utf8' })) as string[];
  expect(seen.at(-3)).toBe('--');
  expect(seen.at(-1)).toBe(file);
});

test('without the program, or with one that fails or hangs, tags are left out', async () => {
  const file = put('a.txt', 'x');
  expect(await richMetadata(file, 'public.plain-text')).toEqual({});
  standIn('getfattr', 'console.log("user.xdg.tags=0sYQ=="); process.exit(1);');
  expect(await richMetadata(file, 'public.plain-text')).toEqual({});
  standIn('getfattr', 'setInterval(() => {}, 1000);');
  expect(await richMetadata(file, 'public.plain-text')).toEqual({});
});

test('on macOS tags come from mdls', async () => {
  standIn(
    'mdls',
    `console.log('<plist><dict><key>kMDItemUserTags</key><array><string>red</string></array></dict></plist>');`,
  );
  expect(await extendedAttributes(put('a', ''), 'darwin')).toEqual({ kMDItemUserTags: ['red'] });
});

test('R52: links, pipes and directories are not opened; what is not there gives nothing', async () => {
  const target = put('a.png', png(1, 1));
  symlinkSync(target, join(folder, 'link.png'));
  mkdirSync(join(folder, 'dir.png'));
  process.env.PATH = [path, process.env.PATH].join(delimiter);
  execFileSync('mkfifo', [join(folder, 'pipe.png')]);
  for (const name of ['link.png', 'dir.png', 'pipe.png', 'none.png', 'nul\0.png']) {
    expect(await richMetadata(join(folder, name), 'public.png'), name).toEqual({});
  }
});

test('a huge file is not read whole', async () => {
  const film = put('a.mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'));
  truncateSync(film, 3 * 1024 ** 3);
  expect(await richMetadata(film, 'public.mpeg-4')).toEqual({});
  truncateSync(put('a.pdf', pdf(['x'])), 3 * 1024 ** 3);
  expect(await richMetadata(join(folder, 'a.pdf'), 'com.adobe.pdf')).toEqual({});
  truncateSync(put('a.png', png(5, 6)), 3 * 1024 ** 3);
  expect(await richMetadata(join(folder, 'a.png'), 'public.png')).toMatchObject({ kMDItemPixelWidth: 5 });
});

test('a note that begins like a picture is none', async () => {
  expect(await richMetadata(put('a.txt', 'BM is a car and its maker is not said'), 'public.plain-text')).toEqual({});
  expect(await richMetadata(put('a.ts', 'GIF89a'), 'com.microsoft.typescript-source')).toEqual({});
});

const samples: readonly (readonly [string, string, Buffer])[] = [
  ['a.png', 'public.png', png(10, 10)],
  ['a.jpg', 'public.jpeg', jpeg(10, 10, exif([[0x010f, 'Maker']], [[0x9003, '2024:01:01 00:00:00']], [[1, 'N']]))],
  ['a.wav', 'com.microsoft.waveform-audio', wav(1, { INAM: 'x' })],
  ['a.flac', 'org.xiph.flac', flac(1, ['TITLE=x'])],
  ['a.mp3', 'public.mp3', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0aTIT2', 'latin1'), Buffer.alloc(500, 255)])],
  ['a.mp4', 'public.mpeg-4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x10moov\0\0\0\x08trak', 'latin1')],
  ['b.mp4', 'public.mpeg-4', mp4(5, 20, 10)],
  ['a.avi', 'public.avi', avi(5, 5, 5, 5)],
  ['a.webp', 'org.webmproject.webp', webp(5, 5, exif([[0x010f, 'Maker']], [], []))],
  ['a.mkv', 'org.matroska.mkv', Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b61', 'hex')],
  ['a.pdf', 'com.adobe.pdf', pdf(['x'])],
  ['b.pdf', 'com.adobe.pdf', encryptedPdf()],
  ['a.epub', 'org.idpf.epub-container', epub(['x'])],
];

test.each(samples)('a broken or cut %s never makes an error', async (name, type, bytes) => {
  const damage = fc.array(fc.tuple(fc.nat(Math.min(bytes.length, 400) - 1), fc.nat(255)), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(bytes.length), async (changes, length) => {
      const broken = Buffer.from(bytes);
      for (const [place, byte] of changes) broken[place] = byte;
      const attributes = await richMetadata(put(name, broken.subarray(0, length)), type);
      expect(JSON.parse(JSON.stringify(attributes))).toEqual(attributes);
    }),
    { numRuns: 40 },
  );
});

test('R24: what the camera noted in a picture of a phone, in both ways to write it', async () => {
  const notes = exif([[0x010f, 'Maker']], [[0x9003, '2024:05:06 07:08:09']], []);
  for (const wide of [false, true]) {
    const told = await richMetadata(put(`${wide}.heic`, heic(notes, wide)), 'public.heic');
    expect(told).toMatchObject({ kMDItemAcquisitionMake: 'Maker' });
  }
});

test('a picture of a phone that is broken, or goes on where it is for ever, is soon done with', async () => {
  expect(await richMetadata(put('loop.heic', heicWithoutEnd()), 'public.heic')).toEqual({});
  const hidden = webp(3, 4, heicWithoutEnd());
  expect(await richMetadata(put('loop.webp', hidden), 'org.webmproject.webp')).toMatchObject({ kMDItemPixelWidth: 3 });
  const whole = heic(exif([[0x010f, 'Maker']], [], []));
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(damage, async (changes) => {
      const broken = Buffer.from(whole);
      for (const [place, byte] of changes) broken[place] = byte;
      expect(await richMetadata(put('broken.heic', broken), 'public.heic')).toBeTypeOf('object');
    }),
    { numRuns: 500 },
  );
});
