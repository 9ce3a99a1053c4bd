import { unknownKind } from '../../../engines/filesearch/failures.ts';
import { kindOf, kinds } from '../../../engines/filesearch/types/kind.ts';
import { listOutput, presentResults } from '../present-results.ts';
import { published, requiredText, scopeArgument, scopeOf, spotlightTool } from '../spotlight-tool.ts';
import { viewArguments, viewOf } from '../view.ts';

export const searchByKind = spotlightTool({
  name: 'search_by_kind',
  title: 'Search files by kind',
  description: 'Lists files of one kind below a directory, newest first.',
  input: published(
    {
      kind: { type: 'string', enum: kinds, description: 'Kind of file' },
      scope: scopeArgument,
      ...viewArguments,
    },
    ['kind', 'scope'],
  ),
  output: listOutput,
  run: async (args, { world, signal }) => {
    const startedAt = performance.now();
    const word = requiredText(args, 'kind');
    const scope = await scopeOf(args, world);
    const kind = kindOf(word);
    if (kind === undefined) throw unknownKind(word);
    const view = viewOf(args, world, ['search_by_kind', kind, scope]);
    return presentResults(await world.engine.byKind(kind, { scope, limit: view.limit, signal }), view, startedAt);
  },
});
