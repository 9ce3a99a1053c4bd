import { S3Server, type S3ServerOptions } from '../../../../../test/harness/s3/server.ts';
import { PATIENCE, type Patience } from '../s3/retry.ts';
import { S3Storage } from '../s3/s3-storage.ts';
import type { S3Settings } from '../s3/settings.ts';

/** A server of its own, and a storage on it. */
export interface S3Workshop {
  readonly server: S3Server;
  readonly storage: S3Storage;
  /** Another client of the same bucket. */
  another(patience?: Partial<Patience>): Promise<S3Storage>;
  close(): Promise<void>;
}

/** Waits shorter than in earnest, so that tests of failures take no time. */
const HURRIED: Partial<Patience> = { firstDelayMs: 4, longestDelayMs: 40, requestMs: 10_000, idleMs: 10_000 };

export function settingsFor(server: S3Server): S3Settings {
  const { endpoint, bucketName: bucket, keys } = server;
  return { kind: 's3', bucket, prefix: 'team a/', region: 'auto', endpoint, pathStyle: true, ...keys };
}

export async function openS3(options: S3ServerOptions = {}, patience: Partial<Patience> = {}): Promise<S3Workshop> {
  const server = await S3Server.start(options);
  const another = (told: Partial<Patience> = {}) =>
    S3Storage.open(settingsFor(server), { ...PATIENCE, ...HURRIED, ...patience, ...told });
  const storage = await another();
  const close = async () => {
    await storage.close();
    await server.stop();
  };
  return { server, storage, another, close };
}
