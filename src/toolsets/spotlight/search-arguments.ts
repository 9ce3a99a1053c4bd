import { BadWish, readQuery, readWishes, type Wishes } from '../../engines/filesearch/criteria.ts';
import { badValue, unknownKind } from '../../engines/filesearch/failures.ts';
import type { Criteria } from '../../engines/filesearch/filter-files.ts';
import { compileRegex } from '../../engines/filesearch/match/regex.ts';
import { integer, type Published, type RawArguments } from './spotlight-tool.ts';

/** What may be said about the files beside the text. */
export const searchArguments: Readonly<Record<string, Published>> = {
  kind: { type: 'string', description: 'As in search_by_kind' },
  since: { type: 'string', description: 'ISO 8601 or age: 7d' },
  until: { type: 'string', description: 'Modified before' },
  name: { type: 'string', description: 'Glob: *.md' },
  min_size: { type: 'string', description: 'Bytes, or 10MB' },
  max_size: { type: 'string', description: 'Likewise' },
  in: { type: 'string', description: 'names, text or both' },
  tags: { type: 'string', description: 'All, with commas' },
  regex: { type: 'boolean', description: 'query is RE2' },
  meaning: { type: 'boolean', description: 'Also other words for it' },
  syntax: { type: 'boolean', description: 'query may hold kind:pdf size:>1MB "phrase" -not' },
};

const TEXTS = ['kind', 'since', 'until', 'name', 'min_size', 'max_size', 'in', 'tags'] as const;
const DIALECT = 'RE2: no look-around, no back-references; (?i) in front ignores case';

/** What these arguments add to the question that a list answers; nothing when none is given. */
export function askedBeside(args: RawArguments): string[] {
  const given = Object.keys(searchArguments).filter((key) => args[key] !== undefined);
  return given.map((key) => JSON.stringify([key, args[key]]));
}

/** The files that the arguments describe. They are checked in the order in which they are listed. */
export async function criteriaOf(args: RawArguments, query: string, now: number): Promise<Criteria> {
  const wishes = Object.fromEntries(
    TEXTS.map((key) => [key, key === 'tags' ? tagsOf(args) : textOf(args, key)]),
  ) as Wishes;
  try {
    const criteria = readWishes(wishes, now);
    const [regex, syntax, meaning] = [flagOf(args, 'regex'), flagOf(args, 'syntax'), flagOf(args, 'meaning')];
    if (regex && syntax)
      throw badValue('syntax', 'left out when regex is true: then all of the query is an expression');
    if (regex && meaning) throw badValue('meaning', 'left out when regex is true: an expression means what it says');
    const also = meaning && { meaning };
    if (syntax) return { ...readQuery(query, wishes, now), ...also };
    if (!regex) return { ...criteria, query, ...also };
    await compileRegex(query).catch((error: Error) => {
      throw badValue('query', `a regular expression when regex is true (${DIALECT})`, error.message);
    });
    return { ...criteria, query, regex };
  } catch (error) {
    if (!(error instanceof BadWish)) throw error;
    throw error.key === 'kind' && error.valid.startsWith('one of')
      ? unknownKind(error.given)
      : badValue(error.key, error.valid, error.given);
  }
}

/** An argument that is true, false or left out. */
export function flagOf(args: RawArguments, key: string): boolean {
  const value = args[key] ?? false;
  if (typeof value !== 'boolean') throw badValue(key, 'true or false');
  return value;
}

// A size may be a number; an empty text counts as left out.
function textOf(args: RawArguments, key: string): string | undefined {
  const value = args[key];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  const number = key.endsWith('_size') ? integer(value) : undefined;
  if (number === undefined) throw badValue(key, 'a string');
  return String(number);
}

function tagsOf({ tags }: RawArguments): string[] | undefined {
  if (tags === undefined || tags === null) return undefined;
  const list: unknown[] = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [undefined];
  if (!list.every((tag) => typeof tag === 'string'))
    throw badValue('tags', 'a string with commas or a list of strings');
  return list.map((tag) => tag.trim()).filter((tag) => tag !== '');
}
