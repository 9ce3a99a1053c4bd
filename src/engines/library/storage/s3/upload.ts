import type { Label, S3Bucket, UploadedPart } from './bucket.ts';

/** Objects above this size are sent in parts. */
export const SMALL = 16 * 1024 * 1024;

const PART = 5 * 1024 * 1024;
const AT_ONCE = 2;

/** Puts bytes at a key, in parts when they are many. */
export async function upload(bucket: S3Bucket, key: string, bytes: Buffer, label: Label): Promise<void> {
  if (bytes.length <= SMALL) {
    await bucket.put(key, bytes, label);
    return;
  }
  const parts = new PartsUpload(bucket, key, label);
  try {
    for (let at = 0; at < bytes.length; at += PART) await parts.add(async () => bytes.subarray(at, at + PART));
    await parts.complete();
  } catch (error) {
    await parts.abandon();
    throw error;
  }
}

/** Puts bytes at a key as they come; only a few parts of them are held at once. */
export async function uploadStream(
  bucket: S3Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  label: Label,
): Promise<void> {
  const parts = new PartsUpload(bucket, key, label);
  // Parts that were sent make room for others: as garbage they would pile up.
  const spare: ArrayBuffer[] = [];
  const sent = ({ buffer }: Buffer) => void spare.push(buffer as ArrayBuffer);
  let isFirst = true;
  try {
    for await (const part of inParts(chunks, () => Buffer.from(spare.pop() ?? new ArrayBuffer(PART)))) {
      if (isFirst && part.length < PART) return void (await bucket.put(key, part, label));
      isFirst = false;
      await parts.add(async () => part, sent);
    }
    await parts.complete();
  } catch (error) {
    await parts.abandon();
    throw error;
  }
}

/** All bytes in parts of one size, of which the last may be shorter; at least one, which may be empty. */
async function* inParts(chunks: AsyncIterable<Uint8Array>, place: () => Buffer): AsyncGenerator<Buffer> {
  let part: Buffer | undefined;
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (part && filled === part.length) {
        yield part;
        part = undefined;
      }
      if (!part) [part, filled] = [place(), 0];
      const piece = chunk.subarray(at, at + part.length - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
    }
  }
  yield part?.subarray(0, filled) ?? Buffer.alloc(0);
}

/** An object that is sent in parts, some at once; nobody sees it before it is complete. */
export class PartsUpload {
  static readonly partSize = PART;
  readonly #parts: Promise<UploadedPart>[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #id: Promise<string> | undefined;

  constructor(
    private readonly bucket: S3Bucket,
    private readonly key: string,
    private readonly label: Label,
  ) {}

  /** Sends the next part, whose bytes are asked for when it is their turn, and given back when they have arrived. */
  async add(bytes: () => Promise<Buffer>, sent: (bytes: Buffer) => void = () => {}): Promise<void> {
    while (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
    this.#id ??= this.bucket.begin(this.key, this.label);
    const number = this.#parts.length + 1;
    const sending = this.#send(await this.#id, number, bytes, sent);
    this.#parts.push(sending);
    this.#running.add(sending);
    const done = () => this.#running.delete(sending);
    sending.then(done, done);
  }

  async complete(): Promise<void> {
    const parts = await Promise.all(this.#parts);
    const id = await this.#id;
    if (id === undefined) throw new Error('an upload needs a part');
    try {
      await this.bucket.complete(this.key, id, parts);
    } catch (error) {
      // The answer to a completion may have been lost; then the upload is gone and the object is there.
      const seen = await this.bucket.head(this.key);
      if (this.label.id === undefined || seen?.id !== this.label.id) throw error;
    }
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#parts);
    const id = await this.#id?.catch(() => undefined);
    if (id !== undefined) await this.bucket.abandon(this.key, id).catch(() => {});
  }

  async #send(
    id: string,
    number: number,
    read: () => Promise<Buffer>,
    sent: (bytes: Buffer) => void,
  ): Promise<UploadedPart> {
    const bytes = await read();
    const part = await this.bucket.uploadPart(this.key, id, number, bytes);
    sent(bytes);
    return part;
  }
}
