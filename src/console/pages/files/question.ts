import { dateOf, type Hit, type HitList, nameOf } from './hits.ts';
import { isOfKind } from './kinds.ts';
import { beginOf, type Place } from './place.ts';

/** What is looked for, wherever that is. */
export type Question = Pick<Place, 'text' | 'kind' | 'age'>;

export function isSameQuestion(one: Question, other: Question): boolean {
  return one.text === other.text && one.kind === other.kind && one.age === other.age;
}

export interface Ask {
  readonly tool: 'search' | 'search_by_kind' | 'recent_files';
  readonly args: Readonly<Record<string, unknown>>;
}

/** The call that comes nearest to a question. Without text and kind, the newest files, however old they are. */
export function askFor({ text, kind, age }: Question, scope: string, limit: number, now: number): Ask {
  const common = { scope, limit, detail: 'brief' };
  if (text.trim() !== '') return { tool: 'search', args: { query: text, ...common } };
  if (kind !== '') return { tool: 'search_by_kind', args: { kind, ...common } };
  const since = age === '' ? '1970-01-01' : new Date(beginOf(age, now)).toISOString();
  return { tool: 'recent_files', args: { since, ...common } };
}

/** The part of a question that no call knows, so that the page looks for it among the hits; undefined when there is none. */
export function filterFor({ text, kind, age }: Question, now: number): ((hit: Hit) => boolean) | undefined {
  const byText = text.trim() !== '';
  const begin = age !== '' && (byText || kind !== '') ? beginOf(age, now) : undefined;
  if (begin === undefined && !(byText && kind !== '')) return undefined;
  return (hit) =>
    (begin === undefined || dateOf(hit) >= begin) &&
    (!byText || kind === '' || isOfKind(nameOf(hit), hit.kMDItemKind ?? '', kind));
}

/** Whether further hits of a list could pass the filter: one that is listed by date has none left once it is too old. */
export function mayHaveMore({ text, age }: Question, { cursor, hits }: HitList, now: number): boolean {
  if (cursor === undefined) return false;
  const last = hits.at(-1);
  return text.trim() !== '' || age === '' || last === undefined || dateOf(last) >= beginOf(age, now);
}
