import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { ConfigurationFailure } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { openBucket } from '../open-storage.ts';
import { FileSystemStorage } from '../storage/fs.ts';
import { readS3Settings } from '../storage/s3-options.ts';
import { addressOf, type S3Settings } from '../storage/s3-settings.ts';
import type { Storage } from '../storage/storage.ts';

/** One end of a migration. */
export type Place =
  | { readonly kind: 'fs'; readonly folder: string }
  | { readonly kind: 's3'; readonly settings: S3Settings };

/** Reads `fs:FOLDER` or `s3://BUCKET/PREFIX`; keys and endpoint of a bucket are in the options. */
export function readPlace(text: string, flag: string, options: OptionValues): Place {
  const folder = /^fs:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (folder !== undefined) return { kind: 'fs', folder: resolve(folder) };
  const [, s3Bucket, s3Prefix] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text) ?? [];
  if (s3Bucket === undefined) throw new ConfigurationFailure(`${flag} must be fs:FOLDER or s3://BUCKET/PREFIX.`);
  return { kind: 's3', settings: readS3Settings({ ...options, storageBackend: 's3', s3Bucket, s3Prefix }) };
}

export async function openPlace(place: Place, log: Log): Promise<Storage> {
  if (place.kind === 'fs') return await FileSystemStorage.open(place.folder);
  return (await openBucket(place.settings, log)).storage;
}

/** The same for the same two places, another for others. */
export function nameOfPair(from: Place, to: Place): string {
  return createHash('sha256')
    .update(`${describe(from)}\n${describe(to)}`)
    .digest('hex')
    .slice(0, 16);
}

export function describe(place: Place): string {
  return place.kind === 'fs' ? `fs:${place.folder}` : addressOf(place.settings, '').href;
}
