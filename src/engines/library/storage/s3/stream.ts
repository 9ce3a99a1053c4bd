import { Readable } from 'node:stream';
import { abortable } from '../streams.ts';
import type { S3Body } from './answers.ts';
import type { S3Bucket } from './bucket.ts';
import { failureOf, isPrecondition, S3Failure, TimeUp } from './errors.ts';

/** An object, from a byte on, as a stream that goes on where it was when the connection breaks, as long as the object is the same. */
export async function streamed(bucket: S3Bucket, key: string, signal?: AbortSignal, from = 0): Promise<Readable> {
  const first = await bucket.open(key, signal, from);
  const reading = new Reading(bucket, key, first, from, signal);
  const stream = Readable.from(reading.chunks(), { objectMode: false, highWaterMark: 256 * 1024 });
  // A reader that goes away in the middle must not leave a connection behind that waits for it.
  stream.once('close', () => reading.close());
  return abortable(stream, signal);
}

class Reading {
  #current: S3Body;
  #closed = false;

  constructor(
    private readonly bucket: S3Bucket,
    private readonly key: string,
    private readonly first: S3Body,
    private readonly from: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#current = first;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    const { size } = this.first.seen;
    let at = this.from;
    for (let broken = 0; ; ) {
      try {
        for await (const chunk of this.#pieces()) {
          at += chunk.length;
          broken = 0;
          yield chunk;
        }
        if (at === size) return;
        throw new S3Failure('The object storage sent a part of an object only.', true, 'CutOff', 200);
      } catch (error) {
        this.#current.body.destroy();
        const failure = failureOf(error);
        if (this.#closed || !failure.retryable || ++broken >= this.bucket.patience.attempts) throw failure;
        if (at === size) return;
        this.#current = await this.#reopened(at);
      }
    }
  }

  close(): void {
    this.#closed = true;
    this.#current.body.destroy();
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    const { body } = this.#current;
    let timer: NodeJS.Timeout | undefined;
    const wait = () => {
      timer = setTimeout(() => body.destroy(new TimeUp()), this.bucket.patience.idleMs);
    };
    wait();
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        clearTimeout(timer);
        yield chunk;
        wait();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #reopened(at: number): Promise<S3Body> {
    try {
      return await this.bucket.open(this.key, this.signal, at, this.first.seen.etag);
    } catch (error) {
      if (!isPrecondition(error)) throw error;
      throw new S3Failure('The object was changed while it was read.', true, 'Changed', 412);
    }
  }
}
