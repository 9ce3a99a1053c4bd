import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { decodeBase64 } from '../base64.ts';
import { asset } from '../files.ts';
import { assetPath, bookId, mimeType } from '../paths.ts';
import { type BooksCall, json } from '../world.ts';
import { assetTypeArgument, bookIdArgument } from './arguments.ts';

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const uploadAsset = defineTool({
  name: 'upload_asset',
  title: 'Upload an asset',
  description:
    'Stores an image, slides, a video or audio under static/, replacing what had that name. At most 10 MiB, as base64.',
  input: z.strictObject({
    book_id: bookIdArgument,
    asset_type: assetTypeArgument.describe('img, slides, videos or audio'),
    filename: z.string().describe('File name, kept as it is; folders are allowed: 01-intro/diagram.png'),
    binary_data: z.string().describe('The bytes in standard base64'),
  }),
  output: z.object({
    status: z.string(),
    method: z.string(),
    cdn_url: z.string(),
    file_size: z.int().describe('Bytes'),
    mime_type: z.string(),
  }),
  maxRequestBytes: Math.ceil(MAX_UPLOAD_BYTES / 3) * 4 + 64 * 1024,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  run: ({ book_id, asset_type, filename, binary_data }, { world, caller }: BooksCall) => {
    const agentId = world.agentOf(caller);
    const subject = { bookId: book_id, path: `static/${asset_type}/${filename}` };
    const work = async () => {
      const file = asset(bookId(book_id), assetPath(asset_type, filename));
      const bytes = decodeBase64(binary_data, MAX_UPLOAD_BYTES);
      const actor = { agentId, operation: 'upload_asset' };
      await world.meters.write('create', () => world.library.put(file, bytes, actor));
      return json({
        status: 'success',
        method: 'direct',
        cdn_url: world.assetUrl(file.key),
        file_size: bytes.length,
        mime_type: mimeType(filename),
      });
    };
    return world.audit.around(agentId, 'upload_asset', subject, work, true);
  },
});
