import type { S3Settings } from '../../../engines/library/storage/s3/settings.ts';
import { isOn, type OptionValues } from '../../../kernel/toolset.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,62}$/i;

/** Reads where the bucket is from the options; says which variable is wrong or missing. */
export function readBucket(options: OptionValues): S3Settings {
  return options.storageBackend === 'supabase' ? supabase(options) : plain(options);
}

function plain(options: OptionValues): S3Settings {
  const bucket = bucketIn(options.s3Bucket, '--s3-bucket (PANAVERSITY_S3_BUCKET)');
  const endpoint = endpointIn(options.s3Endpoint, bucket);
  const region = options.s3Region ?? 'auto';
  if (endpoint === undefined && region === 'auto') {
    throw new ConfigurationFailure(
      "Without --s3-endpoint (PANAVERSITY_S3_ENDPOINT) the bucket is at Amazon's, which needs a region: --s3-region (PANAVERSITY_S3_REGION), such as eu-central-1.",
    );
  }
  const pathStyle = options.s3PathStyle === undefined ? endpoint !== undefined : isOn(options.s3PathStyle);
  return { kind: 's3', bucket, region, endpoint, pathStyle, prefix: prefixIn(options.s3Prefix), ...keysIn(options) };
}

/** Supabase's storage speaks S3 below an address of the project; its S3 access keys are made in the project's settings. */
function supabase(options: OptionValues): S3Settings {
  const name = '--supabase-url (PANAVERSITY_SUPABASE_URL)';
  const project = webAddress(needed(options.supabaseUrl, name), name);
  return {
    kind: 'supabase',
    bucket: bucketIn(options.supabaseBucket, '--supabase-bucket (PANAVERSITY_SUPABASE_BUCKET)'),
    region: options.s3Region ?? 'us-east-1',
    endpoint: `${project.origin}/storage/v1/s3`,
    pathStyle: true,
    prefix: prefixIn(options.s3Prefix),
    ...keysIn(options),
  };
}

function keysIn({ s3AccessKeyId, s3SecretAccessKey }: OptionValues) {
  return {
    accessKeyId: needed(s3AccessKeyId, 'PANAVERSITY_S3_ACCESS_KEY_ID'),
    secretAccessKey: needed(s3SecretAccessKey, 'PANAVERSITY_S3_SECRET_ACCESS_KEY'),
  };
}

function bucketIn(value: string | undefined, name: string): string {
  const bucket = needed(value, name);
  if (BUCKET.test(bucket)) return bucket;
  throw new ConfigurationFailure(`${name} must be the name of a bucket: 2 to 63 letters, digits, dots and hyphens.`);
}

function endpointIn(value: string | undefined, bucket: string): string | undefined {
  if (value === undefined) return undefined;
  const name = '--s3-endpoint (PANAVERSITY_S3_ENDPOINT)';
  const url = webAddress(value, name);
  if (url.hostname.startsWith(`${bucket}.`) || url.pathname.split('/').includes(bucket)) {
    throw new ConfigurationFailure(`${name} must not contain the bucket; that is --s3-bucket.`);
  }
  return url.href.replace(/\/+$/, '');
}

function prefixIn(value: string | undefined): string {
  const names = (value ?? '').split('/').filter(Boolean);
  if (names.every((name) => !/^\.|[\\\p{Cc}]/u.test(name))) return names.map((name) => `${name}/`).join('');
  throw new ConfigurationFailure(
    '--s3-prefix (PANAVERSITY_S3_PREFIX) must be a path without "..", hidden names and backslashes.',
  );
}

function webAddress(value: string, name: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain) return url;
  throw new ConfigurationFailure(`${name} must be an http or https address without a user, a query or a fragment.`);
}

function needed(value: string | undefined, name: string): string {
  const text = value?.trim();
  if (text) return text;
  throw new ConfigurationFailure(`${name} is missing; an object storage needs it.`);
}
