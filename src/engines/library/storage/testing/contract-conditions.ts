import { beforeEach, describe, expect, test } from 'vitest';
import { type Storage, StorageFailure } from '../storage.ts';
import { put } from './put.ts';

const key = 'books/abc/content/01-Part/01-Chapter/01-intro.md';

/** What every storage refuses when a caller expects another version than there is. */
export function conditionsContract(name: string, current: () => Storage): void {
  let storage: Storage;
  beforeEach(() => {
    storage = current();
  });

  const staged = () => storage.stage(Buffer.from('late'));
  const content = async () => (await storage.read(key))?.bytes.toString();

  describe(`${name}: conditions`, () => {
    test('bytes replace the named version, or nothing where nothing was meant to be', async () => {
      const first = await storage.publish(await staged(), key, null);
      const second = await storage.publish(await storage.stage(Buffer.from('next')), key, first.version);
      // How fresh it is depends on when one looks.
      expect(await storage.read(key)).toMatchObject({ key, size: second.size, version: second.version });
      expect(await content()).toBe('next');
      expect(await storage.remove(key, second.version)).toBe(true);
      expect(await storage.remove(key, second.version)).toBe(false);
    });

    test('bytes do not replace what came meanwhile, nor appear where something went', async () => {
      const { version } = await put(storage, key, 'old');
      await put(storage, key, 'newer');
      await expect(storage.publish(await staged(), key, version)).rejects.toThrow(StorageFailure);
      await expect(storage.publish(await staged(), key, null)).rejects.toThrow(StorageFailure);
      await expect(storage.remove(key, version)).rejects.toThrow(StorageFailure);
      expect(await content()).toBe('newer');
      await storage.remove(key);
      await expect(storage.publish(await staged(), key, version)).rejects.toThrow(StorageFailure);
      expect(await content()).toBeUndefined();
    });

    test('discarded bytes cannot be published any more', async () => {
      const gone = await staged();
      await storage.discard(gone);
      await expect(storage.publish(gone, key)).rejects.toThrow(StorageFailure);
      expect(await content()).toBeUndefined();
    });
  });
}
