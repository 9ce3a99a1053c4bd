import { join, resolve } from 'node:path';
import { givenKey, type KeySource, keyFile } from '../../../engines/library/journal/key-source.ts';
import { isPostgresUrl } from '../../../engines/library/journal/postgres/url.ts';
import type { S3Settings } from '../../../engines/library/storage/s3/settings.ts';
import { isOn, type OptionValues } from '../../../kernel/toolset.ts';
import { dataFile } from '../../../lib/data-folder.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import { readBucket } from './bucket.ts';

/** How a library is opened and served, as the options say. */
export interface BooksSettings {
  /** The folder of the library; its journal is there also when its files are in a bucket. */
  readonly root: string;
  /** Whether nobody has said where the library is. */
  readonly isInDataFolder: boolean;
  readonly storage: 'folder' | S3Settings;
  readonly databaseUrl: string | undefined;
  readonly auditKeys: KeySource | undefined;
  readonly readOnly: boolean;
  /** The name in the audit log of callers without a token, instead of their own. */
  readonly agentId: string | undefined;
  /** What a token must allow to delete a shared lesson. */
  readonly deleteScope: string;
  /** Where assets and archives are served. */
  readonly cdnBaseUrl: string | undefined;
  /** The largest asset that a call may carry. */
  readonly maxUploadBytes: number;
  /** The largest asset of all. */
  readonly maxAssetBytes: number;
  readonly archiveTimes: ArchiveTimes;
}

/** How long things around archives take and last. */
export interface ArchiveTimes {
  /** An archive that takes longer is closed with what is in it. */
  readonly limitSeconds: number;
  /** How long its address works. */
  readonly validSeconds: number;
}

/** The longest that an archive may take. */
export const LONGEST_LIMIT_SECONDS = 600;
// Signed addresses cannot live longer than a week.
const LONGEST_VALID_SECONDS = 604_800;
const MIB = 1024 * 1024;
/** In base64 it still fits into the longest line that stdio takes. */
const MOST_DIRECT_MIB = 95;
const MOST_MIB = 1024 * 1024;

/** Reads all options but quotas, which are for servers only; says which option is wrong. */
export function readSettings(options: OptionValues): BooksSettings {
  const storage = storageOf(options);
  // Who keeps neither files nor a journal in a folder needs no home directory.
  const root = storage !== 'folder' && hasPostgres(options) ? '' : rootOf(options);
  return {
    root,
    isInDataFolder: options.root === undefined && storage === 'folder',
    storage,
    databaseUrl: options.databaseUrl,
    auditKeys: auditKeys(options, root),
    readOnly: isOn(options.readOnly),
    agentId: checkedAgent(options.agentId),
    deleteScope: options.deleteScope ?? 'fs:write',
    cdnBaseUrl: options.cdnBaseUrl,
    ...sizeLimits(options),
    archiveTimes: archiveTimes(options),
  };
}

/** The folder of a library. */
export function rootOf({ root, dataHome }: OptionValues): string {
  return resolve(root ?? dataFile('library', { XDG_DATA_HOME: dataHome }));
}

/**
 * Where the key of the audit log is: where the options say, or beside the journal in the library. A journal in PostgreSQL has none by default:
 * each of its servers would make one of its own.
 */
export function auditKeys(options: OptionValues, root: string): KeySource | undefined {
  const { auditKey, auditKeyFile } = options;
  if (auditKey !== undefined) return givenKey(auditKey);
  if (auditKeyFile !== undefined) return keyFile(resolve(auditKeyFile));
  return hasPostgres(options) ? undefined : keyFile(join(root, '.quartet', 'audit.key'));
}

function hasPostgres({ databaseUrl }: OptionValues): boolean {
  return databaseUrl !== undefined && isPostgresUrl(databaseUrl);
}

function storageOf(options: OptionValues): BooksSettings['storage'] {
  const { storageBackend = 'fs' } = options;
  if (storageBackend === 'fs') return 'folder';
  if (storageBackend === 's3' || storageBackend === 'supabase') return readBucket(options);
  throw new ConfigurationFailure('--storage-backend (PANAVERSITY_STORAGE_BACKEND) must be fs, s3 or supabase.');
}

/** The audit log must say who did something; `system` says nothing. */
function checkedAgent(agentId: string | undefined): string | undefined {
  const name = agentId?.trim();
  if (name === undefined || (name !== '' && name.toLowerCase() !== 'system' && name.length <= 255)) return name;
  throw new ConfigurationFailure('--agent-id must be a name of 1 to 255 characters, and not "system".');
}

function sizeLimits({ maxDirectUploadMb, maxAssetSizeMb }: OptionValues) {
  const directName = '--max-direct-upload-mb (PANAVERSITY_MAX_DIRECT_UPLOAD_MB)';
  const direct = wholeNumber(maxDirectUploadMb, 10, MOST_DIRECT_MIB, 'mebibytes', directName);
  const largestName = '--max-asset-size-mb (PANAVERSITY_MAX_ASSET_SIZE_MB)';
  const largest = wholeNumber(maxAssetSizeMb, 100, MOST_MIB, 'mebibytes', largestName);
  return { maxUploadBytes: Math.min(direct, largest) * MIB, maxAssetBytes: largest * MIB };
}

function archiveTimes({ archiveTimeout, presignExpiry }: OptionValues): ArchiveTimes {
  const limitName = '--archive-timeout (PANAVERSITY_ARCHIVE_TIMEOUT_SECONDS)';
  const validName = '--presign-expiry (PANAVERSITY_PRESIGN_EXPIRY_SECONDS)';
  return {
    limitSeconds: wholeNumber(archiveTimeout, 60, LONGEST_LIMIT_SECONDS, 'seconds', limitName),
    validSeconds: wholeNumber(presignExpiry, 3600, LONGEST_VALID_SECONDS, 'seconds', validName),
  };
}

function wholeNumber(value: string | undefined, otherwise: number, most: number, unit: string, name: string): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (value.trim() !== '' && Number.isSafeInteger(number) && number >= 1 && number <= most) return number;
  throw new ConfigurationFailure(`${name} must be a whole number of ${unit} from 1 to ${most}.`);
}
