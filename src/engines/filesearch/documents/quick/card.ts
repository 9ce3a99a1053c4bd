import type { Bytes } from '../bytes.ts';
import { decodeAs, decodeUnknown } from '../charsets.ts';
import { described } from '../described.ts';
import { spokenDay } from '../months.ts';
import { fromQuoted } from './mail-headers.ts';

/** Longer values are pictures and keys. */
const MOST_CHARACTERS = 20_000;
/** When something is. */
const DAYS = /^(?:DTSTART|DUE|BDAY|ANNIVERSARY)$/i;

/** The text of calendars and contacts: what they are about or whom they show, then all that they say, a line each. */
export function cardText(bytes: Bytes): string {
  const lines = cardLines(decodeUnknown(bytes.read(0, bytes.size)));
  const named = lines.find((line) => /^(?:SUMMARY|FN):/i.test(line));
  return described({ title: named?.slice(named.indexOf(':') + 1) }, lines.join('\n'));
}

/** Lines that were folded are one again, and values are as people read them. */
export function cardLines(text: string): string[] {
  const unbroken = /quoted-printable/i.test(text) ? text.replaceAll(/=\r?\n(?![A-Z-]{1,40}[:;])/g, '') : text;
  const unfolded = unbroken.replaceAll(/\r?\n[ \t]/g, '');
  const lines: string[] = [];
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = colonOf(line);
    if (colon <= 0) continue;
    const [name = '', ...marks] = line.slice(0, colon).split(';');
    const value = line.slice(colon + 1);
    if (value.length > MOST_CHARACTERS || marks.some((mark) => /^(?:encoding=)?(?:b|base64)$/i.test(mark))) continue;
    const person = marks
      .find((mark) => /^cn=/i.test(mark))
      ?.slice(3)
      .replaceAll('"', '');
    const field = name.slice(name.indexOf('.') + 1);
    const day = DAYS.test(field) ? spokenDay(value) : undefined;
    lines.push(`${field}:${[person, plain(value, marks), day].filter(Boolean).join(' ')}`);
  }
  return lines;
}

/** The first colon outside of quotes. */
function colonOf(line: string): number {
  const quote = line.indexOf('"');
  const colon = line.indexOf(':');
  if (quote === -1 || colon < quote) return colon;
  return /^(?:[^":]|"[^"]*")*/.exec(line.slice(0, MOST_CHARACTERS))?.[0].length ?? -1;
}

function plain(value: string, marks: readonly string[]): string {
  const isQuoted = marks.some((mark) => /^(?:encoding=)?quoted-printable$/i.test(mark));
  const charset = marks.find((mark) => /^charset=/i.test(mark))?.slice('charset='.length);
  const text = isQuoted ? decodeAs(charset ?? 'utf-8', fromQuoted(value)) : value;
  return text.replaceAll(/\\([nN,;:\\])/g, (_, character: string) => (/n/i.test(character) ? ' ' : character));
}
