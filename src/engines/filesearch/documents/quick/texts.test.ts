import { expect, test } from 'vitest';
import { exif, jpeg } from '../../metadata/testing/samples.ts';
import { documentFormat, type OtherFormat } from '../../types/document-format.ts';
import { inBase64, mail, multipart } from '../testing/mails.ts';
import { pdf } from '../testing/pdf.ts';
import { docx, epub, openDocument, paragraph } from '../testing/samples.ts';
import { iptcSegment, jpegOf, mp3, oldMp3, xmpSegment } from '../testing/tagged.ts';
import { documentText } from '../text.ts';

const linesOf = async (format: OtherFormat, content: string | Buffer) =>
  (await documentText(format, Buffer.from(content))).split('\n');

test('names tell the format, by their last extension', () => {
  const names = {
    'a.b.JPEG': 'picture',
    'a.tar.gz': 'gzip',
    'A.EML': 'mail',
    'a.docm': 'docx',
    'x.vcf': 'card',
    '17.M2P3.host,S=5:2,RS': 'mail',
    Inbox: 'mbox',
  };
  for (const [name, format] of Object.entries(names)) expect(documentFormat(name), name).toBe(format);
});

test('a picture: title, captions, keywords, place, artist, camera, date, position', async () => {
  const notes = exif(
    [
      [0x010e, 'described'],
      [0x010f, 'Maker'],
      [0x0110, 'Model 5'],
      [0x013b, 'by her'],
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
      [3, 'W'],
      [
        4,
        [
          [13, 1],
          [0, 1],
          [36, 1],
        ],
      ],
    ],
  );
  const segments = [
    xmpSegment(
      '<dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two &lt;</rdf:li></rdf:Bag></dc:subject>',
      'a:City="Binz"',
    ),
    iptcSegment([
      [5, 'A title'],
      [25, 'three'],
      [101, 'Island'],
    ]),
  ];
  const picture = Buffer.concat([
    jpeg(4, 3, notes).subarray(0, 4 + 2 + 6 + notes.length),
    jpegOf(...segments).subarray(2),
  ]);
  expect(await linesOf('picture', picture)).toEqual([
    'A title',
    'described',
    'one, two <, three',
    'Binz, Island',
    'by her',
    'Maker Model 5',
    '2023-07-14 21:05:00 14 July 2023',
    '54.50000, -13.01000',
  ]);
});

test('a picture without a title begins with its caption, and one that says nothing has no text', async () => {
  expect(await linesOf('picture', jpegOf(iptcSegment([[120, 'caption']])))).toEqual(['caption']);
  expect(await linesOf('picture', jpegOf([0xe0, 'JFIF\0']))).toEqual(['']);
});

test('a song: title, artist, album, genre, comment', async () => {
  const comment = Buffer.from('\0eng\0well played', 'latin1');
  const song = mp3({ COMM: comment, TCON: '(8)', TALB: 'Album', TPE1: 'Ärtist', TIT2: 'Title' });
  expect(await linesOf('mp3', song)).toEqual(['Title', 'Ärtist', 'Album', 'Jazz', 'well played']);
  expect(await linesOf('mp3', oldMp3('Old title', 'Somebody', 17))).toEqual(['Old title', 'Somebody', 'Rock']);
});

test('documents: title, authors and keywords before the text; without a title the text comes first', async () => {
  const info = '/Info 6 0 R';
  const titled = pdf(['page'], info, ['<< /Title (Title) /Author (Her) /Subject (Subject) /Keywords (a, b) >>']);
  expect(await documentText('pdf', titled)).toBe('Title\nHer\nSubject\na, b\npage');
  expect(await documentText('pdf', pdf(['page'], info, ['<< /Author (Her) >>']))).toBe('page\nHer');
  const core = '<x><dc:title>Title</dc:title><dc:creator>Her</dc:creator><cp:keywords>a</cp:keywords></x>';
  const word = docx(paragraph('text'), [{ name: 'docProps/core.xml', content: core }]);
  expect(await documentText('docx', word)).toBe('Title\nHer\na\ntext');
  const meta = '<x><dc:title>Title</dc:title><meta:initial-creator>Her</meta:initial-creator></x>';
  const open = openDocument('<text:p>text</text:p>', [{ name: 'meta.xml', content: meta }]);
  expect(await documentText('odt', open)).toBe('Title\nHer\ntext');
  const book = epub(['<p>text</p>'], [], '<dc:title>Title</dc:title><dc:creator>Her</dc:creator>');
  expect(await documentText('epub', book)).toBe('Title\nHer\ntext');
});

test('a mail: subject, people and date, its texts and what is attached, then other headers', async () => {
  const parts = [
    multipart('alternative', 'b1', [
      mail(
        { 'Content-Type': 'text/plain; charset="iso-8859-15"', 'Content-Transfer-Encoding': 'Quoted-Printable' },
        'K=F6ln =A4=',
        '5',
      ),
      inBase64('<title>Page</title><style>x</style><p>K&ouml;ln<script>a<b</script><br>here', 'text/html'),
    ]),
    inBase64('x', 'application/pdf; name="=?utf-8?Q?Pr=C3=BCfung.pdf?="'),
    mail({ 'Content-Type': 'message/rfc822' }, 'Subject: inner', 'From: him', '', 'forwarded'),
  ];
  const headers =
    'Received: x\nSubject: =?utf-8?Q?Gr=C3?=\n =?utf-8?Q?=BC=C3=9Fe?= an\n alle\nFrom: her\nTo: =?x-unknown?q?a_b?=\nX-Ticket: 17\n';
  expect(await linesOf('mail', headers + multipart('mixed', 'b', parts))).toEqual([
    'Grüße an alle',
    'her',
    'a b',
    'Köln €5',
    'Page',
    'Köln',
    'here',
    'Prüfung.pdf',
    'inner',
    'him',
    'forwarded',
    '17',
  ]);
});

test('a mail without the empty line before its body, without headers, or with half a type', async () => {
  expect(await linesOf('mail', 'From a Mon 10:00\nSubject: s\nno empty line\nhere')).toEqual([
    's',
    'no empty line',
    'here',
  ]);
  expect(await linesOf('mail', 'nothing but\na body')).toEqual(['nothing but', 'a body']);
  expect(await linesOf('mail', 'Content-Type: text; charset=us-ascii\n\nplain')).toEqual(['plain']);
});

test('an mbox: every mail, and lines that only look like the beginning of one', async () => {
  const one = 'From a@b\nSubject: one\n\ntext\nFrom here it goes on\n';
  expect(await linesOf('mbox', `${one}\nFrom c@d\r\nSubject: two\r\n\r\nmore`)).toEqual([
    'one',
    'text',
    'From here it goes on',
    'two',
    'more',
  ]);
});

test('RTF: signs of several sorts, and nothing of what is not shown', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Font;}}{\info{\title T}{\author A}{\creatim\yr2020}}{\*\x unseen}
{\pict 0102}\uc2\u1046\'c6\'c6\u8364 EUabc\~d\{\}\\ \cell e\par \'cf\'f0\emdash{\uc0\u228}{\field{\*\fldinst HIDDEN}{\fldrslt shown}}}`;
  expect(await linesOf('rtf', rtf)).toEqual(['T', 'A', 'Ж€abc\u00a0d{}\\ \te', 'Пр—äshown']);
  const japanese = String.raw`{\rtf1\ansicpg932 \'93\'fa\'96\'7b}`;
  expect(await linesOf('rtf', japanese)).toEqual(['日本']);
});

test('calendars and contacts: folded lines made whole, values as they are read, no pictures', async () => {
  const event =
    'BEGIN:VEVENT\r\nDTSTART;TZID=Europe/Berlin:20260114T093000\r\nSUMMARY;LANGUAGE=en:A\\, b\\; c\\nd\r\n  e\r\nATTENDEE;CN="Dr: X":mailto:x@y\r\nEND:VEVENT';
  expect((await linesOf('card', event)).slice(0, 5)).toEqual([
    'A, b; c d e',
    'BEGIN:VEVENT',
    'DTSTART:20260114T093000 14 January 2026',
    'SUMMARY:A, b; c d e',
    'ATTENDEE:Dr: X mailto:x@y',
  ]);
  const person =
    'BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:Z=C3=\n=B6e\nPHOTO;ENCODING=b:AAAA\nitem1.EMAIL:z@x\nEND:VCARD';
  expect(await linesOf('card', person)).toEqual(['Zöe', 'BEGIN:VCARD', 'FN:Zöe', 'EMAIL:z@x', 'END:VCARD']);
});

test('a notebook: sources and printed text, no pictures', async () => {
  const outputs = [
    { text: ['out\n'] },
    { data: { 'image/png': 'AAAA', 'text/html': '<b>ht</b>ml' } },
    { ename: 'E', evalue: 'why' },
  ];
  const cells = [{ source: ['# T\n', 'text'] }, { source: 'code', outputs }];
  expect(await linesOf('notebook', JSON.stringify({ cells }))).toEqual([
    '# T',
    'text',
    'code',
    'out',
    'html',
    'E: why',
  ]);
  const old = { worksheets: [{ cells: [{ input: 'old code' }] }] };
  expect(await linesOf('notebook', JSON.stringify(old))).toEqual(['old code']);
});
