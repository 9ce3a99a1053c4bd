import { limitArgument, limitOf, published, requiredText, scopeArgument } from '../arguments.ts';
import { unknownKind } from '../failures.ts';
import { foundFiles, presentFindings } from '../found.ts';
import { kindOf, kinds } from '../types/kinds.ts';
import { lookingTool } from '../world.ts';

export const searchByKind = lookingTool({
  name: 'search_by_kind',
  title: 'Search files by kind',
  description: 'Lists the files of one kind below a directory, newest first.',
  input: published(
    {
      kind: { type: 'string', description: `File kind: ${kinds.join(', ')}` },
      scope: scopeArgument,
      limit: limitArgument,
    },
    ['kind', 'scope'],
  ),
  output: foundFiles,
  look: async (args, { world, signal }) => {
    const startedAt = performance.now();
    const word = requiredText(args, 'kind');
    const scope = await world.territory.scope(requiredText(args, 'scope'));
    const limit = limitOf(args);
    const kind = kindOf(word);
    if (kind === undefined) throw unknownKind(word);
    return presentFindings(await world.engine.byKind(kind, { scope, limit, signal }), startedAt);
  },
});
