import { limitArgument, limitOf, published, requiredText, scopeArgument } from '../arguments.ts';
import type { Findings } from '../engine.ts';
import { foundFiles, presentFindings, SNIPPETS_KEY } from '../found.ts';
import { lookingTool } from '../world.ts';

export const search = lookingTool({
  name: 'search',
  title: 'Search files by text',
  description:
    'Finds files below a directory whose contents or names hold a text, in any case and with or without accents: first the whole phrase, then files with all its ' +
    'words in any order. Every character is literal. Also reads PDF and office documents.',
  input: published(
    {
      query: { type: 'string', description: 'Text to look for; no wildcards' },
      scope: scopeArgument,
      limit: limitArgument,
    },
    ['query', 'scope'],
  ),
  output: foundFiles,
  look: async (args, { world, signal, meta }) => {
    const startedAt = performance.now();
    const query = requiredText(args, 'query');
    const scope = await world.territory.scope(requiredText(args, 'scope'));
    const limit = limitOf(args);
    const snippets = meta[SNIPPETS_KEY] === true;
    const findings = /\S/.test(query) ? await world.engine.search(query, { scope, limit, signal, snippets }) : NOTHING;
    return presentFindings(findings, startedAt);
  },
});

/** What white space finds. */
const NOTHING: Findings = { hits: [], complete: true, truncated: false, scanned: 0, skipped: 0, engine: 'none' };
