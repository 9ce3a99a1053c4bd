import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationFailure } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { OptionValues } from '../../kernel/toolset.ts';
import { FolderShelf } from './archive/folder-shelf.ts';
import type { ArchiveShelf } from './archive/shelf.ts';
import { FileSystemStorage } from './storage/fs.ts';
import { readS3Settings } from './storage/s3-options.ts';
import { addressOf, type S3Settings } from './storage/s3-settings.ts';
import { type Storage, StorageFailure } from './storage/storage.ts';

export interface OpenStorage {
  readonly storage: Storage;
  readonly shelf: ArchiveShelf;
  /** Where objects can be read by their keys, if somebody serves them there. */
  readonly address: string;
}

/** Opens the storage that the options choose. */
export async function openStorage(options: OptionValues, root: string, log: Log): Promise<OpenStorage> {
  const { storageBackend = 'fs' } = options;
  if (storageBackend === 'fs') {
    const storage = await FileSystemStorage.open(root);
    return { storage, shelf: new FolderShelf(join(root, 'archives')), address: pathToFileURL(root).href };
  }
  if (storageBackend !== 's3' && storageBackend !== 'supabase') {
    throw new ConfigurationFailure('--storage-backend (PANAVERSITY_STORAGE_BACKEND) must be fs, s3 or supabase.');
  }
  return await openBucket(readS3Settings(options), log);
}

/** Opens a bucket; what can be set right is told with the names of the settings. */
export async function openBucket(settings: S3Settings, log: Log): Promise<OpenStorage> {
  // Loaded only now: the client of the object storage is large.
  const [{ S3Storage }, { BucketShelf }] = await Promise.all([
    import('./storage/s3.ts'),
    import('./archive/bucket-shelf.ts'),
  ]);
  const storage = await S3Storage.open(settings).catch((error: unknown) => explain(error));
  const { conditionalPut, conditionalDelete, metadata } = storage.abilities;
  log.info({ conditionalPut, conditionalDelete, metadata }, 'object storage opened');
  if (!conditionalPut)
    log.warn({}, 'the object storage ignores conditions: changes are staged and copied, without its own check');
  return { storage, shelf: new BucketShelf(storage.bucket), address: addressOf(settings, '').href.replace(/\/+$/, '') };
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^NoSuchBucket$/, 'There is no such bucket: see PANAVERSITY_S3_BUCKET and PANAVERSITY_S3_ENDPOINT.'],
  [
    /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken)$/,
    'It does not accept the keys: see PANAVERSITY_S3_ACCESS_KEY_ID and PANAVERSITY_S3_SECRET_ACCESS_KEY.',
  ],
  [
    /^(?:AccessDenied|AllAccessDisabled|Forbidden)$/,
    'The keys may not read, write, delete and list in the bucket: see PANAVERSITY_S3_ACCESS_KEY_ID.',
  ],
  [
    /^(?:AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraintException)$/,
    'The bucket is in another region: see PANAVERSITY_S3_REGION.',
  ],
  [/^(?:ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT|TimeUp)/, 'See PANAVERSITY_S3_ENDPOINT.'],
];

function explain(error: unknown): never {
  if (!(error instanceof StorageFailure)) throw error;
  const { code = '' } = error as { code?: string };
  const remedy = REMEDIES.find(([pattern]) => pattern.test(code))?.[1] ?? 'See the PANAVERSITY_S3_… variables.';
  throw new ConfigurationFailure(`The library cannot be opened. ${error.message} ${remedy}`);
}
