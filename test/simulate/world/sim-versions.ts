import { sha256 as hashOf } from '../../../src/engines/library/model/files.ts';
import type { KeptObject } from '../../../src/engines/library/model/kept-object.ts';
import { StorageFailure } from '../../../src/engines/library/storage/storage.ts';
import type { Lost, VersionStore } from '../../../src/engines/library/storage/version-store.ts';
import type { Faults } from './faults.ts';
import type { SimProcess } from './sim-process.ts';

/** Former versions: what is kept is durable, and nothing clears it here. */
export class SimVersions implements VersionStore {
  constructor(
    private readonly kept: Map<string, Buffer>,
    private readonly process: SimProcess,
    private readonly faults: Faults,
  ) {}

  async keep(bytes: Buffer, sha256: string): Promise<KeptObject> {
    await this.process.wait(this.faults.latency() * 2, 'keep');
    const fate = this.faults.fate('storage');
    if (fate === 'not done') throw new StorageFailure('ENOSPC', true);
    const container = `${sha256}.${this.process.uuid()}`;
    this.kept.set(container, bytes);
    await this.process.wait(this.faults.latency(), 'kept');
    if (fate === 'done without an answer') throw new StorageFailure('EIO', true);
    return { sha256, size: bytes.length, container, position: 0, stored: bytes.length };
  }

  async read({ container, sha256 }: KeptObject): Promise<Buffer | Lost> {
    await this.process.wait(this.faults.latency(), 'read kept');
    if (this.faults.fate('storage') !== 'done') throw new StorageFailure('EIO', true);
    const bytes = this.kept.get(container);
    if (bytes === undefined) return 'missing';
    return hashOf(bytes) === sha256 ? bytes : 'damaged';
  }

  async find(sha256: string): Promise<KeptObject | undefined> {
    const container = [...this.kept.keys()].find((name) => name.startsWith(`${sha256}.`));
    const bytes = container === undefined ? undefined : this.kept.get(container);
    return container !== undefined && bytes
      ? { sha256, size: bytes.length, container, position: 0, stored: bytes.length }
      : undefined;
  }

  async *all(): AsyncGenerator<KeptObject> {}

  async clear(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {}
}
