import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { StorageFailure } from '../storage.ts';
import { abortable } from '../streams.ts';
import { asFailure } from './errors.ts';

const CHUNK = 256 * 1024;

/** The bytes of an open file as a stream that closes it, ends at once on the signal, and fails when the file changes under it. */
export function streamOf(handle: FileHandle, signal?: AbortSignal): Readable {
  return abortable(new FileStream(handle), signal);
}

class FileStream extends Readable {
  #position = 0;
  #reading: Promise<void> = Promise.resolve();
  readonly #handle: FileHandle;
  readonly #start: Promise<string>;

  constructor(handle: FileHandle) {
    super({ highWaterMark: CHUNK });
    this.#handle = handle;
    this.#start = stateOf(handle);
    this.#start.catch(() => {});
  }

  override _read(): void {
    this.#reading = this.#next().then(
      (chunk) => void this.push(chunk),
      (error: unknown) => void this.destroy(asFailure(error) as Error),
    );
  }

  async #next(): Promise<Buffer | null> {
    const { bytesRead, buffer } = await this.#handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, this.#position);
    this.#position += bytesRead;
    if (bytesRead > 0) return buffer.subarray(0, bytesRead);
    if ((await stateOf(this.#handle)) === (await this.#start)) return null;
    throw new StorageFailure('The file was changed while it was read. Try again.', true);
  }

  /** A read that hangs must not hold up the reader that waits for the end, so the file is closed later. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void Promise.allSettled([this.#reading, this.#start])
      .then(() => this.#handle.close())
      .catch(() => {});
    done(error);
  }
}

async function stateOf(handle: FileHandle): Promise<string> {
  const { size, mtimeNs } = await handle.stat({ bigint: true });
  return `${size}-${mtimeNs}`;
}
