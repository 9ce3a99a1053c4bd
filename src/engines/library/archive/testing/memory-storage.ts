import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ObjectInfo, type Storage, StorageFailure, type StoredObject } from '../../storage/storage.ts';
import type { Member } from '../member.ts';

/** A storage in memory with files that hang, fail, vanish or change on demand. Only what archives use. */
export class MemoryStorage implements Storage {
  readonly kind = 'memory';
  readonly files = new Map<string, Buffer>();
  readonly hanging = new Set<string>();
  readonly failing = new Set<string>();
  streams = 0;

  put(key: string, bytes: Buffer | string): void {
    this.files.set(key, Buffer.from(bytes));
  }

  members(): Member[] {
    const keys = [...this.files.keys()].sort();
    return keys.map((key) => ({ ...this.#info(key), name: key.split('/').slice(2).join('/') }));
  }

  async stream(key: string): Promise<Readable> {
    this.streams++;
    const bytes = this.files.get(key);
    if (bytes === undefined) throw new StorageFailure('There is no such file.', false);
    const half = bytes.subarray(0, bytes.length >> 1);
    if (this.hanging.has(key)) return hangingAfter(half);
    const failing = this.failing.has(key);
    return Readable.from(
      (async function* () {
        yield half;
        if (failing) throw new StorageFailure('The disk is on fire.', true);
        yield bytes.subarray(half.length);
      })(),
    );
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    return this.files.has(key) ? this.#info(key) : undefined;
  }

  #info(key: string): ObjectInfo {
    const bytes = this.files.get(key) as Buffer;
    const version = createHash('sha1').update(bytes).digest('hex');
    return { key, size: bytes.length, version, modifiedAt: new Date('2026-03-01T08:30:01.900Z') };
  }

  read(): Promise<StoredObject | undefined> {
    throw new Error('not used');
  }
  list(): AsyncIterable<ObjectInfo> {
    throw new Error('not used');
  }
  folders(): Promise<string[]> {
    throw new Error('not used');
  }
  exists(): Promise<boolean> {
    throw new Error('not used');
  }
  stage(): Promise<string> {
    throw new Error('not used');
  }
  stageStream(): Promise<string> {
    throw new Error('not used');
  }
  publish(): Promise<ObjectInfo> {
    throw new Error('not used');
  }
  async discard(): Promise<void> {}
  async remove(key: string): Promise<boolean> {
    return this.files.delete(key);
  }
  async leftovers(): Promise<string[]> {
    return [];
  }
  async close(): Promise<void> {}
}

function hangingAfter(bytes: Buffer): Readable {
  const stream = new Readable({ read() {} });
  stream.push(bytes);
  return stream;
}
