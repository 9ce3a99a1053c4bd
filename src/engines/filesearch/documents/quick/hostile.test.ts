import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exif, flac, heic, jpeg, wav, webp } from '../../metadata/testing/samples.ts';
import type { OtherFormat } from '../../types/document-format.ts';
import { LIMITS } from '../limits.ts';
import { keyedMov, opus, taggedMp4 } from '../testing/films.ts';
import { inBase64, mail, multipart } from '../testing/mails.ts';
import { bilbyTarXz, numbatZstd, tar, zstdBomb } from '../testing/packed.ts';
import { iptcSegment, jpegOf, mp3, pngOf, xmpSegment } from '../testing/tagged.ts';
import { zip } from '../testing/zip.ts';
import { documentText } from '../text.ts';

const notes = exif(
  [[0x010e, 'some text']],
  [[0x9003, '2020:01:01 00:00:00']],
  [
    [1, 'N'],
    [
      2,
      [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
    ],
  ],
);
const letter = multipart('mixed', 'b', [
  mail({ 'Content-Type': 'text/plain; charset=utf-8' }, 'some text'),
  inBase64('<p>some text</p>', 'text/html'),
]);
const SAMPLES: readonly (readonly [OtherFormat, string | Buffer])[] = [
  ['picture', jpeg(4, 3, notes)],
  ['picture', jpegOf(iptcSegment([[5, 'some text']]), xmpSegment('<dc:title>some text</dc:title>'))],
  ['picture', pngOf(['tEXt', 'Title\0some text'], ['eXIf', notes])],
  ['picture', webp(4, 3, notes)],
  ['heif', heic(notes)],
  ['mp3', mp3({ TIT2: 'some text', TCON: '(17)' })],
  ['vorbis', flac(1, ['TITLE=some text'])],
  ['vorbis', opus(['TITLE=some text'])],
  ['film', taggedMp4({ '\xa9nam': 'some text' })],
  ['film', keyedMov({ 'com.apple.quicktime.title': 'some text' })],
  ['media', wav(1, { INAM: 'some text' })],
  ['mail', letter],
  ['mbox', `From a\n${letter}\n\nFrom b\n${letter}`],
  ['rtf', String.raw`{\rtf1{\info{\title some}}\b some \u252?\'e4 text\par}`],
  ['card', 'BEGIN:VCARD\r\nFN;ENCODING=QUOTED-PRINTABLE:some=20text\r\nEND:VCARD'],
  ['notebook', JSON.stringify({ cells: [{ source: 'some text', outputs: [{ text: ['x'] }] }] })],
  ['zip', zip([{ name: 'a.txt', content: 'some text' }])],
  ['tar', tar([{ name: 'a.txt', content: 'some text' }])],
  ['gzip', gzipSync(tar([{ name: 'a.txt', content: 'some text' }]))],
  ['xz', bilbyTarXz],
  ['zstd', numbatZstd],
];

const outcomeOf = (format: OtherFormat, bytes: Buffer) =>
  documentText(format, bytes).catch((error: unknown) => error as Error);

describe.each(SAMPLES)('%s', (format, content) => {
  const bytes = Buffer.from(content);

  test('cut short anywhere, it is refused or read as far as it goes', async () => {
    for (let end = 0; end < bytes.length; end += Math.ceil(bytes.length / 97)) {
      const outcome = await outcomeOf(format, bytes.subarray(0, end));
      expect(typeof outcome === 'string' || outcome instanceof Error).toBe(true);
    }
  });

  test('with broken bytes, it is refused or read, and nothing else happens', async () => {
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const broken = Buffer.from(bytes);
        for (const [place, byte] of changes) broken[place] = byte;
        const outcome = await outcomeOf(format, broken);
        expect(typeof outcome === 'string' || outcome instanceof Error).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('pictures and songs that lie', () => {
  test('segments, chunks and frames longer than the file, of no length, or without end', async () => {
    const endless = jpegOf(...Array.from({ length: 5000 }, () => [0xe1, 'Exif\0\0II*\0'] as const));
    const long = Buffer.concat([
      jpegOf([0xe1, 'Exif\0\0']).subarray(0, 4),
      Buffer.from([0xff, 0xff]),
      Buffer.alloc(99),
    ]);
    const empty = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]), Buffer.alloc(99, 0xff)]);
    const chunks = pngOf(['tEXt', 'Title\0ok']).fill(0xff, 40, 44);
    const frames = mp3({ TIT2: 'ok' });
    frames.writeUInt32BE(0xffffffff, 14);
    for (const picture of [endless, long, empty, chunks]) expect(await outcomeOf('picture', picture)).toBe('');
    expect(await documentText('mp3', frames)).toBe('');
  });

  test('directories that point at themselves, and tags that claim gigabytes', async () => {
    const circle = exif(
      [[0x010e, 'seen']],
      [[0x8769, 8]],
      [
        [
          2,
          [
            [1, 0],
            [0, 0],
            [0, 0],
          ],
        ],
      ],
    );
    expect(await documentText('picture', jpeg(1, 1, circle))).toBe('seen');
    const claiming = Buffer.from(circle);
    claiming.writeUInt32LE(0x7fffffff, 8 + 2 + 4);
    expect(await documentText('picture', jpeg(1, 1, claiming))).toBe('');
  });

  test('XMP whose elements never end, and text that inflates to gigabytes', async () => {
    const open = jpegOf(xmpSegment('<dc:title>'.repeat(6000)), xmpSegment('<a:City b="'.repeat(5000)));
    expect(await documentText('picture', open)).toBe('');
    const bomb = Buffer.concat([Buffer.from('Title\0\0'), gzipSync(Buffer.alloc(50 << 20))]);
    expect(await documentText('picture', pngOf(['zTXt', bomb], ['tEXt', 'Author\0seen']))).toBe('seen');
  });
});

describe('mails that lie', () => {
  test('parts within parts without end, and more parts than anybody reads', async () => {
    let deep = mail({}, 'bottom');
    for (let level = 0; level < 3000; level++) deep = multipart('mixed', `b${level}`, [deep]);
    expect(await documentText('mail', Buffer.from(`Subject: top\r\n${deep}`))).toBe('top');
    const wide = multipart(
      'mixed',
      'b',
      Array.from({ length: 50_000 }, (_, at) => mail({}, `part ${at}`)),
    );
    const text = await documentText('mail', Buffer.from(wide));
    expect(text).toContain('part 400');
    expect(text).not.toContain('part 600');
  });

  test.each([
    ['quotes', `Content-Type: text/plain; ${String.raw`a="\"`.repeat(40_000)}`],
    ['encoded words', `Subject: ${'=?utf-8?q?'.repeat(40_000)}`],
    ['half encoded words', `Subject: ${'=?'.repeat(200_000)}`],
    ['headers', 'A: b\n'.repeat(100_000)],
    ['folded lines', `Subject: x${'\n y'.repeat(100_000)}`],
    ['one long line', `Subject: ${'x'.repeat(1_000_000)}`],
    ['boundaries', `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n'.repeat(200_000)}`],
    ['almost boundaries', `Content-Type: multipart/mixed; boundary=b\n\n${'--bb\n'.repeat(200_000)}`],
    ['tags', `Content-Type: text/html\n\n${'<a b="'.repeat(150_000)}`],
    ['scripts', `Content-Type: text/html\n\n${'<script>'.repeat(120_000)}`],
    ['soft breaks', `Content-Transfer-Encoding: quoted-printable\n\n${'=\n'.repeat(400_000)}`],
  ])('a million characters of %s', async (_, text) => {
    expect(typeof (await documentText('mail', Buffer.from(text)))).toBe('string');
  });
});

describe('other texts that lie', () => {
  test('RTF of a million brackets, control words without end, and bytes that are not there', async () => {
    const brackets = `{\\rtf1 seen${'{'.repeat(1_000_000)}deep${'}'.repeat(1_000_000)}}`;
    expect(await documentText('rtf', Buffer.from(brackets))).toBe('seendeep');
    expect(await documentText('rtf', Buffer.from(`{\\rtf1 seen${'\\a'.repeat(500_000)}`))).toBe('seen');
    expect(await documentText('rtf', Buffer.from('{\\rtf1 seen\\bin999999999 x\\uc99999\\u1 y'))).toBe('seen');
    expect(await documentText('rtf', Buffer.from(`{\\rtf1 seen${'}'.repeat(1_000_000)} still`))).toBe('seen still');
  });

  test('notebooks that are nested too deep, and calendars of nothing but quotes', async () => {
    await expect(documentText('notebook', Buffer.from('['.repeat(1_000_000)))).rejects.toThrow(
      'not what its name says',
    );
    const quotes = `BEGIN:VCALENDAR\nX;"${'":"'.repeat(300_000)}\nSUMMARY:seen`;
    expect(await documentText('card', Buffer.from(quotes))).toContain('SUMMARY:seen');
  });
});

describe('archives and compressed files that lie', () => {
  test('what unpacks to gigabytes is unpacked up to the limit', async () => {
    const gzip = gzipSync(Buffer.alloc(64 << 20, 'ab '));
    expect((await documentText('gzip', gzip)).length).toBe(LIMITS.unpackedText);
    const zstd = zstdBomb(16_000);
    expect((await documentText('zstd', zstd)).length).toBe(LIMITS.unpackedText);
  });

  test.each([
    ['a window of a terabyte', '28b52ffd00f8'],
    ['a window of 144 MiB in its second frame', '28b52ffd0058010000' + '28b52ffd0089'],
    ['a content of 2 GiB', '28b52ffda0ffffff7f'],
    ['a content of more bytes than a number has', '28b52ffde0ffffffffffffffff'],
  ])('a zstd file that asks for %s is refused before it gets them', async (_, start) => {
    const bytes = Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(64)]);
    const failure = await documentText('zstd', bytes).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'Error', message: expect.stringMatching(/memory/i) });
  });

  test('all frames of a zstd file are read, as all members of a gzip file are', async () => {
    const [frames, members] = [numbatZstd, gzipSync('numbat\n')].map((packed) => Buffer.concat([packed, packed]));
    const numbats = (text: string) => text.match(/numbat/g)?.length;
    expect(numbats(await documentText('zstd', frames as Buffer))).toBe(100);
    expect(numbats(await documentText('gzip', members as Buffer))).toBe(2);
  });

  test('a zip bomb gives its names and the beginning of its texts, also when it lies about its size', async () => {
    const bomb = Buffer.alloc(80 << 20, 'ab ');
    const archive = zip([
      { name: 'honest.txt', content: bomb },
      { name: 'lying.txt', content: bomb, claims: 100 },
      { name: 'seen.txt', content: 'the end' },
    ]);
    const text = await documentText('zip', archive);
    expect(text.slice(0, 29)).toBe('honest.txt\nlying.txt\nseen.txt');
    expect(text).toMatch(/the end$/);
    expect(text.length).toBeLessThan(3 * LIMITS.memberBytes);
  });

  test('more members than the limit, members of no size, and sizes that are no numbers', async () => {
    const many = tar(Array.from({ length: LIMITS.members + 10 }, (_, at) => ({ name: `m${at}` })));
    expect((await documentText('tar', many)).split('\n')).toHaveLength(LIMITS.members);
    const odd = tar([{ name: 'seen' }, { name: 'odd', claims: '-7' }, { name: 'unseen' }]);
    expect(await documentText('tar', odd)).toBe('seen');
    const huge = tar([{ name: 'huge', claims: '77777777777', content: 'x' }, { name: 'unseen' }]);
    expect(await documentText('tar', huge)).toBe('huge');
  });

  test('an encrypted archive is known by its names', async () => {
    const archive = zip([{ name: 'secret.txt', content: 'x', encrypted: true }]);
    expect(await documentText('zip', archive)).toBe('secret.txt');
  });
});
