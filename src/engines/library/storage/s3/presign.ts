import { createHash, createHmac } from 'node:crypto';
import { addressOf, encoded, type S3Settings } from './settings.ts';

/** An address with which anybody can read an object until it expires (AWS Signature Version 4 in the query). */
export function presigned(settings: S3Settings, key: string, seconds: number, now: Date): string {
  const url = addressOf(settings, key);
  const stamp = `${now
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d{3}Z$/, 'Z')}`;
  const scope = [stamp.slice(0, 8), settings.region, 's3', 'aws4_request'];
  const query = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Credential': [settings.accessKeyId, ...scope].join('/'),
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  };
  const search = Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  const canonical = ['GET', url.pathname, search, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', stamp, scope.join('/'), digest].join('\n');
  const signingKey = scope.reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${settings.secretAccessKey}`,
  );
  const signature = createHmac('sha256', signingKey).update(text).digest('hex');
  return `${url.origin}${url.pathname}?${search}&X-Amz-Signature=${signature}`;
}
