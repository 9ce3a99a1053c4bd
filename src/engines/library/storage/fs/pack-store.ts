import { type FileHandle, readdir } from 'node:fs/promises';
import type { KeptObject } from '../../model/kept-object.ts';
import { compressed, decompressed } from '../compressed.ts';
import { StorageFailure } from '../storage.ts';
import type { ClearingOptions, Lost, ObjectsInUse, VersionStore } from '../version-store.ts';
import { guarded, namingFolder } from './errors.ts';
import { openIn } from './files.ts';
import { inFolder, type Root } from './folder.ts';
import { clearPacks } from './pack-clearing.ts';
import { HEADER_BYTES, headerIn, PACK_NAME, recordOf } from './pack-format.ts';
import { OBJECTS, PackWriter } from './pack-writer.ts';

const TRIES = 10;

/** Versions in packs below `.quartet/objects`. Each process appends to one of its own; all read all. */
export class PackStore implements VersionStore {
  readonly #writer: PackWriter;
  /** Of objects that nobody knows the place of; made when first needed. */
  #found: { readonly packs: string; readonly objects: Map<string, KeptObject> } | undefined;

  constructor(
    private readonly root: Root,
    longestPack?: number,
  ) {
    this.#writer = new PackWriter(root, longestPack);
  }

  keep(bytes: Buffer, sha256: string): Promise<KeptObject> {
    return namingFolder('.quartet/objects', async () => {
      const record = recordOf(sha256, bytes.length, await compressed(bytes));
      return { sha256, size: bytes.length, ...(await this.#writer.append(record)) };
    });
  }

  read(object: KeptObject): Promise<Buffer | Lost> {
    return guarded(async () => {
      const { sha256, container, position, stored, size } = object;
      const record = await this.#withPack(container, (pack) => bytesAt(pack, position, stored));
      if (record === undefined) return 'missing';
      const header = headerIn(record);
      if (header?.sha256 !== sha256 || header.stored !== record.length) return 'damaged';
      return (await decompressed(record.subarray(HEADER_BYTES), sha256, size)) ?? 'damaged';
    });
  }

  async find(sha256: string): Promise<KeptObject | undefined> {
    const packs = (await this.packs()).join();
    if (this.#found?.packs !== packs) {
      this.#found = { packs, objects: new Map() };
      for await (const object of this.all()) this.#found.objects.set(object.sha256, object);
    }
    return this.#found.objects.get(sha256);
  }

  async *all(signal?: AbortSignal): AsyncGenerator<KeptObject> {
    for (const container of await this.packs()) {
      signal?.throwIfAborted();
      yield* await guarded(async () => (await this.#withPack(container, (pack) => recordsIn(pack, container))) ?? []);
    }
  }

  clear(inUse: ObjectsInUse, options: ClearingOptions): Promise<number> {
    return guarded(async () => {
      // What is moved goes into another pack than the ones that are cleared.
      await this.#writer.close();
      return await clearPacks(this.root, await this.packs(), this, inUse, options);
    });
  }

  close(): Promise<void> {
    return guarded(() => this.#writer.close());
  }

  packs(): Promise<string[]> {
    return guarded(async () => {
      const names = await inFolder(this.root, OBJECTS, (folder) => readdir(folder.here));
      return (names ?? []).filter((name) => PACK_NAME.test(name)).sort();
    });
  }

  async #withPack<T>(name: string, work: (pack: FileHandle) => Promise<T>): Promise<T | undefined> {
    // A journal that came from elsewhere may name what is no pack.
    if (!PACK_NAME.test(name)) return undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      const pack = await inFolder(this.root, OBJECTS, (folder) => openIn(folder, name, [...OBJECTS, name].join('/')));
      if (pack === 'again') continue;
      if (pack === undefined) return undefined;
      try {
        return await work(pack);
      } finally {
        await pack.close();
      }
    }
    throw new StorageFailure('A pack of kept versions keeps being replaced. Try again.', true);
  }
}

async function bytesAt(pack: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await pack.stat();
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
  const { bytesRead } = await pack.read(bytes, 0, bytes.length, position);
  return bytes.subarray(0, bytesRead);
}

/** The records up to the end, or up to where a crash has cut one off. */
async function recordsIn(pack: FileHandle, container: string): Promise<KeptObject[]> {
  const { size: end } = await pack.stat();
  const records: KeptObject[] = [];
  for (let position = 0; position < end; ) {
    const header = headerIn(await bytesAt(pack, position, HEADER_BYTES));
    if (header === undefined || position + header.stored > end) break;
    records.push({ container, position, ...header });
    position += header.stored;
  }
  return records;
}
