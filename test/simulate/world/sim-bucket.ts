import { Readable } from 'node:stream';
import {
  changedMeanwhile,
  type ObjectInfo,
  type Storage,
  StorageFailure,
  type StoredObject,
} from '../../../src/engines/library/storage/storage.ts';
import type { VersionStore } from '../../../src/engines/library/storage/version-store.ts';
import type { Fate, Faults } from './faults.ts';
import type { SimProcess } from './sim-process.ts';
import { SimVersions } from './sim-versions.ts';

interface StoredInBucket {
  readonly bytes: Buffer;
  readonly version: string;
  readonly time: number;
}

/** What the server of a bucket has; it does not forget. */
export class SimServer {
  readonly objects = new Map<string, StoredInBucket>();
  readonly staged = new Map<string, StoredInBucket>();
}

/** A bucket as a process uses it: puts are conditional, requests go on without their process, answers get lost. */
export class SimBucket implements Storage {
  readonly kind = 's3';
  readonly remote = true;
  readonly versions: VersionStore;
  /** As in the real one, bytes that were staged here need not be fetched. */
  readonly #fresh = new Map<string, Buffer>();

  constructor(
    private readonly server: SimServer,
    private readonly process: SimProcess,
    private readonly faults: Faults,
    kept: Map<string, Buffer>,
  ) {
    this.versions = new SimVersions(kept, process, faults);
  }

  read(key: string): Promise<StoredObject | undefined> {
    return this.#request(`get ${key}`, () => {
      const found = this.server.objects.get(key);
      return found && { ...infoOf(key, found), bytes: found.bytes };
    });
  }

  async stream(key: string): Promise<Readable> {
    const found = await this.read(key);
    if (found === undefined) throw new StorageFailure('nothing there', false);
    return Readable.from([found.bytes]);
  }

  stat(key: string): Promise<ObjectInfo | undefined> {
    return this.#request(`head ${key}`, () => {
      const found = this.server.objects.get(key);
      return found && infoOf(key, found);
    });
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    const all = await this.#request('list', () => [...this.server.objects].sort(([a], [b]) => (a < b ? -1 : 1)));
    for (const [key, found] of all) if (key.startsWith(prefix)) yield infoOf(key, found);
  }

  async folders(): Promise<string[]> {
    return [];
  }

  async exists(prefix: string): Promise<boolean> {
    return [...this.server.objects.keys()].some((key) => key.startsWith(prefix));
  }

  async stage(bytes: Buffer): Promise<string> {
    const name = this.process.uuid();
    await this.#request('stage', () =>
      this.server.staged.set(name, { bytes, version: name, time: this.process.now() }),
    );
    this.#fresh.set(name, bytes);
    return name;
  }

  async stageStream(): Promise<string> {
    throw new Error('not simulated');
  }

  async publish(staged: string, key: string, replaces?: string | null): Promise<ObjectInfo> {
    const bytes =
      this.#fresh.get(staged) ?? (await this.#request('get staged', () => this.server.staged.get(staged)?.bytes));
    if (bytes === undefined) throw new StorageFailure('There are no such staged bytes.', false);
    // The known limit of buckets: an object that is made where nothing is may be made once more by a request that was long under way, after somebody has removed it.
    const isPrompt = replaces === null;
    if (!isPrompt) await this.process.stop(this.faults.stopMs());
    const put = () => {
      const there = this.server.objects.get(key);
      // Sent again because its answer was lost.
      if (there?.version === staged) return infoOf(key, there);
      if (replaces !== undefined && (there?.version ?? null) !== replaces) throw changedMeanwhile();
      const object = { bytes, version: staged, time: this.process.now() };
      this.server.objects.set(key, object);
      return infoOf(key, object);
    };
    const info = await this.#request(`put ${key}`, put, isPrompt);
    await this.discard(staged).catch(() => {});
    return info;
  }

  async discard(staged: string): Promise<void> {
    this.#fresh.delete(staged);
    await this.#request('delete staged', () => this.server.staged.delete(staged));
  }

  async remove(key: string, version?: string): Promise<boolean> {
    await this.process.stop(this.faults.stopMs());
    let wasSent = false;
    return this.#request(`delete ${key}`, () => {
      const there = this.server.objects.get(key);
      if (there === undefined) return wasSent;
      if (version !== undefined && there.version !== version) throw changedMeanwhile();
      wasSent = true;
      return this.server.objects.delete(key);
    });
  }

  leftovers(olderThan: Date): Promise<string[]> {
    return this.#request('list staged', () => {
      const old = [...this.server.staged].filter(([, { time }]) => time < olderThan.getTime());
      return old.map(([name]) => name);
    });
  }

  async close(): Promise<void> {}

  /** Once it is sent, it arrives whatever becomes of its sender; now and then twice. */
  async #request<Result>(label: string, effect: () => Result, isPrompt = false): Promise<Result> {
    const { scheduler } = this.process;
    if (!isPrompt) await this.process.wait(0, label);
    const fate: Fate = this.faults.fate('storage');
    if (fate === 'not done') throw new StorageFailure('The object storage cannot be reached.', true);
    const latency = this.faults.latency();
    await scheduler.wait(isPrompt ? Math.min(latency, 2) : latency, undefined, `${label} arrives`);
    const result = effect();
    await this.process.wait(this.faults.latency(), `${label} is answered`);
    if (fate === 'done without an answer') {
      // The adapter tries again on its own, or gives up.
      if (this.process.random() < 0.5) throw new StorageFailure('The object storage does not answer.', true);
      return this.#request(label, effect, isPrompt);
    }
    return result;
  }
}

function infoOf(key: string, { bytes, version, time }: StoredInBucket): ObjectInfo {
  return { key, size: bytes.length, version, modifiedAt: new Date(time) };
}
