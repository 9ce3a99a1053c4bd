import { decodeAs, decodeUnknown } from '../charsets.ts';

const MOST_BYTES = 1 << 18;

/** Headers of a mail or of a part of it. */
export interface Headers {
  /** Names in lower case, values unfolded and as written. */
  readonly list: readonly (readonly [name: string, value: string])[];
  get(name: string): string | undefined;
  /** Where the body begins. */
  readonly end: number;
}

/** Reads the headers at the beginning of a mail, one character a byte. */
export function headersOf(mail: string): Headers {
  const list: [string, string][] = [];
  let at = 0;
  while (at < mail.length && at <= MOST_BYTES) {
    const lineEnd = mail.indexOf('\n', at);
    const next = lineEnd === -1 ? mail.length : lineEnd + 1;
    const line = mail.slice(at, next).trimEnd();
    const last = list.at(-1);
    const colon = line.indexOf(':');
    const isFolded = line.startsWith(' ') || line.startsWith('\t');
    // Some mails lack the empty line before the body.
    if (line !== '' && !isFolded && !HEADER.test(line)) break;
    at = next;
    if (line === '') break;
    if (isFolded && last) last[1] += ` ${line.trimStart()}`;
    else if (!isFolded && !FROM.test(line)) {
      list.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
    }
  }
  return { list, end: at, get: (name) => list.find(([each]) => each === name)?.[1] };
}

const HEADER = /^(?:[!-9;-~]{1,200}[ \t]{0,9}:|>?From )/;
/** The line before a mail in a folder of mails. */
const FROM = /^>?From /;

const WORD = /=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*)\?=/g;

/** A header as people read it: encoded words decoded, those side by side as one, since a character may be cut in two. */
export function readable(value: string): string {
  const written = decodeUnknown(Buffer.from(value, 'latin1'));
  if (!written.includes('=?')) return written;
  const parts: string[] = [];
  let pending: { charset: string; bytes: Buffer[] } | undefined;
  let end = 0;
  const flush = () => {
    if (pending) parts.push(decodeAs(pending.charset, Buffer.concat(pending.bytes)));
    pending = undefined;
  };
  for (const match of written.matchAll(WORD)) {
    const [word, language = '', method = '', text = ''] = match;
    const between = written.slice(end, match.index);
    const charset = (language.split('*', 1)[0] ?? '').toLowerCase();
    const bytes = method.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : fromQuoted(text.replaceAll('_', ' '));
    if (!pending || between.trim() !== '' || pending.charset !== charset) {
      flush();
      if (between.trim() !== '' || end === 0) parts.push(between);
      pending = { charset, bytes: [] };
    }
    pending.bytes.push(bytes);
    end = match.index + word.length;
  }
  flush();
  parts.push(written.slice(end));
  return parts.join('');
}

/** Bytes of quoted-printable text. */
export function fromQuoted(text: string): Buffer {
  const joined = text.replaceAll(/=[ \t]*\r?\n/g, '');
  const plain = joined.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

/** A header such as `text/plain; charset="utf-8"`: what it says first, and its parameters. */
export function parameters(value: string): { readonly main: string; readonly of: ReadonlyMap<string, string> } {
  const [main = '', ...rest] = pieces(value);
  const found = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    const text = part.slice(equals + 1).trim();
    const plain = text.startsWith('"') ? text.replaceAll(/^"|"$/g, '').replaceAll(/\\(.)/g, '$1') : text;
    const [base = '', ...marks] = name.split('*');
    found.set(base, (found.get(base) ?? '') + (marks.at(-1) === '' ? percentDecoded(plain) : plain));
  }
  return { main: main.trim().toLowerCase(), of: found };
}

const MOST_PIECES = 100;

/** What is between semicolons, except those within quotes. */
function pieces(value: string): string[] {
  const found: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at <= value.length && found.length < MOST_PIECES; at++) {
    const character = value[at];
    if (character === '\\') at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (at === value.length || (character === ';' && !isQuoted)) {
      found.push(value.slice(from, at));
      from = at + 1;
    }
  }
  return found;
}

/** `utf-8'en'%C3%A4`, of which later pieces lack the charset. */
function percentDecoded(text: string): string {
  const [, charset, rest = ''] = /^([^']{0,40})'[^']{0,40}'(.*)$/s.exec(text) ?? [undefined, 'utf-8', text];
  const plain = rest.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decodeAs(charset, Buffer.from(plain, 'latin1')), 'utf8').toString('latin1');
}
