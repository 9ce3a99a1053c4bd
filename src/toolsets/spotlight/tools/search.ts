import { isWish } from '../../../engines/filesearch/criteria.ts';
import type { Findings } from '../../../engines/filesearch/engine.ts';
import { filterFiles } from '../../../engines/filesearch/filter-files.ts';
import type { Call } from '../../../kernel/tool.ts';
import { presentResults, SNIPPETS_KEY, searchOutput } from '../present-results.ts';
import { askedBeside, criteriaOf, searchArguments } from '../search-arguments.ts';
import { published, requiredText, scopeArgument, scopeOf, spotlightTool } from '../spotlight-tool.ts';
import { viewArguments, viewOf } from '../view.ts';

export const search = spotlightTool({
  name: 'search',
  title: 'Search files by text',
  description:
    'Finds files below a directory by words of their names, titles or contents, in any order, case or ending, best first; "in quotes": exactly this phrase. ' +
    'Also reads documents, mails, archives, captions and tags.',
  input: published(
    {
      query: { type: 'string', description: 'Text to look for' },
      scope: scopeArgument,
      ...viewArguments,
      ...searchArguments,
    },
    ['query', 'scope'],
  ),
  output: searchOutput,
  run: async (args, call) => {
    const { world, signal, meta } = call;
    const startedAt = performance.now();
    const query = requiredText(args, 'query');
    const scope = await scopeOf(args, world);
    const view = viewOf(args, world, ['search', query, scope, ...askedBeside(args)]);
    const criteria = await criteriaOf(args, query, world.now());
    const request = {
      scope,
      limit: view.limit,
      signal,
      snippets: view.detail === 'brief' || meta[SNIPPETS_KEY] === true,
      onProgress: reporter(call),
    };
    const isSaid = /\S/.test(query) && isWish(criteria);
    const findings = isSaid ? await filterFiles(world.engine, criteria, request) : NOTHING;
    return presentResults(findings, view, startedAt);
  },
});

/** Tells a client that asked for it how far a search is, whenever it got further. */
function reporter(call: Pick<Call, 'progress'>): (seen: number, read: number) => void {
  let last = 0;
  return (seen, read) => {
    if (seen + read <= last) return;
    last = seen + read;
    call.progress(last, undefined, `${seen} files seen, ${read} read`);
  };
}

/** What white space finds. */
const NOTHING: Findings = { hits: [], complete: true, truncated: false, scanned: 0, skipped: 0, engine: 'none' };
