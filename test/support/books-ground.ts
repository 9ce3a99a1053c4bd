import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { S3Server } from './s3/server.ts';

/** Where the books of a library really are, for tests that look behind the server's back. */
export interface Ground {
  readonly kind: 'fs' | 's3';
  /** What the server's process needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The bytes at a key. */
  read(key: string): Buffer;
  /** Every key below a prefix, sorted. */
  keys(prefix: string): string[];
  write(key: string, bytes: Buffer | string): void;
  /** What an address that the server has given holds. */
  fetch(url: unknown): Promise<Buffer>;
  close(): Promise<void>;
}

/** The folder of the library, or a bucket when QUARTET_TEST_STORAGE is s3. */
export function openGround(root: string): Promise<Ground> {
  return process.env.QUARTET_TEST_STORAGE === 's3' ? bucketGround() : Promise.resolve(folderGround(root));
}

function folderGround(root: string): Ground {
  return {
    kind: 'fs',
    env: {},
    read: (key) => readFileSync(join(root, key)),
    keys: (prefix) =>
      readdirSync(join(root, prefix), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
        .sort(),
    write: (key, bytes) => {
      mkdirSync(dirname(join(root, key)), { recursive: true });
      writeFileSync(join(root, key), bytes);
    },
    fetch: async (url) => readFileSync(fileURLToPath(String(url))),
    close: async () => {},
  };
}

async function bucketGround(): Promise<Ground> {
  const server = await S3Server.start();
  const { objects } = server.bucket;
  const prefix = `${randomUUID()}/`;
  return {
    kind: 's3',
    env: {
      PANAVERSITY_STORAGE_BACKEND: 's3',
      PANAVERSITY_S3_ENDPOINT: server.endpoint,
      PANAVERSITY_S3_BUCKET: server.bucketName,
      PANAVERSITY_S3_PREFIX: prefix,
      PANAVERSITY_S3_ACCESS_KEY_ID: server.keys.accessKeyId,
      PANAVERSITY_S3_SECRET_ACCESS_KEY: server.keys.secretAccessKey,
    },
    read: (key) => {
      const thing = objects.get(prefix + key);
      if (thing === undefined) throw new Error(`there is nothing at ${key}`);
      return thing.bytes;
    },
    keys: (below) =>
      [...objects.keys()]
        .filter((key) => key.startsWith(prefix + below))
        .map((key) => key.slice(prefix.length))
        .sort(),
    write: (key, bytes) => void server.bucket.put(prefix + key, Buffer.from(bytes), {}),
    fetch: async (url) => Buffer.from(await (await fetch(signedIfOurs(String(url)))).arrayBuffer()),
    close: () => server.stop(),
  };

  /** Assets are served by whoever serves the bucket; here nobody does, so they are read behind the signature's back. */
  function signedIfOurs(url: string): string {
    if (url.includes('X-Amz-Signature')) return url;
    const key = decodeURIComponent(new URL(url).pathname).slice(server.bucketName.length + 2);
    return `data:;base64,${objects.get(key)?.bytes.toString('base64') ?? ''}`;
  }
}
