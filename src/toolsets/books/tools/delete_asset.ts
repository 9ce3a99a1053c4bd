import * as z from 'zod';
import { asset } from '../../../engines/library/model/files.ts';
import { assetPath, bookId } from '../../../engines/library/model/names.ts';
import { aboutAsset, bookTool, json } from '../book-tool.ts';
import type { BooksCall } from '../world.ts';
import { assetTypeArgument, bookIdArgument } from './arguments.ts';

export const deleteAsset = bookTool({
  name: 'delete_asset',
  title: 'Delete an asset',
  description: 'Deletes a file under static/; succeeds also when there is none. Lessons that show it are not changed.',
  extra: true,
  input: z.strictObject({
    book_id: bookIdArgument,
    asset_type: assetTypeArgument.describe('Folder of static/'),
    filename: z.string().describe('With its folders, if any'),
  }),
  output: z.object({ status: z.string(), path: z.string().describe('Storage key'), existed: z.boolean() }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  subject: aboutAsset,
  run: async (args, { world }: BooksCall, actor) => {
    const { book_id, asset_type, filename } = args;
    const file = asset(bookId(book_id), assetPath(asset_type, filename));
    const existed = await world.library.remove(file, actor);
    if (!existed) world.audit.unchanged(actor.agentId, actor.operation, aboutAsset(args));
    return json({ status: 'success', path: file.key, existed });
  },
});
