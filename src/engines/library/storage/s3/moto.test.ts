import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Moto } from '../../../../../test/harness/s3/moto.ts';
import { storageContract } from '../testing/contract.ts';
import { presigned } from './presign.ts';
import { S3Storage } from './s3-storage.ts';
import type { S3Settings } from './settings.ts';

describe.skipIf(!Moto.isInstalled)('an S3 of somebody else', () => {
  let moto: Moto;
  beforeAll(async () => {
    moto = await Moto.start('library');
  });
  afterAll(() => moto.stop());

  const settings = (): S3Settings => ({
    kind: 's3',
    bucket: 'library',
    prefix: `${randomUUID()}/`,
    region: 'us-east-1',
    endpoint: moto.endpoint,
    pathStyle: true,
    accessKeyId: 'TESTKEY',
    secretAccessKey: 'test/secret+key',
  });

  storageContract(
    'moto',
    async () => {
      const storage = await S3Storage.open(settings());
      return { storage, close: () => storage.close() };
    },
    20,
  );

  test('keeps metadata, takes objects in parts, and serves signed addresses', async () => {
    const told = settings();
    const storage = await S3Storage.open(told);
    // moto before 5.2 ignores If-Match, and is used without it.
    expect(storage.abilities.metadata).toBe(true);
    const bytes = Buffer.alloc(18 * 1024 * 1024, 'parts ');
    const info = await storage.publish(await storage.stage(bytes), 'books/b/static/videos/a b.mp4');
    expect(info.size).toBe(bytes.length);
    const answer = await fetch(presigned(told, info.key, 60, new Date()));
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    await storage.close();
  });
});
