import { listOutput, presentResults } from '../present-results.ts';
import { published, scopeArgument, scopeOf, sinceOf, spotlightTool } from '../spotlight-tool.ts';
import { viewArguments, viewOf } from '../view.ts';

export const recentFiles = spotlightTool({
  name: 'recent_files',
  title: 'List recent files',
  description: 'Lists files below a directory modified since a moment, newest first.',
  input: published(
    {
      scope: scopeArgument,
      since: {
        type: 'string',
        description: 'ISO 8601 day or time with zone (default: 7 days ago)',
      },
      ...viewArguments,
    },
    ['scope'],
  ),
  output: listOutput,
  run: async (args, { world, signal }) => {
    const startedAt = performance.now();
    const scope = await scopeOf(args, world);
    const since = sinceOf(args, world.now());
    const view = viewOf(args, world, ['recent_files', typeof args.since === 'string' ? args.since : '', scope]);
    return presentResults(await world.engine.recent(since, { scope, limit: view.limit, signal }), view, startedAt);
  },
});
