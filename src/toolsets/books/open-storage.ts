import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ArchiveStore } from '../../engines/library/archive/archive-store.ts';
import { FolderArchiveStore } from '../../engines/library/archive/folder-store.ts';
import { journalFile } from '../../engines/library/journal/open.ts';
import { FileSystemStorage } from '../../engines/library/storage/fs/fs-storage.ts';
import { addressOf, type S3Settings } from '../../engines/library/storage/s3/settings.ts';
import { type Storage, StorageFailure } from '../../engines/library/storage/storage.ts';
import { isAbsence } from '../../lib/errno.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { keepGroupRights } from '../../lib/group-rights.ts';
import type { Log } from '../../lib/log.ts';
import { whyNotWritable } from '../../lib/writable.ts';
import type { BooksSettings } from './settings/settings.ts';

export interface OpenStorage {
  readonly storage: Storage;
  readonly archives: ArchiveStore;
  /** Where objects can be read by their keys, if somebody serves them there. */
  readonly address: string;
  /** Whether nothing can be written there. */
  readonly readOnly?: boolean;
}

const ONLY_READ = 'Its file system is read-only: add --read-only to use the library as it is.';

const AS_IT_IS = 'Or use it as it is with --read-only, or name another folder with --root.';

/** Opens the storage that the settings choose. */
export async function openStorage(settings: BooksSettings, log: Log): Promise<OpenStorage> {
  const { root, storage: kind } = settings;
  if (kind !== 'folder') return await openBucket(kind, log);
  const reason = await whyNotWritableAnywhere(settings);
  if (reason === 'disk' && !settings.readOnly) throw new StorageFailure(ONLY_READ, false);
  const readOnly = reason !== undefined && settings.readOnly;
  if (!readOnly) await keepGroupRights(root);
  const opening = readOnly ? FileSystemStorage.openReadOnly(root) : FileSystemStorage.open(root);
  const storage = await opening.catch((error: unknown) => {
    if (reason === undefined || !(error instanceof StorageFailure)) throw error;
    throw new StorageFailure(`${error.message} ${AS_IT_IS}`, error.retryable, { cause: error });
  });
  return { storage, archives: new FolderArchiveStore(storage.root), address: pathToFileURL(root).href, readOnly };
}

/** Says so when a folder holds no library: somebody has mistyped its name. */
export async function refuseMissing(root: string, flag: string): Promise<void> {
  for (const sign of ['.quartet', 'books']) {
    const seen = await lstat(join(root, sign)).catch((error: unknown) => !isAbsence(error));
    if (seen) return;
  }
  throw new ConfigurationFailure(`There is no library in ${root}. Name its folder with ${flag}.`);
}

/** Storage and journal change together or not at all, so what keeps one of them from being written keeps both. */
async function whyNotWritableAnywhere({ root, databaseUrl }: BooksSettings): Promise<'disk' | 'rights' | undefined> {
  const journal = journalFile(root, databaseUrl);
  const places = [root, join(root, '.quartet'), join(root, '.quartet', 'staging')];
  for (const place of [...places, ...(journal ? [dirname(journal), journal] : [])]) {
    const reason = await whyNotWritable(place);
    if (reason) return reason;
  }
  return undefined;
}

/** Opens a bucket; what can be set right is told with the names of the settings. */
export async function openBucket(settings: S3Settings, log: Log): Promise<OpenStorage> {
  // Loaded only now: the client of the object storage is large.
  const [{ S3Storage }, { BucketArchiveStore }] = await Promise.all([
    import('../../engines/library/storage/s3/s3-storage.ts'),
    import('../../engines/library/archive/bucket-store.ts'),
  ]);
  const storage = await S3Storage.open(settings).catch((error: unknown) => explain(error));
  const { conditionalPut, conditionalDelete, metadata } = storage.abilities;
  log.info?.({ conditionalPut, conditionalDelete, metadata }, 'object storage opened');
  if (!conditionalPut)
    log.warn({}, 'the object storage ignores conditions: changes are staged and copied, without its own check');
  return {
    storage,
    archives: new BucketArchiveStore(storage.bucket),
    address: addressOf(settings, '').href.replace(/\/+$/, ''),
  };
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
