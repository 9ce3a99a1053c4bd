import { isZip } from './sniff.ts';

/** Office documents and books, which must be taken apart as a whole; the extensions of each. */
const OFFICE = {
  pdf: 'pdf',
  docx: 'docx docm dotx',
  xlsx: 'xlsx xlsm',
  pptx: 'pptx pptm ppsx',
  odt: 'odt ott',
  ods: 'ods',
  odp: 'odp',
  epub: 'epub',
} as const;

/** Everything else whose text is not simply its bytes. */
const OTHERS = {
  picture: 'jpg jpeg jpe jfif png apng webp tif tiff dng nef cr2 arw pef srw',
  heif: 'heic heif avif',
  mp3: 'mp3',
  film: 'm4a m4b m4v mp4 mov qt 3gp 3g2',
  vorbis: 'flac ogg oga opus',
  media: 'ogv wav wave aif aiff aifc wma wmv asf mkv mka webm ape wv mpc avi aac',
  mail: 'eml emlx mht mhtml',
  mbox: 'mbox mbx',
  rtf: 'rtf',
  card: 'ics ifb vcf vcard',
  notebook: 'ipynb',
  zip: 'zip',
  tar: 'tar',
  gzip: 'gz tgz svgz',
  xz: 'xz txz',
  zstd: 'zst tzst',
} as const;

export type OfficeFormat = keyof typeof OFFICE;
export type OtherFormat = keyof typeof OTHERS;
export type DocumentFormat = OfficeFormat | OtherFormat;

const formats = new Map<string, DocumentFormat>();
for (const [format, extensions] of Object.entries({ ...OFFICE, ...OTHERS })) {
  for (const extension of extensions.split(' ')) formats.set(extension, format as DocumentFormat);
}

/** The format a file name stands for, when its text needs an extractor. */
export function documentFormat(name: string): DocumentFormat | undefined {
  const dot = name.lastIndexOf('.');
  if (dot > 0)
    return (
      formats.get(name.slice(dot + 1).toLowerCase()) ??
      (name.includes(':2,') && MAILDIR.test(name) ? 'mail' : undefined)
    );
  return MAIL_FOLDERS.has(name.toLowerCase()) ? 'mbox' : undefined;
}

/** A mail in a folder of mails is named by its moment and ends with its flags; other programs keep a folder of mails in one file. */
const MAILDIR = /^\d+\.[^/]+:2,[A-Za-z]*$/;
const MAIL_FOLDERS = new Set(['mbox', 'inbox', 'sent', 'drafts', 'trash', 'archive', 'archives']);

export function isOffice(format: DocumentFormat): format is OfficeFormat {
  return Object.hasOwn(OFFICE, format);
}

/** How many bytes `looksLike` wants to see. */
export const LOOKED_AT = 1024;

const isWritten = (head: Buffer) => !head.includes(0);

// Byte by byte: of most files of a first search the first one tells.
function starts(head: Buffer, bytes: string, from = 0): boolean {
  for (let at = 0; at < bytes.length; at++) if (head[from + at] !== bytes.charCodeAt(at)) return false;
  return true;
}

const LOOKS: Readonly<Record<OtherFormat, (head: Buffer) => boolean>> = {
  picture: (head) =>
    starts(head, '\xff\xd8\xff') ||
    starts(head, '\x89PNG\r\n') ||
    starts(head, 'WEBP', 8) ||
    starts(head, 'II*\0') ||
    starts(head, 'MM\0*'),
  heif: (head) => starts(head, 'ftyp', 4),
  mp3: (head) => starts(head, 'ID3') || !isWritten(head),
  film: (head) => !isWritten(head),
  vorbis: (head) => starts(head, 'fLaC') || starts(head, 'OggS'),
  media: (head) => !isWritten(head),
  mail: (head) => isWritten(head) && /^(?:\d{1,12}\s{1,40})?(?:From |[!-9;-~]{1,80}:)/.test(head.toString('latin1')),
  mbox: (head) => starts(head, 'From '),
  rtf: (head) => starts(head, '{\\rtf'),
  card: (head) => isWritten(head) && /^\ufeff?\s*BEGIN:V/i.test(head.toString()),
  notebook: (head) => isWritten(head) && /^\s*\{/.test(head.toString('latin1')),
  zip: (head) => isZip(head) || starts(head, 'PK\x05\x06'),
  tar: (head) => starts(head, 'ustar', 257),
  gzip: (head) => starts(head, '\x1f\x8b\x08'),
  xz: (head) => starts(head, '\xfd7zXZ\0'),
  zstd: (head) => starts(head, '\x28\xb5\x2f\xfd'),
};

/** Whether a file that its name puts into a format begins as such files do; anything may be called anything. */
export function looksLike(format: OtherFormat, head: Buffer): boolean {
  return head.length > 0 && LOOKS[format](head);
}
