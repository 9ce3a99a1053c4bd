import type { Bytes } from '../bytes.ts';
import { Excerpt } from './excerpt.ts';
import { messageText } from './mail.ts';

const MOST_MESSAGES = 50_000;
const MOST_CHARACTERS = 16 << 20;

/** The text of a folder of mails in one file: each begins with a line `From …` at the beginning or behind an empty line. */
export function mboxText(bytes: Bytes): string {
  const mails = bytes.read(0, bytes.size).toString('latin1');
  const seen = new Excerpt(MOST_CHARACTERS);
  let at = 0;
  for (let count = 0; count < MOST_MESSAGES && at < mails.length && !seen.isFull; count++) {
    const line = mails.indexOf('\n', at);
    const from = line === -1 ? mails.length : line + 1;
    const to = nextMail(mails, from);
    seen.addLine(messageText(mails.slice(from, to), MOST_CHARACTERS));
    at = to;
  }
  return seen.text();
}

function nextMail(mails: string, from: number): number {
  for (let at = mails.indexOf('\nFrom ', from); at !== -1; at = mails.indexOf('\nFrom ', at + 1)) {
    const before = mails[at - 1];
    if (before === '\n' || (before === '\r' && mails[at - 2] === '\n')) return at + 1;
  }
  return mails.length;
}
