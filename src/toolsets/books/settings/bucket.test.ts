import { expect, test } from 'vitest';
import { addressOf } from '../../../engines/library/storage/s3/settings.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import { readBucket } from './bucket.ts';

const KEYS = { s3AccessKeyId: 'KEY-ID-1', s3SecretAccessKey: 'SECRET-1' };
const AMAZON: OptionValues = { storageBackend: 's3', s3Bucket: 'library', s3Region: 'eu-central-1', ...KEYS };
const OTHER: OptionValues = {
  storageBackend: 's3',
  s3Bucket: 'library',
  s3Endpoint: 'https://minio.test:9000/',
  ...KEYS,
};
const SUPABASE: OptionValues = {
  storageBackend: 'supabase',
  supabaseUrl: 'https://abc.supabase.co',
  supabaseBucket: 'library',
  ...KEYS,
};

test.each([
  [AMAZON, 'https://library.s3.eu-central-1.amazonaws.com/a%20b/c.md'],
  [OTHER, 'https://minio.test:9000/library/a%20b/c.md'],
  [{ ...OTHER, s3PathStyle: 'no' }, 'https://library.minio.test:9000/a%20b/c.md'],
  [{ ...OTHER, s3Prefix: '/team one/' }, 'https://minio.test:9000/library/team%20one/a%20b/c.md'],
  [SUPABASE, 'https://abc.supabase.co/storage/v1/s3/library/a%20b/c.md'],
])('4.8: an object of %j is at %s', (options, address) => {
  expect(addressOf(readBucket(options), 'a b/c.md').href).toBe(address);
});

test.each([
  [{ ...AMAZON, s3Bucket: undefined }, 'PANAVERSITY_S3_BUCKET'],
  [{ ...AMAZON, s3Bucket: 'a/b' }, 'PANAVERSITY_S3_BUCKET'],
  [{ ...AMAZON, s3Region: undefined }, 'PANAVERSITY_S3_REGION'],
  [{ ...AMAZON, s3AccessKeyId: ' ' }, 'PANAVERSITY_S3_ACCESS_KEY_ID'],
  [{ ...AMAZON, s3SecretAccessKey: undefined }, 'PANAVERSITY_S3_SECRET_ACCESS_KEY'],
  [{ ...OTHER, s3Endpoint: 'minio.test' }, 'PANAVERSITY_S3_ENDPOINT'],
  [{ ...OTHER, s3Endpoint: 'https://user:SECRET-1@minio.test' }, 'PANAVERSITY_S3_ENDPOINT'],
  [{ ...OTHER, s3Endpoint: 'https://minio.test/library' }, 'PANAVERSITY_S3_ENDPOINT'],
  [{ ...OTHER, s3Endpoint: 'https://library.minio.test' }, 'PANAVERSITY_S3_ENDPOINT'],
  [{ ...OTHER, s3Prefix: '../x' }, 'PANAVERSITY_S3_PREFIX'],
  [{ ...SUPABASE, supabaseUrl: undefined }, 'PANAVERSITY_SUPABASE_URL'],
  [{ ...SUPABASE, supabaseBucket: undefined }, 'PANAVERSITY_SUPABASE_BUCKET'],
])('4.8: %j is refused, naming %s and no secret', (options, variable) => {
  const read = () => readBucket(options);
  expect(read).toThrow(ConfigurationFailure);
  expect(read).toThrow(variable);
  expect(read).not.toThrow(/SECRET-1|KEY-ID-1/);
});
