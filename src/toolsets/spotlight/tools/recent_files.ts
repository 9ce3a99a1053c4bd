import { limitArgument, limitOf, published, requiredText, scopeArgument, sinceOf } from '../arguments.ts';
import { foundFiles, presentFindings } from '../found.ts';
import { lookingTool } from '../world.ts';

export const recentFiles = lookingTool({
  name: 'recent_files',
  title: 'List recent files',
  description: 'Lists the files below a directory that were modified since a moment, newest first.',
  input: published(
    {
      scope: scopeArgument,
      since: {
        type: 'string',
        description: 'ISO 8601, such as 2026-01-31T00:00:00Z or 2026-01-31 (default: 7 days ago)',
      },
      limit: limitArgument,
    },
    ['scope'],
  ),
  output: foundFiles,
  look: async (args, { world, signal }) => {
    const startedAt = performance.now();
    const scope = await world.territory.scope(requiredText(args, 'scope'));
    const limit = limitOf(args);
    const since = sinceOf(args, world.now());
    return presentFindings(await world.engine.recent(since, { scope, limit, signal }), startedAt);
  },
});
