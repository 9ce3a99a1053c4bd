import type { ObjectInfo, Storage } from '../storage.ts';

/** Stages and publishes. */
export async function put(storage: Storage, key: string, content: string | Buffer): Promise<ObjectInfo> {
  return storage.publish(await storage.stage(Buffer.from(content)), key);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
