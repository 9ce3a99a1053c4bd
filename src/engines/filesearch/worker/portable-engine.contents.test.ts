import { basename } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { keyedMov, opus, taggedMp4 } from '../documents/testing/films.ts';
import { inBase64, mail, multipart } from '../documents/testing/mails.ts';
import { bilbyTarXz, numbatZstd, tar, wombatXz, zstdBomb } from '../documents/testing/packed.ts';
import { pdf } from '../documents/testing/pdf.ts';
import { docx, epub, openDocument, paragraph } from '../documents/testing/samples.ts';
import { iptcSegment, jpegOf, mp3, oldMp3, pngOf, xmpSegment } from '../documents/testing/tagged.ts';
import { zip } from '../documents/testing/zip.ts';
import { exif, flac, heic, jpeg, wav, webp } from '../metadata/testing/samples.ts';
import { Bench, find, pathsOf } from '../testing/engine.ts';

const bench = new Bench();
const engine = bench.engine();
afterAll(() => bench.end(), 60_000);

const camera = exif(
  [
    [0x010f, 'Maker'],
    [0x0110, 'Quokkacam 5'],
  ],
  [[0x9003, '2023:07:14 21:05:00']],
  [
    [1, 'S'],
    [
      2,
      [
        [33, 1],
        [51, 1],
        [36, 1],
      ],
    ],
    [3, 'E'],
    [
      4,
      [
        [151, 1],
        [12, 1],
        [0, 1],
      ],
    ],
  ],
);
const core = '<cp:coreProperties><dc:title>Yak plans</dc:title><dc:creator>Ada Vole</dc:creator></cp:coreProperties>';
const letter = mail(
  {
    From: '=?iso-8859-1?Q?J=FCrgen_Dachs?= <j@example.org>',
    Subject: '=?utf-8?B?R3LDvMOfZSB2b20g?= =?utf-8?Q?Vielfra=C3=9F?=',
    'Message-ID': '<echidna@example.org>',
  },
  '',
);
const mixed = (...parts: string[]) => `Subject: x\r\n${multipart('mixed', 'b', parts)}`;
const attached = { 'Content-Disposition': "attachment; filename*=utf-8''Pr%C3%BCfbericht.pdf" };

/** What each file is, and queries that only its text answers. */
const FILES: Readonly<Record<string, readonly [content: string | Buffer, ...queries: string[]]>> = {
  'caption.jpg': [
    jpegOf(
      [0xe0, 'JFIF\0'],
      iptcSegment([
        [120, 'Pangolin at dusk'],
        [25, 'armour'],
        [90, 'Gulu'],
      ]),
    ),
    'pangolin gulu',
  ],
  'camera.JPG': [jpeg(4, 3, camera), 'maker quokkacam 5', '-33.86000, 151.20000', '2023-07-14'],
  'xmp.jpg': [
    jpegOf(
      xmpSegment(
        '<dc:title><rdf:Alt><rdf:li>Tapir &amp; friend</rdf:li></rdf:Alt></dc:title>',
        'photoshop:City="Belém"',
      ),
    ),
    'tapir & friend belem',
  ],
  'text.png': [
    pngOf(['zTXt', Buffer.concat([Buffer.from('Title\0\0'), deflateSync('Deflated dugong')])]),
    'deflated dugong',
  ],
  'photo.webp': [webp(4, 3, exif([[0x010e, 'Webbed platypus']], [], [])), 'webbed platypus'],
  'photo.heic': [
    heic(exif([[0x013b, 'Numa Heron']], [], []), false, '<dc:title>Grebe</dc:title>'),
    'grebe',
    'numa heron',
  ],
  'song.mp3': [
    mp3({ APIC: Buffer.alloc(300_000, 1), TIT2: 'Song of the Ibex', TPE1: 'Zoë', TCON: '(8)' }),
    'ibex zoe jazz',
  ],
  'old.mp3': [oldMp3('Oryx blues', 'Horns', 0), 'oryx blues'],
  'song.flac': [flac(2, ['TITLE=Flacon', 'ARTIST=The Jerboas', 'GENRE=Dubstep']), 'jerboas dubstep'],
  'song.m4a': [taggedMp4({ '\xa9nam': 'Caravan of dromedaries', '\xa9ART': 'The Gnus' }), 'dromedaries gnus'],
  'clip.mov': [keyedMov({ 'com.apple.quicktime.model': 'Phone of the puma' }), 'phone of the puma'],
  'song.opus': [opus(['TITLE=Opossum opus', 'ARTIST=X']), 'opossum opus'],
  'sound.wav': [wav(1, { INAM: 'Wave of the walrus' }), 'wave of the walrus'],
  'titled.pdf': [
    pdf(['nothing'], '/Info 6 0 R', ['<< /Title (Serval minutes) /Author (Kim) /Keywords (ocelot) >>']),
    'serval minutes ocelot',
  ],
  'titled.docx': [docx(paragraph('x'), [{ name: 'docProps/core.xml', content: core }]), 'yak plans vole'],
  'titled.odt': [
    openDocument('<text:p>x</text:p>', [{ name: 'meta.xml', content: '<m><dc:subject>Gaur</dc:subject></m>' }]),
    'gaur',
  ],
  'titled.epub': [epub(['<p>x</p>'], [], '<dc:title>The Saiga</dc:title>'), 'the saiga'],
  'letter.eml': [letter, 'grüße vom vielfraß', 'jürgen dachs echidna@example.org'],
  'text.eml': [mixed(inBase64('Das Frettchen ist da', 'text/plain; charset=utf-8')), 'frettchen ist da'],
  'html.eml': [
    mixed(
      mail(
        { 'Content-Type': 'text/html; charset=koi8-r', 'Content-Transfer-Encoding': 'quoted-printable' },
        '<p>=C5=\r\n=D6 <b>hedge</b>hog</p>',
      ),
    ),
    'еж hedgehog',
  ],
  'attached.eml': [mixed(inBase64('%PDF', 'application/pdf', attached)), 'prüfbericht.pdf'],
  'list.eml': [mixed(inBase64('marten,stoat', 'application/octet-stream; name="list.csv"')), 'marten,stoat'],
  'inbox.mbox': [
    `From a@b Mon\nSubject: first\n\nFrom c@d Tue\n${mixed(inBase64('second civet', 'text/plain'))}`,
    'second civet',
  ],
  'letter.rtf': [
    String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Hidden;}}{\info{\title Caracal}}{\*\generator X;}Das M\'e4useb\u252?ro\par}`,
    'caracal das mausebüro',
  ],
  'date.ics': [
    'BEGIN:VCALENDAR\r\nSUMMARY:Lunch\\, with the mar\r\n mot\r\nATTENDEE;CN="Dr. Pika":mailto:p@x\r\nEND:VCALENDAR\r\n',
    'lunch, with the marmot pika',
  ],
  'person.vcf': [
    'BEGIN:VCARD\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ren=C3=\n=A9e Lemming\nEND:VCARD\n',
    'renée lemming',
  ],
  'book.ipynb': [
    JSON.stringify({ cells: [{ source: ['# Aye', '-aye\n'], outputs: [{ text: ['printed kudu'] }] }] }),
    'aye-aye kudu',
  ],
  'box.zip': [
    zip([
      { name: 'deep/fossa.txt', content: 'a text on the genet' },
      { name: 'x.bin', content: Buffer.alloc(99) },
    ]),
    'fossa.txt genet',
  ],
  'box.tar': [tar([{ name: `${'long/'.repeat(30)}kinkajou.md`, content: 'coati' }]), 'kinkajou.md coati'],
  'box.tgz': [gzipSync(tar([{ name: 'olingo.txt', content: 'okapi' }])), 'olingo.txt okapi'],
  'box.tar.xz': [bilbyTarXz, 'bilby-notes.txt'],
  'old.log.gz': [gzipSync('an anoa in the log'), 'anoa in the log'],
  'old.log.xz': [wombatXz, 'wombat was packed'],
  'old.log.zst': [numbatZstd, '49 of the numbat log'],
};

describe('what is in a file is searched', () => {
  const scope = bench.folder(Object.fromEntries(Object.entries(FILES).map(([name, [content]]) => [name, content])));

  it.each(Object.entries(FILES))('%s', async (name, [, ...queries]) => {
    for (const query of queries) {
      const { hits, complete, skipped } = await find(engine, query, scope);
      const found = hits.map(({ path }) => basename(path));
      expect({ found, complete, skipped }, query).toEqual({ found: [name], complete: true, skipped: 0 });
    }
  });

  it('finds nothing in what only looks like text: pictures of mails, fonts of RTF, keys of notebooks', async () => {
    for (const query of ['Hidden', 'cell_type', 'fonttbl', 'JFIF', '=?utf-8', '%PDF']) {
      expect(pathsOf(await find(engine, query, scope)), query).toEqual([]);
    }
  });

  it('finds the same by signatures once everything was read', async () => {
    const { path } = (await find(engine, 'pangolin', scope)).hits[0] as { path: string };
    await expect.poll(async () => (await find(engine, 'pangolin', scope)).indexBytes ?? 0).toBeGreaterThan(10_000);
    expect(pathsOf(await find(engine, 'pangolin', scope))).toEqual([path]);
  });
});

describe('files that are not what their names say', () => {
  it('are searched as the texts that they are', async () => {
    const files = Object.fromEntries(Object.keys(FILES).map((name) => [name, `plain needle of ${name}`]));
    const office = /\.(?:pdf|docx|odt|epub)$/;
    const scope = bench.folder(files);
    const { hits, skipped } = await find(engine, 'plain needle', scope);
    const names = hits.map(({ path }) => basename(path)).sort();
    expect(names).toEqual(
      Object.keys(FILES)
        .filter((name) => !office.test(name))
        .sort(),
    );
    expect(skipped).toBe(4);
  });

  it('bombs and endless nests keep nobody from finding the rest, and the answer is complete', async () => {
    const bomb = Buffer.alloc(70 << 20, 'ab ');
    let deep = mail({}, 'bottom');
    for (let level = 0; level < 500; level++) deep = multipart('mixed', `b${level}`, [deep]);
    const scope = bench.folder({
      'bomb.zip': zip([{ name: 'a.txt', content: bomb, claims: 1 }]),
      'bomb.log.gz': gzipSync(bomb),
      'bomb.log.zst': zstdBomb(100_000),
      'deep.eml': deep,
      'deep.rtf': `{\\rtf1 ${'{'.repeat(500_000)}`,
      'whole.txt': 'the one needle',
    });
    const { hits, complete } = await find(engine, 'the one needle', scope);
    expect([hits.map(({ path }) => basename(path)), complete]).toEqual([['whole.txt'], true]);
  });

  it('are read as far as they go when they are cut short, and nothing else suffers', async () => {
    const cut = Object.entries(FILES).map(([name, [content]]) => [
      name,
      Buffer.from(content).subarray(0, content.length / 2),
    ]);
    const scope = bench.folder({ ...Object.fromEntries(cut), 'whole.txt': 'the one needle' });
    const { hits } = await find(engine, 'the one needle', scope);
    expect(hits.map(({ path }) => basename(path))).toEqual(['whole.txt']);
  });
});
