import * as z from 'zod';
import { BookFailure, notFound } from '../../../engines/library/model/failures.ts';
import { asset } from '../../../engines/library/model/files.ts';
import { assetPath, bookId } from '../../../engines/library/model/names.ts';
import { assetFields } from '../../../engines/library/reading/assets.ts';
import { ownTurn } from '../../../lib/turns.ts';
import { base64Length } from '../base64.ts';
import { aboutAsset, bookTool, json, reads, roomForAnswer } from '../book-tool.ts';
import type { BooksCall } from '../world.ts';
import { assetTypeArgument, bookIdArgument } from './arguments.ts';
import { assetOutput } from './list_assets.ts';

export const getAsset = bookTool({
  name: 'get_asset',
  title: 'Get an asset',
  description: 'Tells address, size, type and hash of an asset, and on request its bytes as base64.',
  input: z.strictObject({
    book_id: bookIdArgument,
    asset_type: assetTypeArgument.describe('Folder of static/'),
    filename: z.string().describe('With its folders, if any'),
    include_binary: z.boolean().optional().describe('Also its bytes (default false)'),
  }),
  output: assetOutput.extend({ binary_data: z.string().optional().describe('The bytes in base64') }),
  annotations: reads,
  subject: aboutAsset,
  run: async ({ book_id, asset_type, filename, include_binary = false }, call: BooksCall) => {
    const { world } = call;
    const file = asset(bookId(book_id), assetPath(asset_type, filename));
    const row = await world.library.known(file);
    if (row === undefined) throw notFound(file.path, 'There is no such asset. See list_assets for what there is.');
    const fields = assetFields(row, world.assetUrl(file.key));
    if (!include_binary) return json(fields);
    if (row.size > world.maxUploadBytes) {
      const sentence = `The asset has ${row.size} bytes, too many for a tool result. Fetch it from its cdn_url.`;
      throw new BookFailure('ValidationError', 'ASSET_TOO_LARGE', sentence, { cdn_url: fields.cdn_url });
    }
    const content = await world.library.read(file, (size) => roomForAnswer(call)(base64Length(size)));
    if (content === undefined) throw notFound(file.path, 'The asset has just been deleted.');
    const binary_data = content.bytes.toString('base64');
    // Each of these steps is short; both, for a large asset, are not.
    await ownTurn();
    return json({ ...fields, binary_data });
  },
});
