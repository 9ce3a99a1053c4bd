import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { assetFields } from '../assets.ts';
import { BASE } from '../journal/journal.ts';
import { type AssetPath, assetKey, bookId } from '../paths.ts';
import { type BooksCall, jsonList, reads } from '../world.ts';
import { assetTypeArgument, bookIdArgument } from './arguments.ts';

export const assetOutput = z.object({
  cdn_url: z.string(),
  file_size: z.int().describe('Bytes'),
  mime_type: z.string(),
  filename: z.string(),
  asset_type: z.string(),
  upload_timestamp: z.string(),
  uploaded_by_agent_id: z.string(),
  file_hash_sha256: z.string(),
});

export const listAssets = defineTool({
  name: 'list_assets',
  title: 'List assets',
  description: 'Lists the images, slides, videos and audio of a book with address, size, type and hash.',
  input: z.strictObject({
    book_id: bookIdArgument,
    asset_type: assetTypeArgument.optional().describe('Only this type'),
  }),
  output: z.object({ result: z.array(assetOutput) }),
  annotations: reads,
  run: ({ book_id, asset_type }, { world, caller }: BooksCall) =>
    world.audit.around(world.agentOf(caller), 'list_assets', { bookId: book_id }, async () => {
      const book = bookId(book_id);
      await world.library.reconciled(book);
      const prefix = `static/${asset_type === undefined ? '' : `${asset_type}/`}`;
      const rows = (await world.library.journal.rows(book, [BASE])).filter((row) => row.path.startsWith(prefix));
      return jsonList(rows.map((row) => assetFields(row, world.assetUrl(assetKey(book, row.path as AssetPath)))));
    }),
});
