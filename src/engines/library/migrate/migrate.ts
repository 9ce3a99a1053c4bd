import { inParallel } from '../../../lib/in-parallel.ts';
import { BOOKS, sha256 } from '../model/files.ts';
import { type ObjectInfo, type OnUnreadable, type Storage, StorageFailure } from '../storage/storage.ts';
import type { MigrationRecord } from './record.ts';
import { bringVersions, type VersionsReport } from './versions.ts';

/** What became of a file. */
export interface MigrationLine {
  readonly action: 'copy' | 'conflict' | 'changed' | 'failed' | 'extra';
  readonly key: string;
  readonly reason?: string;
}

export interface MigrationReport extends VersionsReport {
  readonly dry_run: boolean;
  readonly files: number;
  readonly bytes: number;
  readonly copied: number;
  readonly copied_bytes: number;
  /** Were there already, with the same bytes. */
  readonly already: number;
  readonly lines: readonly MigrationLine[];
}

export interface MigrationOptions {
  readonly dryRun: boolean;
  /** Replace files of the target that differ. */
  readonly overwrite: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  readonly onLine: (line: MigrationLine) => void;
}

const AT_ONCE = 8;
// What is larger goes alone: an object is in memory while it travels.
const LARGE = 8 * 1024 * 1024;

/** Brings the books of one storage into another, byte for byte, each read back and compared. Removes nothing on either side. */
export function migrate(
  source: Storage,
  target: Storage,
  record: MigrationRecord,
  options: MigrationOptions,
): Promise<MigrationReport> {
  return new Migration(source, target, record, options).run();
}

class Migration {
  readonly #lines: MigrationLine[] = [];
  #copied = 0;
  #copiedBytes = 0;
  #already = 0;

  constructor(
    private readonly source: Storage,
    private readonly target: Storage,
    private readonly record: MigrationRecord,
    private readonly options: MigrationOptions,
  ) {}

  async run(): Promise<MigrationReport> {
    const { signal, dryRun, onProgress } = this.options;
    const files = await everythingIn(this.source, signal, (key, { message: reason }) =>
      this.#tell({ action: 'failed', key, reason }),
    );
    const there = new Map((await everythingIn(this.target, signal)).map((info) => [info.key, info]));
    let done = 0;
    const bring = async (info: ObjectInfo) => {
      await this.#bring(info, there.get(info.key));
      onProgress(++done, files.length);
    };
    onProgress(0, files.length);
    await inParallel(
      files.filter(({ size }) => size <= LARGE),
      AT_ONCE,
      bring,
      signal,
    );
    await inParallel(
      files.filter(({ size }) => size > LARGE),
      1,
      bring,
      signal,
    );
    const known = new Set(files.map(({ key }) => key));
    for (const key of there.keys()) if (!known.has(key)) this.#tell({ action: 'extra', key });
    const kept = await bringVersions(this.source.versions, this.target.versions, {
      dryRun,
      signal,
      onLost: (key, reason) => this.#tell({ action: 'failed', key, reason }),
    });
    return {
      ...kept,
      dry_run: dryRun,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      copied: this.#copied,
      copied_bytes: this.#copiedBytes,
      already: this.#already,
      lines: this.#lines,
    };
  }

  async #bring(from: ObjectInfo, to: ObjectInfo | undefined): Promise<void> {
    const { key } = from;
    try {
      if (to !== undefined) {
        const agreed = this.record.of(key);
        const untouched = agreed?.target === to.version;
        if (untouched && agreed.source === from.version) return void this.#already++;
        if (!untouched && (await this.#areEqual(from, to))) return void this.#already++;
        if (!untouched && !this.options.overwrite) return this.#tell({ action: 'conflict', key });
      }
      if (!this.options.dryRun) await this.#copy(from);
      else this.#count(from);
    } catch (error) {
      // What another attempt may mend ends the run: it goes on where it was.
      if (!(error instanceof StorageFailure) || error.retryable) throw error;
      this.#tell({ action: 'failed', key, reason: error.message });
    }
  }

  async #copy({ key }: ObjectInfo): Promise<void> {
    const object = await this.source.read(key);
    if (object === undefined) return this.#tell({ action: 'changed', key });
    const staged = await this.target.stage(object.bytes);
    try {
      await this.target.publish(staged, key);
    } catch (error) {
      await this.target.discard(staged).catch(() => {});
      throw error;
    }
    const arrived = await this.target.read(key);
    if (arrived === undefined || sha256(arrived.bytes) !== sha256(object.bytes)) {
      throw new StorageFailure('What was written is not what is read back.', false);
    }
    await this.record.add({ key, source: object.version, target: arrived.version });
    this.#count(object);
    const now = await this.source.stat(key);
    if (now?.version !== object.version) this.#tell({ action: 'changed', key });
  }

  async #areEqual(from: ObjectInfo, to: ObjectInfo): Promise<boolean> {
    if (from.size !== to.size) return false;
    const [ours, theirs] = await Promise.all([this.source.read(from.key), this.target.read(from.key)]);
    if (ours === undefined || theirs === undefined || sha256(ours.bytes) !== sha256(theirs.bytes)) return false;
    if (!this.options.dryRun) await this.record.add({ key: from.key, source: ours.version, target: theirs.version });
    return true;
  }

  #count({ key, size }: ObjectInfo): void {
    this.#copied++;
    this.#copiedBytes += size;
    this.#tell({ action: 'copy', key });
  }

  #tell(line: MigrationLine): void {
    this.#lines.push(line);
    this.options.onLine(line);
  }
}

async function everythingIn(storage: Storage, signal: AbortSignal, onUnreadable?: OnUnreadable): Promise<ObjectInfo[]> {
  const infos: ObjectInfo[] = [];
  for await (const info of storage.list(BOOKS, signal, onUnreadable)) infos.push(info);
  return infos;
}
