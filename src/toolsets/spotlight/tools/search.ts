import type { Findings } from '../../../engines/filesearch/engine.ts';
import { presentResults, SNIPPETS_KEY, searchOutput } from '../present-results.ts';
import { published, requiredText, scopeArgument, scopeOf, spotlightTool } from '../spotlight-tool.ts';
import { viewArguments, viewOf } from '../view.ts';

export const search = spotlightTool({
  name: 'search',
  title: 'Search files by text',
  description:
    'Finds files below a directory whose contents or names hold a text, in any case and with or without accents: first the whole phrase, then files with all its ' +
    'words in any order. Every character is literal. Also reads PDF and office documents.',
  input: published(
    {
      query: { type: 'string', description: 'Text to look for; no wildcards' },
      scope: scopeArgument,
      ...viewArguments,
    },
    ['query', 'scope'],
  ),
  output: searchOutput,
  run: async (args, { world, signal, meta }) => {
    const startedAt = performance.now();
    const query = requiredText(args, 'query');
    const scope = await scopeOf(args, world);
    const view = viewOf(args, world, ['search', query, scope]);
    const request = {
      scope,
      limit: view.limit,
      signal,
      snippets: view.detail === 'brief' || meta[SNIPPETS_KEY] === true,
    };
    const findings = /\S/.test(query) ? await world.engine.search(query, request) : NOTHING;
    return presentResults(findings, view, startedAt);
  },
});

/** What white space finds. */
const NOTHING: Findings = { hits: [], complete: true, truncated: false, scanned: 0, skipped: 0, engine: 'none' };
