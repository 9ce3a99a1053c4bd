import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AuditTrail } from '../../engines/library/commit/audit-trail.ts';
import type { Library } from '../../engines/library/commit/library.ts';
import { BookFailure, invalid } from '../../engines/library/model/failures.ts';
import { asset, type FileRef, type StorageKey } from '../../engines/library/model/files.ts';
import { mimeType } from '../../engines/library/model/mime.ts';
import { type AssetPath, bookId } from '../../engines/library/model/names.ts';
import { type Upload, UploadFailure } from '../../kernel/upload.ts';
import { BoundedCache } from '../../lib/bounded-cache.ts';
import type { BooksMeters } from './meters.ts';

/** What an upload holds at once: chunks on their way to the disk, or the parts of an object in a bucket. */
const BYTES_UNDER_WAY = { local: 1024 * 1024, remote: 16 * 1024 * 1024 };

/** An address lets somebody write, so that it lives no longer than this. */
const LONGEST_VALID_SECONDS = 3600;

const MOST_USED = 1000;

/** What an address stands for. Its signature covers all of it. */
const ticketShape = z.tuple([z.string(), z.string(), z.string(), z.int(), z.string()]);

interface Ticket {
  readonly id: string;
  readonly file: FileRef;
  readonly size: number;
  readonly agentId: string;
}

/** What uploads work with. */
interface Shelf {
  readonly library: Library;
  readonly audit: AuditTrail;
  readonly meters: BooksMeters;
  assetUrl(key: StorageKey): string;
}

interface UploadOptions {
  /** Makes an address; absent where there are none, as on stdio. */
  readonly address?: ((name: string, expires: Date) => string) | undefined;
  readonly maxBytes: number;
  readonly validSeconds: number;
  readonly readOnly: boolean;
}

/** Assets that are too large for a call: they are sent to an address which is good for one upload of one asset. */
export class Uploads {
  /** By the id of their address. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** So that nobody sends a large file for nothing; the journal knows all of them. */
  readonly #used = new BoundedCache<string, true>(MOST_USED);
  readonly #validSeconds: number;

  constructor(private readonly options: UploadOptions) {
    this.#validSeconds = Math.min(options.validSeconds, LONGEST_VALID_SECONDS);
  }

  /** The address to which so many bytes may be sent to become the asset. */
  addressFor(file: FileRef, size: number, agentId: string): { url: string; validSeconds: number } {
    const { address, maxBytes } = this.options;
    if (address === undefined) throw invalid('VALIDATION_ERROR', 'size', NO_ADDRESS);
    if (size < 1)
      throw invalid('VALIDATION_ERROR', 'size', 'size must be the number of bytes of the file, at least 1.');
    if (size > maxBytes) throw tooLarge(size, maxBytes);
    const ticket: z.input<typeof ticketShape> = [randomUUID(), file.bookId, file.path, size, agentId];
    const name = Buffer.from(JSON.stringify(ticket)).toString('base64url');
    const expires = new Date(Date.now() + this.#validSeconds * 1000);
    return { url: address(name, expires), validSeconds: this.#validSeconds };
  }

  /** Takes what is sent to an address. */
  async receive(world: Shelf, name: string, upload: Upload): Promise<Record<string, unknown>> {
    const ticket = ticketOf(name);
    this.#refuseEarly(ticket, upload);
    const taking = this.#take(world, ticket, upload).finally(() => this.#underWay.delete(ticket.id));
    this.#underWay.set(ticket.id, taking);
    return await taking;
  }

  /** Waits for what is under way. Whoever closes has cut off the senders, so that it ends soon. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }

  /** What can be said before anything was read. */
  #refuseEarly({ id, size }: Ticket, { length }: Upload): void {
    const { readOnly, maxBytes } = this.options;
    if (readOnly) throw new UploadFailure('read-only', 'This server only reads. Send the file to one that writes.');
    if (size > maxBytes) throw new UploadFailure('too large', TOO_LARGE(size, maxBytes));
    if (length !== undefined && length !== size) throw wrongSize(length, size);
    if (this.#used.get(id)) throw new UploadFailure('used', USED);
    if (this.#underWay.has(id)) {
      throw new UploadFailure('under way', 'A file is being sent to this address already. Wait for its end.');
    }
  }

  async #take(world: Shelf, ticket: Ticket, upload: Upload): Promise<Record<string, unknown>> {
    const { library, meters, audit } = world;
    const { id, file, size, agentId } = ticket;
    const { local, remote } = BYTES_UNDER_WAY;
    await upload.reserve(Math.min(size, library.storage.remote ? remote : local));
    const actor = { agentId, operation: 'upload_asset' };
    const accept = async (received: { size: number }) => {
      if (received.size !== size) throw wrongSize(received.size, size);
      this.#used.set(id, true);
      if (!(await library.journal.useUpload(id, upload.expires))) throw new UploadFailure('used', USED);
    };
    const put = () => library.putStream(file, upTo(upload.chunks, size), actor, accept);
    try {
      const written = await audit.around(agentId, actor.operation, file, () => meters.write('create', put), true);
      return {
        status: 'success',
        method: 'presigned',
        cdn_url: world.assetUrl(file.key),
        file_size: size,
        mime_type: mimeType(file.path),
        file_hash_sha256: written.sha256,
      };
    } catch (error) {
      throw asUploadFailure(error);
    }
  }
}

/** The refusal of an asset that nobody may upload. */
function tooLarge(size: number, maxBytes: number): BookFailure {
  return invalid('ASSET_TOO_LARGE', 'size', TOO_LARGE(size, maxBytes));
}

const TOO_LARGE = (size: number, maxBytes: number) =>
  `The asset has ${size} bytes, and at most ${maxBytes} can be uploaded. Make it smaller, or ask the operator to raise --max-asset-size-mb.`;
const NO_ADDRESS =
  'This server has no address to send files to. Send a small file as binary_data; for a larger one use quartet serve, or the command quartet books upload.';
const AGAIN = 'Nothing was kept: send the whole file, or ask for an address with its size.';
const USED = 'This address was used already. Ask for a new one with upload_asset.';

function wrongSize(received: number, size: number): UploadFailure {
  const sentence = `The address is for a file of ${size} bytes, not of ${received}. ${AGAIN}`;
  return new UploadFailure('size', sentence);
}

/** Nothing is read beyond what was promised. */
async function* upTo(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0)
      throw new UploadFailure('too large', `More came than the ${size} bytes that the address is for. ${AGAIN}`);
    yield chunk;
  }
}

/** The name was signed, so that it is one of ours; by another version, perhaps. */
function ticketOf(name: string): Ticket {
  try {
    const [id, book, path, size, agentId] = ticketShape.parse(JSON.parse(Buffer.from(name, 'base64url').toString()));
    return { id, file: asset(bookId(book), path as AssetPath), size, agentId };
  } catch {
    throw new UploadFailure('used', 'This address is of another version of the server. Ask for a new one.');
  }
}

/** What the library refuses, as the sender of a file learns it. */
function asUploadFailure(error: unknown): unknown {
  if (!(error instanceof BookFailure)) return error;
  const { message, retryable } = error.data as { message: string; retryable?: boolean };
  if (error.code === 'QUOTA_EXCEEDED' || /is full/.test(message)) return new UploadFailure('full', message);
  return new UploadFailure(retryable ? 'busy' : 'failed', message);
}
