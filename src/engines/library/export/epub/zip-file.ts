import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { crc32 } from '../../../../lib/crc32.ts';
import type { ArchiveSink } from '../../archive/archive-store.ts';
import { DEFLATE_LEVEL, isCompressed } from '../../archive/member.ts';
import { ZipWriter } from '../../archive/zip-writer.ts';

const deflated = promisify<Buffer, { level: number }, Buffer>(deflateRaw);

/** A ZIP in an open file. The same members at the same time give the same bytes. */
export class ZipFile {
  readonly #zip: ZipWriter;

  constructor(
    private readonly file: FileHandle,
    private readonly time: Date,
  ) {
    const sink: Pick<ArchiveSink, 'write'> = { write: (chunks, position) => this.#write(chunks, position) };
    this.#zip = new ZipWriter(sink);
  }

  async add(name: string, content: Buffer | string, stored = isCompressed(name)): Promise<void> {
    const bytes = Buffer.from(content);
    const packed = stored ? bytes : await deflated(bytes, { level: DEFLATE_LEVEL });
    const sizes = { crc: crc32(bytes, 0), size: bytes.length, packedSize: packed.length, stored };
    await this.#zip.add({ name, modifiedAt: this.time }, { ...sizes, chunks: [packed] });
  }

  async finish(): Promise<void> {
    await this.#zip.finish();
  }

  async #write(chunks: readonly Buffer[], position: number): Promise<void> {
    let at = position;
    for (const chunk of chunks) {
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await this.file.write(chunk, done, chunk.length - done, at);
        done += bytesWritten;
        at += bytesWritten;
      }
    }
  }
}
