import * as z from 'zod';
import { ToolFailure } from '../../../kernel/errors.ts';
import { defineTool } from '../../../kernel/tool.ts';
import { renderStatus } from '../render.ts';
import { readReply } from '../replies.ts';
import { statusShape } from '../shapes.ts';
import { lookup, type OjCall } from '../world.ts';

const count = z.string().describe('A count, as digits');

export const getPlatformStatus = defineTool({
  name: 'get_platform_status',
  title: 'Get the platform status',
  description:
    'Tells how many problems the judge holds for each platform, and how many lack a statement or an embedding.',
  input: z.object({}),
  output: z.object({
    version: z.string().describe('Version of the judge'),
    platforms: z.array(z.object({ source: z.string(), total: count, missing_content: count, not_embedded: count })),
  }),
  annotations: lookup,
  run: async (_, { world, signal }: OjCall) => {
    if (!world.judge.hasToken) {
      throw new ToolFailure(
        'Authentication is required: the status of the platforms is only shown with a token. Start the server with --token or OJ_TOKEN.',
      );
    }
    const status = readReply(await world.judge.get('/status', signal), statusShape);
    return { text: renderStatus(status), data: status };
  },
});
