import { beginOf, type Place } from './place.ts';

/** What is looked for, wherever that is. */
export type Question = Pick<Place, 'text' | 'kind' | 'age' | 'part' | 'meaning'>;

/** A question as a text that is the same for the same question. */
export function keyOf({ text, kind, age, part, meaning }: Question): string {
  return JSON.stringify([text, kind, age, part, meaning]);
}

export interface Ask {
  readonly tool: 'search' | 'search_by_kind' | 'recent_files';
  readonly args: Readonly<Record<string, unknown>>;
}

/** The call that answers a question. Without text and kind, the newest files, however old they are. */
export function askFor({ text, kind, age, part, meaning }: Question, scope: string, limit: number, now: number): Ask {
  const common = { scope, limit, detail: 'brief' };
  const since = age === '' ? undefined : new Date(beginOf(age, now)).toISOString();
  if (text.trim() !== '') {
    const narrow = { ...(kind && { kind }), ...(since && { since }), ...(part && { in: part }) };
    return { tool: 'search', args: { query: text, syntax: true, ...narrow, ...(meaning && { meaning }), ...common } };
  }
  if (kind !== '' && since !== undefined)
    return { tool: 'search', args: { query: `kind:${kind}`, syntax: true, since, ...common } };
  if (kind !== '') return { tool: 'search_by_kind', args: { kind, ...common } };
  return { tool: 'recent_files', args: { since: since ?? '1970-01-01', ...common } };
}

/** Whether more is said than a text. */
export function isNarrowed({ kind, age, part }: Question): boolean {
  return kind !== '' || age !== '' || part !== '';
}

const NOT_THIS = /(?<!\S)-(?:"[^"]*"|\S+)/g;
const CHOICE = /(?<!\S)(?:kind|since|until|name|in|tag|size):(?:"[^"]*"|\S+)/gi;

/** The part of a text that can stand in a file: without the words that choose files. */
export function wordsToMark(text: string): string {
  return text.replace(CHOICE, ' ').replace(NOT_THIS, ' ').replaceAll('"', ' ').replace(/\s+/g, ' ').trim();
}
