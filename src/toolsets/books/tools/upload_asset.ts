import * as z from 'zod';
import { asset } from '../../../engines/library/model/files.ts';
import { mimeType } from '../../../engines/library/model/mime.ts';
import { assetPath, bookId } from '../../../engines/library/model/names.ts';
import { ownTurn } from '../../../lib/turns.ts';
import { base64Length, decodeBase64 } from '../base64.ts';
import { aboutAsset, bookTool, json } from '../book-tool.ts';
import type { BooksCall, BooksWorld } from '../world.ts';
import { assetTypeArgument, bookIdArgument } from './arguments.ts';

export const uploadAsset = bookTool({
  name: 'upload_asset',
  title: 'Upload an asset',
  description:
    'Stores an image, slides, a video or audio under static/, replacing what had that name. At most 10 MiB, as base64.',
  input: z.strictObject({
    book_id: bookIdArgument,
    asset_type: assetTypeArgument.describe('Folder of static/'),
    filename: z.string().describe('Kept as it is; may have folders: 01-intro/diagram.png'),
    binary_data: z.string().describe('Standard base64'),
  }),
  output: z.object({
    status: z.string(),
    method: z.string(),
    cdn_url: z.string(),
    file_size: z.int().describe('Bytes'),
    mime_type: z.string(),
  }),
  maxRequestBytes: ({ maxUploadBytes }: BooksWorld) => base64Length(maxUploadBytes) + 64 * 1024,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  subject: aboutAsset,
  run: async ({ book_id, asset_type, filename, binary_data }, { world }: BooksCall, actor) => {
    const file = asset(bookId(book_id), assetPath(asset_type, filename));
    const bytes = decodeBase64(binary_data, world.maxUploadBytes);
    // To decode and to hash a large asset takes long enough for each.
    await ownTurn();
    await world.meters.write('create', () => world.library.put(file, bytes, actor));
    return json({
      status: 'success',
      method: 'direct',
      cdn_url: world.assetUrl(file.key),
      file_size: bytes.length,
      mime_type: mimeType(filename),
    });
  },
});
