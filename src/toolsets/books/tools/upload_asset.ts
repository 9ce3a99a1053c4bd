import * as z from 'zod';
import type { Actor } from '../../../engines/library/commit/commit.ts';
import { invalid } from '../../../engines/library/model/failures.ts';
import { asset, type FileRef } from '../../../engines/library/model/files.ts';
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
    'Stores an image, slides, a video or audio under static/, replacing what had that name. Up to 10 MiB as base64; with size, PUT to upload_url.',
  input: z.strictObject({
    book_id: bookIdArgument,
    asset_type: assetTypeArgument.describe('Folder of static/'),
    filename: z.string().describe('May have folders: 01-intro/diagram.png'),
    binary_data: z.string().optional().describe('Standard base64'),
    size: z.int().optional().describe('In bytes'),
  }),
  output: z.object({
    status: z.string().describe('success, or presigned_url when the file is yet to be sent'),
    method: z.string().describe('direct or presigned'),
    cdn_url: z.string(),
    file_size: z.int().describe('Bytes'),
    mime_type: z.string(),
    upload_url: z.string().optional().describe('Takes the bytes with one PUT, without a token'),
  }),
  maxRequestBytes: ({ maxUploadBytes }: BooksWorld) => base64Length(maxUploadBytes) + 64 * 1024,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  subject: aboutAsset,
  run: (args, { world }: BooksCall, actor) => {
    const { book_id, asset_type, filename, binary_data, size } = args;
    const file = asset(bookId(book_id), assetPath(asset_type, filename));
    if (binary_data !== undefined) return direct(world, file, binary_data, size, actor);
    if (size === undefined) throw invalid('VALIDATION_ERROR', 'binary_data', NOTHING);
    const answer = presigned(world, file, size, actor);
    world.audit.unchanged(actor.agentId, actor.operation, aboutAsset(args));
    return json(answer);
  },
});

const NOTHING = 'Send the bytes as binary_data, or the size of a larger file to get an address to send it to.';

async function direct(world: BooksWorld, file: FileRef, data: string, size: number | undefined, actor: Actor) {
  const bytes = decodeBase64(data, world.maxUploadBytes);
  if (size !== undefined && size !== bytes.length) {
    throw invalid('VALIDATION_ERROR', 'size', `binary_data has ${bytes.length} bytes. Leave size out, or correct it.`);
  }
  // To decode and to hash a large asset takes long enough for each.
  await ownTurn();
  await world.meters.write('create', () => world.library.put(file, bytes, actor));
  return json({ status: 'success', method: 'direct', ...told(world, file, bytes.length) });
}

function presigned(world: BooksWorld, file: FileRef, size: number, { agentId }: Actor) {
  const { url, validSeconds } = world.uploads.addressFor(file, size, agentId);
  const fields = told(world, file, size);
  const note = `PUT exactly ${size} bytes to upload_url once, within ${validSeconds} s. The asset is replaced when all have arrived.`;
  return {
    status: 'presigned_url',
    method: 'presigned',
    ...fields,
    upload_url: url,
    path: file.key,
    expires_in_seconds: validSeconds,
    upload_instructions: { method: 'PUT', content_type: fields.mime_type, note },
  };
}

function told(world: BooksWorld, file: FileRef, size: number) {
  return { cdn_url: world.assetUrl(file.key), file_size: size, mime_type: mimeType(file.path) };
}
