const SIGNATURES: readonly (readonly [type: string, matches: (head: Head) => boolean])[] = [
  ['com.adobe.pdf', (head) => head.has('%PDF-')],
  ['public.png', (head) => head.has('\x89PNG\r\n\x1a\n')],
  ['public.jpeg', (head) => head.has('\xff\xd8\xff')],
  ['com.compuserve.gif', (head) => head.has('GIF87a') || head.has('GIF89a')],
  ['public.tiff', (head) => head.has('II*\0') || head.has('MM\0*')],
  ['com.microsoft.bmp', (head) => head.has('BM') && head.has('\0\0\0\0', 6)],
  ['com.microsoft.waveform-audio', (head) => head.has('RIFF') && head.has('WAVE', 8)],
  ['org.webmproject.webp', (head) => head.has('RIFF') && head.has('WEBP', 8)],
  ['public.avi', (head) => head.has('RIFF') && head.has('AVI ', 8)],
  ['public.aiff-audio', (head) => head.has('FORM') && head.has('AIFF', 8)],
  ['public.mp3', (head) => head.has('ID3')],
  ['org.xiph.flac', (head) => head.has('fLaC')],
  ['org.xiph.opus', (head) => head.has('OggS') && head.holds('OpusHead')],
  ['org.xiph.ogv', (head) => head.has('OggS') && head.holds('\x80theora')],
  ['org.xiph.ogg', (head) => head.has('OggS')],
  ['org.webmproject.webm', (head) => head.has('\x1aE\xdf\xa3') && head.holds('webm')],
  ['org.matroska.mkv', (head) => head.has('\x1aE\xdf\xa3')],
  ['public.rtf', (head) => head.has('{\\rtf')],
  ['com.adobe.postscript', (head) => head.has('%!PS')],
  ['org.gnu.gnu-zip-archive', (head) => head.has('\x1f\x8b\x08')],
  [
    'public.svg-image',
    (head) => head.matches(/^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)?(<!doctype svg[^>]*>\s*)?<svg\b/i),
  ],
  ['public.xml', (head) => head.has('<?xml')],
  ['public.html', (head) => head.matches(/^\s*(<!doctype html|<html)\b/i)],
];

/** Containers that say what they hold: the major brand of ISO media, and what a ZIP of an office program begins with. */
const BRANDS: readonly (readonly [type: string, brands: RegExp])[] = [
  ['public.heic', /^hei[cxms]|^hev[cxms]/],
  ['public.heif', /^mif1|^msf1/],
  ['public.avif', /^avi[fs]/],
  ['com.apple.m4a-audio', /^M4A /],
  ['com.apple.protected-mpeg-4-audio-b', /^M4B /],
  ['com.apple.m4v-video', /^M4V/],
  ['com.apple.quicktime-movie', /^qt {2}/],
  ['public.3gpp', /^3g[ep]/],
  ['public.3gpp2', /^3g2/],
  ['public.mpeg-4', /^/],
];
const ZIPS: readonly (readonly [type: string, marks: readonly string[]])[] = [
  ['org.oasis-open.opendocument.text', ['mimetypeapplication/vnd.oasis.opendocument.text']],
  ['org.oasis-open.opendocument.spreadsheet', ['mimetypeapplication/vnd.oasis.opendocument.spreadsheet']],
  ['org.oasis-open.opendocument.presentation', ['mimetypeapplication/vnd.oasis.opendocument.presentation']],
  ['org.idpf.epub-container', ['mimetypeapplication/epub+zip']],
  ['org.openxmlformats.wordprocessingml.document', ['[Content_Types].xml', 'word/']],
  ['org.openxmlformats.spreadsheetml.sheet', ['[Content_Types].xml', 'xl/']],
  ['org.openxmlformats.presentationml.presentation', ['[Content_Types].xml', 'ppt/']],
  ['public.zip-archive', []],
];
const INTERPRETERS: readonly (readonly [type: string, interpreter: RegExp])[] = [
  ['public.python-script', /\bpython|\bpypy/],
  ['com.netscape.javascript-source', /\b(node|deno|bun)\b/],
  ['public.perl-script', /\bperl/],
  ['public.ruby-script', /\bruby/],
  ['public.php-script', /\bphp/],
  ['public.shell-script', /sh\b/],
  ['public.script', /^/],
];

/** The first 4 KiB of a file, one character a byte. */
class Head {
  readonly text: string;

  constructor(readonly bytes: Uint8Array) {
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  }

  has(signature: string, at = 0): boolean {
    return this.text.startsWith(signature, at);
  }

  holds(mark: string): boolean {
    return this.text.includes(mark);
  }

  matches(pattern: RegExp): boolean {
    return pattern.test(this.text.replace(/^\xef\xbb\xbf/, ''));
  }
}

/** The type of a file by its first bytes alone. */
export function sniff(bytes: Uint8Array): string {
  const head = new Head(bytes);
  if (head.has('\xff\xfe') || head.has('\xfe\xff')) return 'public.plain-text';
  if (head.has('ftyp', 4)) return first(BRANDS, (brand) => brand.test(head.text.slice(8, 12)));
  if (isZip(bytes)) return first(ZIPS, (marks) => marks.every((mark) => head.holds(mark)));
  if (head.has('#!')) {
    const line = head.text.split('\n', 1)[0] ?? '';
    return first(INTERPRETERS, (interpreter) => interpreter.test(line));
  }
  const known = SIGNATURES.find(([, matches]) => matches(head))?.[0] ?? audioFrames(bytes);
  return known ?? (hasTextOnly(head) ? 'public.plain-text' : 'public.data');
}

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/** An MPEG transport stream repeats 0x47 every 188 bytes, or every 192 with a time stamp before each packet. */
export function isTransportStream(head: Uint8Array): boolean {
  return (head[0] === 0x47 && head[188] === 0x47) || (head[4] === 0x47 && head[196] === 0x47);
}

/** Bare MPEG audio begins with the header of a frame: layer II or III, or AAC. */
function audioFrames([first, second = 0, third = 0]: Uint8Array): string | undefined {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) return 'public.aac-audio';
  const layer = (second >> 1) & 3;
  const plausible = (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  return (layer === 1 || layer === 2) && plausible ? 'public.mp3' : undefined;
}

/** Whether the first bytes of a file are text; those of an empty one are not. */
export function isText(bytes: Uint8Array): boolean {
  return hasTextOnly(new Head(bytes));
}

/** Text has no control characters but those that move a cursor, ring a bell or begin an escape sequence. */
function hasTextOnly({ text }: Head): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  return text !== '' && !/[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]/.test(text);
}

function first<Test>(rows: readonly (readonly [string, Test])[], passes: (test: Test) => boolean): string {
  return rows.find(([, test]) => passes(test))?.[0] ?? 'public.data';
}
