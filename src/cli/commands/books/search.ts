import type { Settings } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { printable } from './printable.ts';
import { bookNamed, withLibrary } from './session.ts';

export interface SearchFlags {
  readonly user?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

const MOST = 1000;
/** So long lessons are indexed before progress is shown again. */
const SLICE_MS = 500;

/** Prints the sections of a book that hold some words. */
export async function searchLessons(
  name: string,
  words: string,
  flags: SearchFlags,
  settings: Settings,
): Promise<number> {
  const limit = Number(flags.limit ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new UsageError(`--limit must be a whole number from 1 to ${MOST}`);
  }
  const book = await bookNamed(name);
  return await withLibrary('search', settings, {}, async ({ world, signal, progress }) => {
    const { findWords, ownerOf } = await import('../../../engines/library/index.ts');
    const scope = { books: [book], isWhole: false, user: ownerOf(flags.user), offset: 0, limit };
    const find = () => findWords(world.textSearch, words, scope, { deadline: performance.now() + SLICE_MS, signal });
    let found = await find();
    for (let total = found.waiting; found.waiting > 0; found = await find()) {
      total = Math.max(total, found.waiting);
      progress.show(total - found.waiting, total);
    }
    progress.end();
    const hits = found.hits.map(({ path, section, line, title, excerpt }) => ({
      path,
      title,
      heading: section,
      line,
      excerpt,
    }));
    if (flags.json) process.stdout.write(`${JSON.stringify(hits, undefined, 2)}\n`);
    else {
      const lines = hits.map(({ path, line, heading, excerpt }) =>
        [`${path}:${line}  ${heading}`, ...(excerpt === '' ? [] : [`    ${excerpt}`])].map(printable).join('\n'),
      );
      process.stdout.write(`${lines.join('\n') || 'Nothing found.'}\n`);
      if (found.remark !== '') process.stderr.write(`${found.remark}\n`);
    }
    return hits.length > 0 ? 0 : 1;
  });
}
