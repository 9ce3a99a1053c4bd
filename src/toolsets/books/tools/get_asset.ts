import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { assetFields } from '../assets.ts';
import { BookFailure, notFound } from '../failures.ts';
import { asset } from '../files.ts';
import { assetPath, bookId } from '../paths.ts';
import { type BooksCall, json, reads } from '../world.ts';
import { assetTypeArgument, bookIdArgument } from './arguments.ts';
import { assetOutput } from './list_assets.ts';
import { MAX_UPLOAD_BYTES } from './upload_asset.ts';

export const getAsset = defineTool({
  name: 'get_asset',
  title: 'Get an asset',
  description: 'Tells address, size, type and hash of an asset, and on request its bytes as base64.',
  input: z.strictObject({
    book_id: bookIdArgument,
    asset_type: assetTypeArgument.describe('img, slides, videos or audio'),
    filename: z.string().describe('File name, with folders if it has any'),
    include_binary: z.boolean().optional().describe('Also return the bytes (default false)'),
  }),
  output: assetOutput.extend({ binary_data: z.string().optional().describe('The bytes in base64') }),
  annotations: reads,
  run: ({ book_id, asset_type, filename, include_binary = false }, { world, caller }: BooksCall) => {
    const subject = { bookId: book_id, path: `static/${asset_type}/${filename}` };
    return world.audit.around(world.agentOf(caller), 'get_asset', subject, async () => {
      const file = asset(bookId(book_id), assetPath(asset_type, filename));
      const row = await world.library.known(file);
      if (row === undefined) throw notFound(file.path, 'There is no such asset. See list_assets for what there is.');
      const fields = assetFields(row, world.assetUrl(file.key));
      if (!include_binary) return json(fields);
      if (row.size > MAX_UPLOAD_BYTES) {
        const sentence = `The asset has ${row.size} bytes, too many for a tool result. Fetch it from its cdn_url.`;
        throw new BookFailure('ValidationError', 'ASSET_TOO_LARGE', sentence, { cdn_url: fields.cdn_url });
      }
      const content = await world.library.read(file);
      if (content === undefined) throw notFound(file.path, 'The asset has just been deleted.');
      return json({ ...fields, binary_data: content.bytes.toString('base64') });
    });
  },
});
