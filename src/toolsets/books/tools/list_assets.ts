import * as z from 'zod';
import { BASE } from '../../../engines/library/model/file-key.ts';
import { assetKey } from '../../../engines/library/model/files.ts';
import { type AssetPath, bookId } from '../../../engines/library/model/names.ts';
import { type AssetFields, assetFields } from '../../../engines/library/reading/assets.ts';
import { skippedMeta } from '../../../engines/library/reading/skipped.ts';
import { aboutBook, bookTool, jsonList, reads } from '../book-tool.ts';
import { AnswerPage, cursorArgument, nextCursorField, positionIn } from '../pages.ts';
import type { BooksCall } from '../world.ts';
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

export const listAssets = bookTool({
  name: 'list_assets',
  title: 'List assets',
  description: 'Lists the images, slides, videos and audio of a book with address, size, type and hash.',
  input: z.strictObject({
    book_id: bookIdArgument,
    asset_type: assetTypeArgument.optional().describe('Only this type'),
    cursor: cursorArgument,
  }),
  output: z.object({ result: z.array(assetOutput), next_cursor: nextCursorField }),
  annotations: reads,
  subject: aboutBook,
  readsMany: () => 'book',
  run: async ({ book_id, asset_type, cursor }, { world }: BooksCall) => {
    const asked = ['list_assets', book_id, asset_type];
    const last = positionIn(cursor, asked, z.string()) ?? '';
    const book = bookId(book_id);
    const folder = `static/${asset_type === undefined ? '' : `${asset_type}/`}`;
    const unreadable = await world.library.reconciled(book, BASE, ['static/']);
    const meta = skippedMeta(unreadable.filter(({ path }) => path.startsWith(folder) || folder.startsWith(path)));
    const page = new AnswerPage<AssetFields>(asked);
    for (const row of await world.library.journal.rows(book, [BASE], folder)) {
      if (row.path <= last) continue;
      if (!page.add(assetFields(row, world.assetUrl(assetKey(book, row.path as AssetPath))), row.path)) break;
    }
    return jsonList(page.items, { meta, nextCursor: page.nextCursor });
  },
});
