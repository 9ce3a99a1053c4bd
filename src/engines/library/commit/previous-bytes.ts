import type { ObjectInfo, Storage } from '../storage/storage.ts';
import { LARGE } from './fingerprint.ts';

/** The bytes that a change replaces, kept until it is recorded: in memory, or, when they are many, as a staged copy. */
export class PreviousBytes {
  private constructor(
    private readonly storage: Storage,
    private readonly kept: Buffer | string,
  ) {}

  /** Undefined when there is nothing at the key. */
  static async at(storage: Storage, key: string, size: number): Promise<PreviousBytes | undefined> {
    if (size > LARGE) return new PreviousBytes(storage, await storage.stageStream(await storage.stream(key)));
    const object = await storage.read(key);
    return object && new PreviousBytes(storage, object.bytes);
  }

  /** The name under which they can be published. */
  async staged(): Promise<string> {
    return typeof this.kept === 'string' ? this.kept : this.storage.stage(this.kept);
  }

  /** Puts them back where they were, over the named version. */
  async restore(key: string, replaces: string | null): Promise<ObjectInfo> {
    return this.storage.publish(await this.staged(), key, replaces);
  }

  /** A copy that cannot be discarded now is cleared with other leftovers. */
  async forget(): Promise<void> {
    if (typeof this.kept === 'string') await this.storage.discard(this.kept).catch(() => {});
  }
}
