import { Readable } from 'node:stream';
import {
  changedMeanwhile,
  type ObjectInfo,
  type Storage,
  StorageFailure,
  type StoredObject,
  type UnsyncedWrites,
} from '../../../src/engines/library/storage/storage.ts';
import type { VersionStore } from '../../../src/engines/library/storage/version-store.ts';
import type { Faults } from './faults.ts';
import { folderOf, type Inode, type SimDisk } from './sim-disk.ts';
import type { SimProcess } from './sim-process.ts';
import { SimVersions } from './sim-versions.ts';

const STAGING = '.quartet/staging/';
const COARSEST_CLOCK_MS = 50;

/** A folder on a simulated disk, as a process uses it: what is a call of the system there is a step here. */
export class SimFolder implements Storage {
  readonly kind = 'fs';
  readonly versions: VersionStore;
  readonly unsynced: UnsyncedWrites;

  constructor(
    private readonly disk: SimDisk,
    private readonly process: SimProcess,
    private readonly faults: Faults,
    kept: Map<string, Buffer>,
  ) {
    this.versions = new SimVersions(kept, process, faults);
    this.unsynced = {
      stage: (bytes) => this.#stage(bytes, false),
      publish: (staged, key, replaces) => this.#publish(staged, key, replaces, false),
      sync: (keys) => this.#sync(keys),
      isNoNewer: (found, version) => writtenMs(found.version) <= writtenMs(version),
    };
  }

  async read(key: string): Promise<StoredObject | undefined> {
    await this.#step(`read ${key}`);
    const inode = this.disk.get(key);
    const found = inode && { ...this.#info(key, inode), bytes: inode.bytes };
    await this.#answered();
    return found;
  }

  async stream(key: string): Promise<Readable> {
    const found = await this.read(key);
    if (found === undefined) throw new StorageFailure('nothing there', false);
    return Readable.from([found.bytes]);
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    await this.#step(`stat ${key}`);
    const inode = this.disk.get(key);
    const found = inode && this.#info(key, inode);
    await this.#answered();
    return found;
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    await this.#step('list');
    for (const key of this.disk.names(prefix)) {
      const inode = this.disk.get(key);
      if (inode) yield this.#info(key, inode);
    }
  }

  async folders(prefix: string): Promise<string[]> {
    const names = this.disk.names(prefix).map((name) => name.slice(prefix.length).split('/')[0] ?? '');
    return [...new Set(names)];
  }

  async exists(prefix: string): Promise<boolean> {
    return this.disk.names(prefix).length > 0;
  }

  stage(bytes: Buffer): Promise<string> {
    return this.#stage(bytes, true);
  }

  async stageStream(): Promise<string> {
    throw new Error('not simulated');
  }

  async syncStaged(): Promise<void> {
    await this.#step('sync staging');
    this.disk.syncFolder(STAGING);
  }

  publish(staged: string, key: string, replaces?: string | null): Promise<ObjectInfo> {
    return this.#publish(staged, key, replaces, true);
  }

  async discard(staged: string): Promise<void> {
    await this.#step(`discard ${staged}`);
    this.disk.remove(STAGING + staged);
  }

  async remove(key: string, version?: string): Promise<boolean> {
    await this.process.stop(this.faults.stopMs());
    const fate = await this.#step(`remove ${key}`);
    const there = this.disk.get(key);
    if (there === undefined) return false;
    if (version !== undefined && versionOf(there) !== version) throw changedMeanwhile();
    this.disk.remove(key);
    await this.#syncFolderOf(key, fate);
    return true;
  }

  async leftovers(olderThan: Date): Promise<string[]> {
    await this.#step('leftovers');
    const names = this.disk.names(STAGING);
    const old = names.filter((name) => (this.disk.get(name)?.mtime ?? 0) < olderThan.getTime());
    return old.map((name) => name.slice(STAGING.length));
  }

  async close(): Promise<void> {}

  async #stage(bytes: Buffer, isSynced: boolean): Promise<string> {
    const name = this.process.uuid();
    await this.#step('write');
    const inode = this.disk.create(STAGING + name, bytes, this.process.now(), false);
    if (!isSynced) return name;
    await this.process.wait(this.faults.latency() * 2, 'fsync');
    inode.isSynced = true;
    return name;
  }

  /** What is there is looked at, then replaced: somebody may come in between. */
  async #publish(
    staged: string,
    key: string,
    replaces: string | null | undefined,
    isDurable: boolean,
  ): Promise<ObjectInfo> {
    await this.process.stop(this.faults.stopMs());
    const fate = await this.#step(`look before a rename ${key}`);
    const there = this.disk.get(key);
    if (replaces !== undefined && (there ? versionOf(there) : null) !== replaces) throw changedMeanwhile();
    await this.process.stop(this.faults.stopMs());
    await this.#step(`rename ${key}`);
    const inode = this.disk.move(STAGING + staged, key, this.process.now());
    if (inode === undefined) throw new StorageFailure('The staged bytes are gone.', false);
    const info = this.#info(key, inode);
    if (isDurable) await this.#syncFolderOf(key, fate);
    return info;
  }

  async #syncFolderOf(key: string, fate: string): Promise<void> {
    await this.process.wait(this.faults.latency() * 2, 'fsync folder');
    if (fate === 'done without an answer') throw new StorageFailure('EIO', true);
    this.disk.syncFolder(folderOf(key));
  }

  async #sync(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#step('fsync');
      this.disk.syncFile(key);
      await this.#step('fsync folder');
      this.disk.syncFolder(folderOf(key));
    }
  }

  async #step(label: string): Promise<string> {
    await this.process.wait(this.faults.latency(), label);
    const fate = this.faults.fate('storage');
    if (fate === 'not done') throw new StorageFailure('ENOSPC or EIO', !label.startsWith('rename'));
    return fate;
  }

  /** What was read may be old news when it arrives. */
  async #answered(): Promise<void> {
    if (this.process.random() < 0.3) await this.process.wait(this.faults.latency(), 'answer');
  }

  #info(key: string, inode: Inode): ObjectInfo {
    return {
      key,
      size: inode.bytes.length,
      version: versionOf(inode),
      modifiedAt: new Date(inode.mtime),
      isFresh: this.process.now() - inode.ctime < COARSEST_CLOCK_MS,
    };
  }
}

function versionOf({ bytes, mtime, ino, ctime }: Inode): string {
  return `${bytes.length}-${mtime}-${ino}-${ctime}`;
}

function writtenMs(version: string): number {
  return Number(version.split('-')[1]);
}
