import type { Storage } from '../storage/storage.ts';
import type { ArchiveSink } from './archive-store.ts';
import type { Packed } from './member.ts';
import { isCompressed, type Member, type Reading, readMember } from './member.ts';
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-format.ts';

type ZipMember = Pick<Member, 'name' | 'modifiedAt'>;

/** Members that fit into it are written together. */
const BATCH = 256 * 1024;

/** Writes a ZIP from its start to its end; a member that fails half way leaves no trace. */
export class ZipWriter {
  readonly #sink: Pick<ArchiveSink, 'write'>;
  readonly #directory: Buffer[] = [];
  readonly #batch = Buffer.allocUnsafe(BATCH);
  #batched = 0;
  #position = 0;
  count = 0;
  totalSize = 0;

  constructor(sink: Pick<ArchiveSink, 'write'>) {
    this.#sink = sink;
  }

  /** Adds a member that is already packed. */
  async add(member: ZipMember, packed: Packed): Promise<void> {
    const entry = this.#entry(member, packed);
    const header = localHeader(entry);
    const chunks = [header, ...packed.chunks];
    const length = header.length + packed.packedSize;
    if (this.#batched + length > BATCH) await this.#flush();
    if (length > BATCH) await this.#sink.write(chunks, this.#position);
    else for (const chunk of chunks) this.#batched += chunk.copy(this.#batch, this.#batched);
    this.#finish(entry, header.length);
  }

  /** Adds a member while it is read, and fills in its header when its sizes are known. */
  async stream(member: Member, storage: Storage, signal: AbortSignal): Promise<void> {
    // The promised size decides the header's length; a member of another size is refused by its reader.
    const space = localHeader(this.#entry(member, { crc: 0, size: member.size, packedSize: 0 })).length;
    await this.#flush();
    let position = this.#position + space;
    const reading = await readMember(storage, member, signal, async (chunk) => {
      await this.#sink.write([chunk], position);
      position += chunk.length;
    });
    const entry = this.#entry(member, reading);
    await this.#sink.write([localHeader(entry)], this.#position);
    this.#finish(entry, space);
  }

  /** Writes the directory and gives the archive's length. */
  async finish(): Promise<number> {
    await this.#flush();
    const directory = Buffer.concat(this.#directory);
    const end = endRecords(this.count, directory.length, this.#position);
    await this.#sink.write([directory, end], this.#position);
    return this.#position + directory.length + end.length;
  }

  async #flush(): Promise<void> {
    if (this.#batched === 0) return;
    await this.#sink.write([this.#batch.subarray(0, this.#batched)], this.#position - this.#batched);
    this.#batched = 0;
  }

  #entry({ name, modifiedAt }: ZipMember, reading: Reading): ZipEntry {
    const stored = reading.stored ?? isCompressed(name);
    return { ...reading, name: Buffer.from(name), modifiedAt, stored, offset: this.#position };
  }

  #finish(entry: ZipEntry, headerLength: number): void {
    this.#directory.push(centralHeader(entry));
    this.#position += headerLength + entry.packedSize;
    this.count++;
    this.totalSize += entry.size;
  }
}
