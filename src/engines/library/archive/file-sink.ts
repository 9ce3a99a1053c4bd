import type { FileHandle } from 'node:fs/promises';
import { asFailure } from '../storage/fs/errors.ts';
import { StorageFailure } from '../storage/storage.ts';
import type { ArchiveSink } from './archive-store.ts';

/** What becomes of an archive that is being written. */
interface Outcome {
  publish(): Promise<void>;
  discard(): Promise<void>;
}

/** An archive that is written into an open file. */
export class FileSink implements ArchiveSink {
  #done = false;

  constructor(
    private readonly file: FileHandle,
    private readonly outcome: Outcome,
  ) {}

  async write(chunks: readonly Buffer[], position: number): Promise<void> {
    await aboutArchives(async () => {
      let rest = chunks.filter((chunk) => chunk.length > 0);
      let at = position;
      while (rest.length > 0) {
        const { bytesWritten } = await this.file.writev(rest, at);
        at += bytesWritten;
        rest = after(rest, bytesWritten);
      }
    });
  }

  async commit(length: number): Promise<void> {
    await aboutArchives(async () => {
      await this.file.truncate(length);
      await this.file.sync();
      await this.file.close();
      await this.outcome.publish();
      this.#done = true;
    });
  }

  async abort(): Promise<void> {
    if (this.#done) return;
    this.#done = true;
    await this.file.close().catch(() => undefined);
    await this.outcome.discard().catch(() => undefined);
  }
}

/** What is left when the first bytes have been written. */
function after(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let skip = bytes;
  let index = 0;
  for (; index < chunks.length; index++) {
    const { length } = chunks[index] as Buffer;
    if (skip < length) break;
    skip -= length;
  }
  const rest = chunks.slice(index);
  if (rest[0] && skip > 0) rest[0] = rest[0].subarray(skip);
  return rest;
}

const ABOUT = 'The folder of archives: ';

/** Does some work on files; a failure says that it is about archives. */
export async function aboutArchives<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = asFailure(error);
    if (!(failure instanceof StorageFailure) || failure.message.startsWith(ABOUT)) throw failure;
    throw new StorageFailure(`${ABOUT}${failure.message}`, failure.retryable, { cause: error });
  }
}
