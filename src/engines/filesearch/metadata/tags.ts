import { codeOf } from '../../../lib/errno.ts';
import { mapInParallel } from '../../../lib/in-parallel.ts';
import type { Findings, Hit } from '../engine.ts';
import { queryFailed } from '../failures.ts';
import { fold } from '../match/fold.ts';
import { extendedAttributes } from './extended-attributes.ts';

interface Limited {
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** A program is asked for the tags of each file. */
const AT_ONCE = 8;
const MOST_ASKED = 5000;
const MOST_MS = 10_000;
const NOTE = 'Tags were read of the first files only. Narrow the search.';

/** The hits of a search that have all of these tags, in any case: more are looked for until there are enough, or no more. */
export async function onlyTagged<Request extends Limited>(
  tags: readonly string[],
  request: Request,
  search: (request: Request) => Promise<Findings>,
  platform: string = process.platform,
): Promise<Findings> {
  const wanted = tags.map((tag) => fold(tag).trim());
  const verdicts = new Map<string, boolean>();
  const endMs = performance.now() + MOST_MS;
  for (let limit = request.limit * 4 + 50; ; limit *= 4) {
    const found = await search({ ...request, limit: Math.min(limit, MOST_ASKED) });
    const hits: Hit[] = [];
    let isCut = false;
    for (let at = 0; at < found.hits.length && hits.length <= request.limit; at += AT_ONCE) {
      isCut = performance.now() > endMs;
      if (isCut) break;
      const some = found.hits.slice(at, at + AT_ONCE);
      const unknown = some.filter(({ path }) => !verdicts.has(path));
      const asked = await mapInParallel(unknown, AT_ONCE, ({ path }) => tagsOf(path, platform), request.signal);
      for (const [index, { path }] of unknown.entries()) {
        verdicts.set(
          path,
          wanted.every((tag) => asked[index]?.includes(tag)),
        );
      }
      hits.push(...some.filter(({ path }) => verdicts.get(path)));
    }
    const isEnough = hits.length > request.limit;
    isCut ||= !isEnough && found.truncated && limit >= MOST_ASKED;
    if (isEnough || isCut || !found.truncated) {
      const cut = isCut && { complete: false, note: [found.note, NOTE].filter(Boolean).join(' ') };
      return { ...found, hits: hits.slice(0, request.limit), truncated: isEnough, ...cut };
    }
  }
}

async function tagsOf(path: string, platform: string): Promise<string[]> {
  try {
    const { kMDItemUserTags: tags } = await extendedAttributes(path, platform);
    return Array.isArray(tags) ? tags.map((tag) => fold(String(tag)).trim()) : [];
  } catch (error) {
    // A file that is gone has no tags either, but its error names a system call and no program.
    const isMissing = codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall?.startsWith('spawn');
    if (isMissing)
      throw queryFailed('tags cannot be read, because this system lacks the program getfattr (package attr)');
    return [];
  }
}
