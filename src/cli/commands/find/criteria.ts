import { BadWish, isWish, readQuery, readWishes, type Wishes } from '../../../engines/filesearch/criteria.ts';
import type { Criteria } from '../../../engines/filesearch/filter-files.ts';
import { compileRegex } from '../../../engines/filesearch/match/regex.ts';
import { kinds } from '../../../engines/filesearch/types/kind.ts';
import type { Flags } from '../../options/settings.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';

/** The files that a person looks for, by options and by words in the text. */
export async function readCriteria(query: string | undefined, flags: Flags): Promise<Criteria> {
  if (query !== undefined && !/\S/.test(query)) throw new UsageError('the text to look for is empty');
  if (flags.meaning && (flags.regex || query === undefined))
    throw new UsageError('--meaning needs a text, and one that is no --regex');
  const criteria = { ...(await read(query, flags)), ...(flags.meaning === true && { meaning: true }) };
  if (isWish(criteria)) return criteria;
  throw new UsageError('say what to find: a text, --kind or --since, or another option that chooses files');
}

async function read(query: string | undefined, flags: Flags): Promise<Criteria> {
  const { regex, literal } = flags;
  if (regex && literal) throw new UsageError('give either --regex or --literal, not both');
  if (regex && query === undefined) throw new UsageError('--regex needs a text, which is the expression');
  if (regex) await checkRegex(query as string);
  try {
    const wishes = wishesOf(flags);
    if (query === undefined) return readWishes(wishes, Date.now());
    if (!regex && !literal) return readQuery(query, wishes, Date.now());
    return { ...readWishes(wishes, Date.now()), query, ...(regex === true && { regex }) };
  } catch (error) {
    throw error instanceof BadWish ? inTheirWords(error) : error;
  }
}

function wishesOf(flags: Flags): Wishes {
  const { namesOnly, textOnly, tag } = flags;
  if (namesOnly && textOnly) throw new UsageError('give either --names-only or --text-only, not both');
  return {
    kind: textOf(flags.kind),
    since: textOf(flags.since),
    until: textOf(flags.until),
    name: textOf(flags.name),
    min_size: textOf(flags.minSize),
    max_size: textOf(flags.maxSize),
    in: namesOnly ? 'names' : textOnly ? 'text' : undefined,
    tags: Array.isArray(tag) ? tag.map(String) : undefined,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

async function checkRegex(pattern: string): Promise<void> {
  await compileRegex(pattern).catch((error: Error) => {
    throw new UsageError(`the text is no regular expression (RE2) that can be used: ${error.message}`);
  });
}

/** The option, or the word in the text. */
const NAMES: Partial<Record<BadWish['key'], string>> = {
  min_size: '--min-size',
  max_size: '--max-size',
  size: 'size:',
  in: 'in:',
  query: 'the text',
};

function inTheirWords({ key, given, valid }: BadWish): UsageError {
  if (key === 'kind' && valid.startsWith('one of'))
    return new UsageError(`unknown kind '${given}'. ${suggestion(given, kinds)}`);
  const said = `${NAMES[key] ?? `--${key}`} '${given}'`;
  if ((key === 'since' || key === 'until') && valid.startsWith('a date')) {
    return new UsageError(
      `${said} is neither a date like 2026-01-31, a time like 2026-01-31T12:00:00Z nor an age like 7d`,
    );
  }
  return new UsageError(`${said} does not fit; what does: ${valid}`);
}
