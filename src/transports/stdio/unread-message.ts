import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../kernel/json.ts';
import { clientId } from '../message.ts';

/** What is kept of a line that cannot be read. */
export interface LineEnds {
  readonly head: Buffer;
  /** The last bytes, which may overlap the head. */
  readonly tail: Buffer;
}

export const HEAD_BYTES = 8 * 1024;
export const TAIL_BYTES = 4 * 1024;

/**
 * The JSON text of the id to answer a message with that cannot be read as a whole: its own where the first or last bytes show it,
 * else `null`. Undefined when the message is a notification, which nobody answers.
 */
export function idToAnswer({ head, tail }: LineEnds): string | undefined {
  // Bytes as characters: a head ends anywhere, also within a character, and may hold what is no text.
  const members = membersOf(head.toString('latin1'));
  const id = members.get('id') ?? ID_AT_THE_END.exec(tail.toString('latin1'))?.[1];
  if (id !== undefined) return textOf(id);
  return members.get('method')?.startsWith('"notifications/') ? undefined : 'null';
}

function textOf(id: string): string {
  const value = valueOf(id);
  return clientId(value)?.text ?? 'null';
}

function valueOf(token: string): unknown {
  const bytes = Buffer.from(token, 'latin1');
  try {
    return isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}

const SPACE = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;
/** A number or a word; what follows tells that it is whole. */
const SCALAR = /[^\s,:{}[\]"]+(?=[\s,}])/y;
const OPENING = /[{[]/y;
const STRUCTURE = /["{}[\]]/g;

/** What JSON clients write last: members without structure before the brace that ends the message, and the id among them. */
const FLAT = String.raw`\s*(?:"[^"\\]*"|[^\s,:{}[\]"]+)\s*`;
const ID_AT_THE_END = new RegExp(
  String.raw`[{,]\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,:{}[\]"]+)\s*(?:,\s*"[^"\\]*"\s*:${FLAT})*\}\s*$`,
);

/** The members of an object of which only the beginning may be there: those that are whole, as JSON text by name. */
function membersOf(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };
  const takeChar = (char: string): boolean => {
    take(SPACE);
    if (text[at] !== char) return false;
    at++;
    take(SPACE);
    return true;
  };

  if (!takeChar('{')) return members;
  do {
    const name = take(STRING);
    if (name === undefined || !takeChar(':')) break;
    const start = at;
    if (take(OPENING) !== undefined) at = endOfStructure(text, at);
    else if (take(STRING) === undefined && take(SCALAR) === undefined) break;
    if (at > text.length) break;
    members.set(String(valueOf(name)), text.slice(start, at));
  } while (takeChar(','));
  return members;
}

/** Where an object or array ends that has been opened before `start`; beyond the text when it does not. */
function endOfStructure(text: string, start: number): number {
  STRUCTURE.lastIndex = start;
  for (let depth = 1; depth > 0; ) {
    const found = STRUCTURE.exec(text);
    if (!found) return text.length + 1;
    if (found[0] === '"') {
      STRING.lastIndex = found.index;
      if (!STRING.test(text)) return text.length + 1;
      STRUCTURE.lastIndex = STRING.lastIndex;
    } else depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
  }
  return STRUCTURE.lastIndex;
}
