import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from './settings.ts';

const MIB = 1024 * 1024;

it('has a default for everything', () => {
  const { auditKeys, ...settings } = readSettings({ dataHome: '/data' });
  expect(settings).toEqual({
    root: resolve('/data/quartet/library'),
    isInDataFolder: true,
    storage: 'folder',
    databaseUrl: undefined,
    readOnly: false,
    agentId: undefined,
    deleteScope: 'fs:write',
    cdnBaseUrl: undefined,
    maxUploadBytes: 10 * MIB,
    maxAssetBytes: 100 * MIB,
    archiveTimes: { limitSeconds: 60, validSeconds: 3600 },
  });
  expect(auditKeys?.name).toBe('the file audit.key');
});

it('the smaller of what a call and what the library may hold counts', () => {
  expect(readSettings({ maxDirectUploadMb: '95' }).maxUploadBytes).toBe(95 * MIB);
  expect(readSettings({ maxAssetSizeMb: '3' }).maxUploadBytes).toBe(3 * MIB);
  expect(readSettings({ maxDirectUploadMb: '5', maxAssetSizeMb: '2000' }).maxUploadBytes).toBe(5 * MIB);
});

it('a journal in PostgreSQL has a key only when one is given', () => {
  const databaseUrl = 'postgresql://db/books';
  expect(readSettings({ databaseUrl }).auditKeys).toBeUndefined();
  expect(readSettings({ databaseUrl, auditKey: 'x' }).auditKeys?.name).toBe('QUARTET_AUDIT_KEY');
  expect(readSettings({ databaseUrl, auditKeyFile: join('keys', 'k') }).auditKeys?.name).toBe('the file k');
});

it.each(['0', '-1', '96', '1.5', 'ten', ' '])('an upload of %j MiB is refused', (maxDirectUploadMb) => {
  expect(() => readSettings({ maxDirectUploadMb })).toThrow(
    '--max-direct-upload-mb (PANAVERSITY_MAX_DIRECT_UPLOAD_MB) must be a whole number of mebibytes from 1 to 95.',
  );
});

it.each([
  [{ archiveTimeout: '601' }, '--archive-timeout (PANAVERSITY_ARCHIVE_TIMEOUT_SECONDS)'],
  [{ presignExpiry: '604801' }, '--presign-expiry (PANAVERSITY_PRESIGN_EXPIRY_SECONDS)'],
  [{ maxAssetSizeMb: '0' }, '--max-asset-size-mb (PANAVERSITY_MAX_ASSET_SIZE_MB)'],
  [{ storageBackend: 'disk' }, '--storage-backend (PANAVERSITY_STORAGE_BACKEND) must be fs, s3 or supabase.'],
  [{ agentId: ' System ' }, '--agent-id must be a name of 1 to 255 characters, and not "system".'],
])('%j is refused, naming the option', (options, name) => {
  expect(() => readSettings(options)).toThrow(name);
});

it('a library in a bucket with its journal in PostgreSQL needs no folder', () => {
  const home = process.env.HOME;
  onTestFinished(() => {
    if (home === undefined) delete process.env.HOME;
    else process.env.HOME = home;
  });
  process.env.HOME = '';
  const bucket = {
    storageBackend: 's3',
    s3Bucket: 'bucket',
    s3Region: 'eu-central-1',
    s3AccessKeyId: 'k',
    s3SecretAccessKey: 's',
  };
  expect(readSettings({ ...bucket, databaseUrl: 'postgresql://h/d' }).root).toBe('');
  expect(() => readSettings(bucket)).toThrow('This account has no home directory');
});
