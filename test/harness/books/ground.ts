import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runningS3 } from '../s3/running.ts';
import type { S3Server } from '../s3/server.ts';

/** Where the books of a library really are, for tests that look and work behind the server's back. */
export interface Ground {
  readonly kind: 'fs' | 's3';
  /** The bytes at a key. */
  read(key: string): Buffer;
  /** Every key below a prefix, sorted. */
  keys(prefix: string): string[];
  write(key: string, bytes: Buffer | string): void;
  remove(key: string): void;
  /** Makes something look as if it had been written at another time. */
  date(key: string, time: Date): void;
  /** What an address that the server has given holds. */
  fetch(url: unknown): Promise<Buffer>;
}

/** The folder of a library, or the part of the bucket that it is in where this run is about buckets. */
export function groundOf(root: string, prefix = process.env.PANAVERSITY_S3_PREFIX): Ground {
  const server = runningS3();
  return server === undefined ? folderGround(root) : bucketGround(server, `${prefix}/`);
}

/** Every key below a prefix with the hash of its bytes. */
export function stateOf(ground: Ground, prefix: string): string[] {
  return ground.keys(prefix).map((key) => `${key} ${createHash('sha256').update(ground.read(key)).digest('hex')}`);
}

function folderGround(root: string): Ground {
  return {
    kind: 'fs',
    read: (key) => readFileSync(join(root, key)),
    keys: (prefix) =>
      (existsSync(join(root, prefix)) ? readdirSync(join(root, prefix), { recursive: true, withFileTypes: true }) : [])
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
        .sort(),
    write: (key, bytes) => {
      mkdirSync(dirname(join(root, key)), { recursive: true });
      writeFileSync(join(root, key), bytes);
    },
    remove: (key) => rmSync(join(root, key)),
    date: (key, time) => utimesSync(join(root, key), time, time),
    fetch: async (url) => readFileSync(fileURLToPath(String(url))),
  };
}

function bucketGround(server: S3Server, prefix: string): Ground {
  const { objects } = server.bucket;
  const at = (key: string) => {
    const thing = objects.get(prefix + key);
    if (thing === undefined) throw new Error(`there is nothing at ${key}`);
    return thing;
  };
  return {
    kind: 's3',
    read: (key) => at(key).bytes,
    keys: (below) =>
      [...objects.keys()]
        .filter((key) => key.startsWith(prefix + below))
        .map((key) => key.slice(prefix.length))
        .sort(),
    write: (key, bytes) => void server.bucket.put(prefix + key, Buffer.from(bytes), {}),
    remove: (key) => {
      at(key);
      objects.delete(prefix + key);
    },
    date: (key, modifiedAt) => void objects.set(prefix + key, { ...at(key), modifiedAt }),
    fetch: async (url) => Buffer.from(await (await fetch(signedIfOurs(String(url)))).arrayBuffer()),
  };

  /** Assets are served by whoever serves the bucket; here nobody does, so they are read behind the signature's back. */
  function signedIfOurs(url: string): string {
    if (url.includes('X-Amz-Signature')) return url;
    const key = decodeURIComponent(new URL(url).pathname).slice(server.bucketName.length + 2);
    return `data:;base64,${objects.get(key)?.bytes.toString('base64') ?? ''}`;
  }
}
