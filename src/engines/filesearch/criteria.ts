import { type Place, places } from './file-criteria.ts';
import type { Criteria } from './filter-files.ts';
import { BadGlob, nameGlob } from './match/glob.ts';
import { queryParts } from './query-words.ts';
import { isDay, parseMoment } from './since.ts';
import { kindOf, kinds } from './types/kind.ts';

/** What was wished for cannot be read. */
export class BadWish extends Error {
  override readonly name = 'BadWish';

  /** The key of the wish, what was given, and what would be valid. */
  constructor(
    readonly key: WishKey,
    readonly given: string,
    readonly valid: string,
  ) {
    super(`${key}: ${valid}`);
  }
}

/** What a file must be, as texts that somebody has written. */
export interface Wishes {
  readonly kind?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly name?: string | undefined;
  readonly min_size?: string | undefined;
  readonly max_size?: string | undefined;
  readonly in?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export type WishKey = keyof Wishes | 'size' | 'regex' | 'syntax' | 'query';

const DAY_MS = 24 * 60 * 60 * 1000;
const AGE = /^(\d{1,6})([mhdw])$/;
const MINUTES = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };
const SIZE = /^(\d{1,15}(?:\.\d{1,6})?) ?(?:([kmgt]?)(i?)b?)$/i;
const MOST_TAGS = 20;
const MOST_CONDITIONS = 50;

/** Reads wishes in their order, and throws a `BadWish` for the first that makes no sense. */
export function readWishes(wishes: Wishes, now: number): Criteria {
  const { kind, since, until, name, min_size, max_size, tags } = wishes;
  const criteria = {
    kind: kind === undefined ? undefined : readKind(kind),
    sinceMs: since === undefined ? undefined : readTime('since', since, now),
    untilMs: until === undefined ? undefined : readTime('until', until, now),
    name: name === undefined ? undefined : readName(name),
    minSize: min_size === undefined ? undefined : readSize('min_size', min_size),
    maxSize: max_size === undefined ? undefined : readSize('max_size', max_size),
    place: wishes.in === undefined ? undefined : readPlace(wishes.in),
    tags,
  };
  const { sinceMs, untilMs, minSize, maxSize } = criteria;
  if (since !== undefined && until !== undefined && Number(untilMs) <= Number(sinceMs)) {
    throw new BadWish('until', until, `later than since (${since})`);
  }
  if (min_size !== undefined && max_size !== undefined && Number(maxSize) < Number(minSize)) {
    throw new BadWish('max_size', max_size, `at least min_size (${min_size})`);
  }
  if ((tags?.length ?? 0) > MOST_TAGS) throw new BadWish('tags', `${tags?.length} tags`, `at most ${MOST_TAGS}`);
  return criteria;
}

/** Reads a query with words in it (`query-words.ts`) beside other wishes; what is said in both places is one too many. */
export function readQuery(query: string, wishes: Wishes, now: number): Criteria {
  const { text, phrases, without, words } = queryParts(query);
  const conditions = phrases.length + without.length;
  if (conditions > MOST_CONDITIONS) {
    throw new BadWish('query', String(conditions), `one with at most ${MOST_CONDITIONS} phrases and excluded words`);
  }
  const all: Record<string, string | readonly string[] | undefined> = { ...wishes };
  const say = (key: keyof Wishes, value: string) => {
    if (all[key] !== undefined) throw new BadWish(key, value, 'given once, in the query or beside it');
    all[key] = value;
  };
  for (const { key, value } of words) {
    if (key === 'tag') all.tags = [...(all.tags ?? []), value];
    else if (key === 'size') for (const [limit, size] of sizeLimits(value)) say(limit, size);
    else say(key, value);
  }
  const criteria = { ...readWishes(all, now), phrases, without };
  // A phrase alone is what is looked for; that it must be there is a condition all the same.
  const wanted = text === '' && phrases[0] !== undefined ? `"${phrases[0]}"` : text;
  if (wanted === '') return criteria;
  return { ...criteria, query: wanted };
}

/** Whether anything at all is wished for. */
export function isWish({ phrases, without, tags, meaning: _meaning, ...rest }: Criteria): boolean {
  const lists = [phrases, without, tags];
  return (
    lists.some((list) => list !== undefined && list.length > 0) || Object.values(rest).some((one) => one !== undefined)
  );
}

function readKind(word: string): Criteria['kind'] {
  const kind = kindOf(word);
  if (kind === undefined) throw new BadWish('kind', word, `one of ${kinds.join(', ')}`);
  return kind;
}

// A day is meant as a whole: until it has ended.
function readTime(key: 'since' | 'until', text: string, now: number): number {
  const [, count, unit] = AGE.exec(text) ?? [];
  if (unit !== undefined) return now - Number(count) * MINUTES[unit as keyof typeof MINUTES] * 60_000;
  const moment = parseMoment(text);
  if (moment !== undefined) return key === 'until' && isDay(text) ? moment + DAY_MS : moment;
  throw new BadWish(
    key,
    text,
    'a date like 2026-01-31, a time like 2026-01-31T12:00:00Z or an age like 90m, 12h, 7d, 2w',
  );
}

function readName(pattern: string): string {
  if (pattern.includes('/')) {
    throw new BadWish(
      'name',
      pattern,
      'a pattern for the file name alone, such as *.md; scope says below which directory',
    );
  }
  try {
    nameGlob(pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof BadGlob)) throw error;
    throw new BadWish('name', pattern, `a pattern such as *.md or {a,b}*; ${error.message}`);
  }
}

function readPlace(text: string): Place {
  const place = places.find((one) => one === text.toLowerCase());
  if (place === undefined) throw new BadWish('in', text, `one of ${places.join(', ')}`);
  return place;
}

function readSize(key: WishKey, text: string): number {
  const [, number, prefix = '', binary] = SIZE.exec(text.trim()) ?? [];
  const bytes = Number(number) * (binary ? 1024 : 1000) ** ' kmgt'.indexOf(prefix.toLowerCase() || ' ');
  if (number !== undefined && !(binary && prefix === '') && Number.isSafeInteger(Math.round(bytes)))
    return Math.round(bytes);
  throw new BadWish(key, text, 'bytes such as 5000, or a size such as 10kB, 1.5MB, 2GiB');
}

const SIZE_WORD = /^(?:(?<sign>[<>]=?)(?<bound>[^<>.]+(?:\.\d+[^<>.]*)?)|(?<from>[^<>]*?)\.\.(?<to>[^<>]*))$/;

function sizeLimits(value: string): [limit: 'min_size' | 'max_size', size: string][] {
  const { sign, bound, from, to } = SIZE_WORD.exec(value)?.groups ?? {};
  if (sign !== undefined && bound !== undefined) {
    const beyond = sign.length > 1 ? 0 : sign === '>' ? 1 : -1;
    const size = Math.max(0, readSize('size', bound) + beyond);
    return [[sign.startsWith('>') ? 'min_size' : 'max_size', String(size)]];
  }
  if (!from && !to) throw new BadWish('size', value, 'such as size:>1MB, size:<=500kB or size:1MB..5MB');
  return [
    ...(from ? [['min_size', String(readSize('size', from))] as ['min_size', string]] : []),
    ...(to ? [['max_size', String(readSize('size', to))] as ['max_size', string]] : []),
  ];
}
