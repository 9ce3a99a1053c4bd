import { gzipSync } from 'node:zlib';
import { keyedMov, opus, taggedMp4 } from '../../../src/engines/filesearch/documents/testing/films.ts';
import { heicWithoutEnd } from '../../../src/engines/filesearch/documents/testing/hostile.ts';
import { inBase64, mail, multipart } from '../../../src/engines/filesearch/documents/testing/mails.ts';
import { bilbyTarXz, numbatZstd, tar, wombatXz } from '../../../src/engines/filesearch/documents/testing/packed.ts';
import { encryptedPdf, pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import {
  docx,
  epub,
  openDocument,
  paragraph,
  pptx,
  xlsx,
} from '../../../src/engines/filesearch/documents/testing/samples.ts';
import {
  iptcSegment,
  jpegOf,
  mp3,
  oldMp3,
  pngOf,
  xmpSegment,
} from '../../../src/engines/filesearch/documents/testing/tagged.ts';
import { zip } from '../../../src/engines/filesearch/documents/testing/zip.ts';
import {
  avi,
  exif,
  flac,
  heic,
  jpeg,
  mp4,
  png,
  wav,
  webp,
} from '../../../src/engines/filesearch/metadata/testing/samples.ts';
import type { Random } from '../../harness/random.ts';
import { damagedText } from './mutate.ts';

/** Damages a text that goes into a file, or leaves it as it is. */
type Damage = (text: string) => string;

interface SampleFile {
  readonly extension: string;
  /** How often it is drawn: what takes long to read comes less often. */
  readonly weight: number;
  bytes(damage: Damage): Buffer;
}

const XML_PIECES = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '<![CDATA[',
  ']]>',
  '&',
  '&amp;',
  '&#x;',
  '&#xFFFFFF;',
  '"',
  '=',
  '<w:t>',
  '</w:p>',
  '<row>',
  '<c t="s"><v>9</v>',
  '<x a="',
  '<?',
  '\0',
  '\ud800',
  'é',
  '-1',
  '4294967296',
  '1e99',
];
const EXIF = exif(
  [
    [0x010f, 'Maker'],
    [0x0110, 'Model 5'],
  ],
  [[0x9003, '2023:07:14 21:05:00']],
  [
    [1, 'N'],
    [
      2,
      [
        [54, 1],
        [30, 1],
        [0, 1],
      ],
    ],
  ],
);
const XMP = '<dc:subject><rdf:Bag><rdf:li>one</rdf:li></rdf:Bag></dc:subject>';
const CORE = '<x><dc:title>Title</dc:title><dc:creator>Her</dc:creator></x>';
const RTF = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\f0 Text \b bold\b0 \'e4 \u8364? {\*\hidden x}\par}`;
const CARD =
  'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Her\r\nNOTE;ENCODING=QUOTED-PRINTABLE:a=C3=A9\r\n folded\r\nEND:VCARD\r\n';
const NOTEBOOK =
  '{"cells":[{"cell_type":"markdown","source":["# A\\n","b"]},{"cell_type":"code","source":"x","outputs":[{"text":["y"]}]}]}';
const MAIL = `${mail({ Subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=', From: 'her' })}${multipart('mixed', 'b', [inBase64('<p>K&ouml;ln', 'text/html'), mail({ 'Content-Transfer-Encoding': 'quoted-printable' }, 'a=F6=', '5')])}`;

export const SAMPLES: readonly SampleFile[] = [
  {
    extension: 'pdf',
    weight: 1,
    bytes: (damage) => pdf([damage('A page'), 'two'], '/Info 8 0 R', ['<< /Title (T) >>']),
  },
  { extension: 'pdf', weight: 1, bytes: () => encryptedPdf() },
  {
    extension: 'docx',
    weight: 4,
    bytes: (damage) => docx(damage(paragraph('One', 'two')), [{ name: 'docProps/core.xml', content: damage(CORE) }]),
  },
  {
    extension: 'xlsx',
    weight: 4,
    bytes: (damage) => xlsx({ One: damage('<row><c t="s"><v>0</v></c><c><v>5</v></c></row>') }, [damage('<t>a</t>')]),
  },
  { extension: 'pptx', weight: 4, bytes: (damage) => pptx([[damage('slide'), 'notes'], ['two']]) },
  {
    extension: 'odt',
    weight: 4,
    bytes: (damage) =>
      openDocument(damage('<text:p>text<text:s text:c="3"/></text:p>'), [{ name: 'meta.xml', content: damage(CORE) }]),
  },
  {
    extension: 'ods',
    weight: 2,
    bytes: (damage) =>
      openDocument(
        damage(
          '<table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row>',
        ),
      ),
  },
  {
    extension: 'epub',
    weight: 4,
    bytes: (damage) => epub([damage('<p>text</p>'), '<h1>two</h1>'], [], damage('<dc:title>T</dc:title>')),
  },
  {
    extension: 'jpg',
    weight: 10,
    bytes: (damage) =>
      jpegOf(
        [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), EXIF])],
        xmpSegment(damage(XMP)),
        iptcSegment([
          [5, 'title'],
          [25, 'key'],
        ]),
      ),
  },
  { extension: 'jpg', weight: 8, bytes: () => jpeg(40, 30, EXIF) },
  { extension: 'tif', weight: 6, bytes: () => EXIF },
  {
    extension: 'png',
    weight: 6,
    bytes: (damage) => pngOf(['tEXt', damage('Title\0a')], ['iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<x/>'], ['eXIf', EXIF]),
  },
  { extension: 'png', weight: 3, bytes: () => png(40, 30) },
  { extension: 'webp', weight: 6, bytes: () => webp(40, 30, EXIF) },
  { extension: 'heic', weight: 8, bytes: (damage) => heic(EXIF, true, damage(`<x:xmpmeta>${XMP}</x:xmpmeta>`)) },
  { extension: 'avif', weight: 3, bytes: () => heicWithoutEnd() },
  {
    extension: 'mp3',
    weight: 10,
    bytes: (damage) => mp3({ TIT2: damage('Title'), TCON: '(8)', COMM: Buffer.from('\0eng\0well', 'latin1') }),
  },
  { extension: 'mp3', weight: 2, bytes: () => oldMp3('Old', 'Somebody', 17) },
  {
    extension: 'm4a',
    weight: 1,
    bytes: (damage) => withoutSound(taggedMp4({ '\xa9nam': damage('Title'), '\xa9ART': 'Her' })),
  },
  {
    extension: 'mov',
    weight: 1,
    bytes: (damage) => withoutSound(keyedMov({ 'com.apple.quicktime.title': damage('Title') })),
  },
  { extension: 'mp4', weight: 6, bytes: () => mp4(60, 640, 480) },
  { extension: 'flac', weight: 6, bytes: (damage) => flac(3, [`TITLE=${damage('Title')}`, 'ARTIST=Her']) },
  { extension: 'opus', weight: 6, bytes: () => opus(['TITLE=Title', 'ARTIST=Her']) },
  { extension: 'wav', weight: 3, bytes: (damage) => wav(0, { INAM: damage('Title') }) },
  { extension: 'avi', weight: 3, bytes: () => avi(100, 40_000, 640, 480) },
  { extension: 'eml', weight: 8, bytes: (damage) => Buffer.from(damage(MAIL)) },
  { extension: 'mbox', weight: 4, bytes: (damage) => Buffer.from(damage(`From her\n${MAIL}\nFrom him\n${MAIL}`)) },
  { extension: 'rtf', weight: 8, bytes: (damage) => Buffer.from(damage(RTF)) },
  { extension: 'vcf', weight: 6, bytes: (damage) => Buffer.from(damage(CARD)) },
  { extension: 'ipynb', weight: 6, bytes: (damage) => Buffer.from(damage(NOTEBOOK)) },
  {
    extension: 'zip',
    weight: 4,
    bytes: (damage) =>
      zip([
        { name: damage('a/b.txt'), content: 'text' },
        { name: 'c.md', content: '# c', stored: true },
      ]),
  },
  {
    extension: 'tar',
    weight: 4,
    bytes: (damage) =>
      tar([
        { name: damage('a/b.txt'), content: 'text' },
        { name: 'x'.repeat(120), content: 'y' },
      ]),
  },
  { extension: 'tgz', weight: 3, bytes: (damage) => gzipSync(tar([{ name: damage('a.txt'), content: 'text' }])) },
  { extension: 'gz', weight: 3, bytes: (damage) => gzipSync(damage('some text')) },
  { extension: 'xz', weight: 2, bytes: () => wombatXz },
  { extension: 'txz', weight: 1, bytes: () => bilbyTarXz },
  { extension: 'zst', weight: 3, bytes: () => numbatZstd },
];

const drawn = SAMPLES.flatMap((sample) => Array.from({ length: sample.weight }, () => sample));

/** A small file of any format that is read; what is inside of it is damaged already in half of them. */
export function sampleFile(random: Random): { readonly extension: string; readonly bytes: Buffer } {
  const sample = random.pick(drawn);
  const isDamaged = random.below(2) === 0;
  return {
    extension: sample.extension,
    bytes: sample.bytes((text) => (isDamaged ? damagedText(text, XML_PIECES, random) : text)),
  };
}

/** The sample with its 200,000 bytes of sound is for readers of windows; here they would only take time. */
function withoutSound(film: Buffer): Buffer {
  const sound = film.indexOf('mdat');
  const head = film.subarray(0, sound - 4);
  return Buffer.concat([head, film.subarray(sound - 4 + film.readUInt32BE(sound - 4))]);
}
