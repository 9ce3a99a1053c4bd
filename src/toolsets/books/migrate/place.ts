import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { FileSystemStorage } from '../../../engines/library/storage/fs/fs-storage.ts';
import { addressOf, type S3Settings } from '../../../engines/library/storage/s3/settings.ts';
import type { Storage } from '../../../engines/library/storage/storage.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import type { Log } from '../../../lib/log.ts';
import { openBucket } from '../open-storage.ts';
import { readBucket } from '../settings/bucket.ts';

/** One end of a migration. */
export type StoragePlace =
  | { readonly kind: 'fs'; readonly folder: string }
  | { readonly kind: 's3'; readonly settings: S3Settings };

/** Reads `fs:FOLDER` or `s3://BUCKET/PREFIX`; keys and endpoint of a bucket are in the options. */
export function readPlace(text: string, flag: string, options: OptionValues): StoragePlace {
  const folder = /^fs:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (folder !== undefined) return { kind: 'fs', folder: resolve(folder) };
  const [, s3Bucket, s3Prefix] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text) ?? [];
  if (s3Bucket === undefined) throw new ConfigurationFailure(`${flag} must be fs:FOLDER or s3://BUCKET/PREFIX.`);
  return { kind: 's3', settings: readBucket({ ...options, storageBackend: 's3', s3Bucket, s3Prefix }) };
}

export async function openPlace(place: StoragePlace, log: Log): Promise<Storage> {
  if (place.kind === 'fs') return await FileSystemStorage.open(place.folder);
  return (await openBucket(place.settings, log)).storage;
}

/** The same for the same two places, another for others. */
export function nameOfPair(from: StoragePlace, to: StoragePlace): string {
  return createHash('sha256')
    .update(`${describe(from)}\n${describe(to)}`)
    .digest('hex')
    .slice(0, 16);
}

export function describe(place: StoragePlace): string {
  return place.kind === 'fs' ? `fs:${place.folder}` : addressOf(place.settings, '').href;
}
