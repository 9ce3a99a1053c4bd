import { isWish } from '../../../engines/filesearch/criteria.ts';
import type { Findings } from '../../../engines/filesearch/engine.ts';
import { filterFiles } from '../../../engines/filesearch/filter-files.ts';
import { presentResults, REASONS_KEY, SNIPPETS_KEY, searchOutput } from '../present-results.ts';
import { askedBeside, criteriaOf, searchArguments } from '../search-arguments.ts';
import { SearchReporter } from '../search-reporter.ts';
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
    const question = ['search', query, scope, ...askedBeside(args)];
    const view = { ...viewOf(args, world, question), reasons: meta[REASONS_KEY] === true };
    const criteria = await criteriaOf(args, query, world.now());
    const reporter = new SearchReporter(call, view);
    const request = {
      scope,
      limit: view.limit,
      signal,
      snippets: view.detail === 'brief' || meta[SNIPPETS_KEY] === true,
      onProgress: reporter.onProgress,
      onHits: reporter.onHits,
    };
    if (!/\S/.test(query) || !isWish(criteria)) return presentResults(NOTHING, view, startedAt);
    const findings = await filterFiles(world.engine, criteria, request).finally(() => reporter.end());
    return presentResults(findings, view, startedAt);
  },
});

/** What white space finds. */
const NOTHING: Findings = { hits: [], complete: true, truncated: false, scanned: 0, skipped: 0, engine: 'none' };
