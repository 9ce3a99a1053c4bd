/** Where the bucket is, and the keys to it. */
export interface S3Settings {
  /** What `storage_backend` shows. */
  readonly kind: 's3' | 'supabase';
  readonly bucket: string;
  /** What all keys start with; empty, or ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is in the path of an address, not in its host. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The address of a key in the bucket, unsigned. */
export function addressOf({ bucket, prefix, region, endpoint, pathStyle }: S3Settings, key: string): URL {
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!pathStyle) base.host = `${bucket}.${base.host}`;
  const segments = `${prefix}${key}`.split('/').map(encoded);
  const parts = [base.pathname.replace(/\/+$/, ''), ...(pathStyle ? [bucket] : []), ...segments];
  base.pathname = parts.join('/');
  return base;
}

/** Percent-encoded as signatures want it: everything but letters, digits and -._~ */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
