import { mail, mbox } from './mail.js';
import { flac, jpeg, mp3 } from './media.js';
import { docx, epub, ods, odt, pptx, xlsx } from './office.js';
import { pdf } from './pdf.js';
import { calendar, contact, csv, html, markdown, notebook, plainText, rtf } from './text.js';
import { gzip, tar, zip } from './zip.js';

const WRITERS = {
  txt: plainText,
  md: markdown,
  html,
  rtf,
  ipynb: notebook,
  csv,
  ics: calendar,
  vcf: contact,
  docx,
  odt,
  pptx,
  xlsx,
  ods,
  epub,
  pdf,
  eml: mail,
  mbox: ({ mails }) => mbox(mails),
  jpg: jpeg,
  JPG: jpeg,
  mp3,
  flac,
  zip: ({ members }) => zip(members),
  tar: ({ members }) => tar(members),
  tgz: ({ members }) => gzip(tar(members)),
};

export const extensionOf = (path) => {
  if (path.endsWith('.tar.gz')) return 'tgz';
  return path.slice(path.lastIndexOf('.') + 1);
};

/** The bytes of a file by the ending of its name; `raw` is written as it is, packed where the name says so. */
export function contentOf(path, document) {
  if (document.raw !== undefined) return path.endsWith('.gz') ? gzip(document.raw) : document.raw;
  const write = WRITERS[extensionOf(path)];
  if (write === undefined) throw new Error(`Nothing writes files like ${path}.`);
  return write(document);
}
