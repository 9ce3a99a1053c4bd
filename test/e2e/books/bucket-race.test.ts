import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { raceRounds } from '../../books/race.ts';
import { S3Server } from '../../support/s3/server.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await S3Server.start({ latencyMs: 2 });
  const settings = {
    STORAGE_BACKEND: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucketName,
    S3_ACCESS_KEY_ID: s3.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
  };
  // The servers of the race inherit them.
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(`PANAVERSITY_${name}`, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3.stop();
});

it('SC-003: of 64 writers in four processes on one bucket exactly one wins', { timeout: 120_000 }, async () => {
  expect(await raceRounds(15)).toMatchObject({ rounds: 15, updated: 12, created: 3, conflicts: 15 * 63 });
});
