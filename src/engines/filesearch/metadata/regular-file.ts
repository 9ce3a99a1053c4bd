import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { displaced, isInPlace, SAFELY } from '../../../lib/in-place.ts';
import { type Bytes, FileBytes } from '../documents/bytes.ts';

/** A film or a picture of a thousand parts is still read to its end. */
const MOST_WINDOWS = 5000;

/** An open regular file, read piece by piece. */
export class RegularFile {
  readonly size: number;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, { size }: Stats) {
    this.#handle = handle;
    this.size = size;
  }

  /** Opens a file for the length of `use`; rejects for anything but a regular file, and when a link leads there. */
  static async use<Result>(path: string, use: (file: RegularFile) => Promise<Result>): Promise<Result> {
    const handle = await open(path, SAFELY);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new Error('Not a regular file.');
      if (!(await isInPlace(handle, path))) throw displaced();
      return await use(new RegularFile(handle, stats));
    } finally {
      await handle.close();
    }
  }

  /** Up to `length` bytes from a position; fewer where the file ends. */
  async read(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.size - position)));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  /** The same, here and there and without waiting. */
  get bytes(): Bytes {
    return new FileBytes(this.#handle.fd, this.size, MOST_WINDOWS);
  }

  /** The whole file; rejects when it is larger than the limit. */
  async whole(limit: number): Promise<Buffer> {
    if (this.size > limit) throw new Error('The file is too large to be read whole.');
    return this.read(0, this.size);
  }
}
