import type { Bytes } from '../bytes.ts';
import { decodeAs } from '../charsets.ts';
import { described } from '../described.ts';
import { cardLines } from './card.ts';
import { Excerpt } from './excerpt.ts';
import { htmlText } from './html.ts';
import { fromQuoted, type Headers, headersOf, parameters, readable } from './mail-headers.ts';

const DEEPEST = 12;
const MOST_PARTS = 500;
const MOST_ATTACHED = 1 << 18;
const MOST_CHARACTERS = 8 << 20;

/** The text of a mail: subject, people and date, then its text parts and the names of what is attached, then its other headers. */
export function mailText(bytes: Bytes): string {
  const mail = bytes.read(0, bytes.size).toString('latin1');
  // What Apple Mail keeps begins with a line that holds the length of the mail.
  const [length = ''] = /^\d+\s*\n/.exec(mail.slice(0, 40)) ?? [];
  return messageText(mail.slice(length.length), MOST_CHARACTERS);
}

const PEOPLE = ['from', 'to', 'cc', 'bcc', 'reply-to', 'date'];
const UNTOLD = /^(?:subject|from|to|cc|bcc|reply-to|date|mime-version|content-.*|(?:arc|dkim)-.*|x-ms-.*|received.*)$/;

/** The text of one message, one character a byte. */
export function messageText(mail: string, limit: number): string {
  const headers = headersOf(mail);
  const seen = new Excerpt(limit);
  new Reader(seen).part(mail, headers, 0);
  const others = headers.list.filter(([name]) => !UNTOLD.test(name)).map(([, value]) => readable(value));
  const notes = PEOPLE.map((name) => readable(headers.get(name) ?? ''));
  const text = described({ title: readable(headers.get('subject') ?? ''), notes }, seen.text());
  return [text, described({ notes: others })].filter((part) => part !== '').join('\n');
}

class Reader {
  readonly #seen: Excerpt;
  #left = MOST_PARTS;

  constructor(seen: Excerpt) {
    this.#seen = seen;
  }

  /** Reads a part of a mail whose headers are known. */
  part(part: string, headers: Headers, depth: number): void {
    if (this.#left-- <= 0 || this.#seen.isFull || depth > DEEPEST) return;
    const { main, of } = parameters(headers.get('content-type') ?? 'text/plain');
    const boundary = of.get('boundary');
    const body = part.slice(headers.end);
    if (main.startsWith('multipart/') && boundary) return this.#parts(body, `--${boundary}`, depth);
    const name = nameOf(headers, of);
    if (name !== '') this.#seen.addLine(name);
    if (main === 'message/rfc822') return this.#attachedMail(body, depth);
    if (!isText(main, name)) return;
    const limit = name === '' ? MOST_CHARACTERS : MOST_ATTACHED;
    this.#addText(main, decodeAs(of.get('charset'), decoded(body.slice(0, 2 * limit), headers)));
  }

  #addText(main: string, text: string): void {
    if (main === 'text/html') {
      const page = htmlText(text, MOST_CHARACTERS);
      this.#seen.addLine(page.title);
      this.#seen.addLine(page.text);
    } else
      this.#seen.addLine(
        /^text\/(?:calendar|x?-?vcard)$/.test(main) ? cardLines(text).join('\n') : text.replaceAll('\r\n', '\n'),
      );
  }

  #parts(body: string, mark: string, depth: number): void {
    let start = -1;
    for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
      const end = at + mark.length;
      const isWholeLine = (at === 0 || body[at - 1] === '\n') && /^(?:--|\s|$)/.test(body.slice(end, end + 2));
      if (!isWholeLine) continue;
      if (start !== -1) this.#inner(body.slice(start, at), depth);
      if (this.#left <= 0 || body.startsWith('--', end)) return;
      const line = body.indexOf('\n', end);
      start = line === -1 ? body.length : line + 1;
    }
    // A mail that was cut short has no end.
    if (start !== -1) this.#inner(body.slice(start), depth);
  }

  #inner(part: string, depth: number): void {
    this.part(part, headersOf(part), depth + 1);
  }

  #attachedMail(mail: string, depth: number): void {
    const headers = headersOf(mail);
    for (const name of ['subject', ...PEOPLE]) this.#seen.addLine(readable(headers.get(name) ?? ''));
    this.part(mail, headers, depth + 1);
  }
}

function decoded(body: string, headers: Headers): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? fromQuoted(body) : Buffer.from(body, 'latin1');
}

/** The name of what is attached; empty for a part that is shown with the mail. */
function nameOf(headers: Headers, type: ReadonlyMap<string, string>): string {
  const disposition = parameters(headers.get('content-disposition') ?? '');
  return readable(disposition.of.get('filename') ?? type.get('name') ?? '').trim();
}

const TEXT_NAMES = /\.(?:txt|text|md|csv|tsv|json|xml|ya?ml|log|html?|ics|vcf|tex|rst|org|toml|ini|sql|diff|patch)$/i;

function isText(type: string, name: string): boolean {
  return (
    !type.includes('/') || type.startsWith('text/') || (TEXT_NAMES.test(name) && !/^(?:image|audio|video)\//.test(type))
  );
}
