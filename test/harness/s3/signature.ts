import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Checks a signature (AWS SigV4), in a header or in the address; gives what S3 would say against it. */
export function refusal(request: IncomingMessage, url: URL, body: Buffer, keys: Keys, now: Date): string | undefined {
  const presigned = url.searchParams.get('X-Amz-Signature');
  const given = presigned === null ? fromHeader(request) : fromAddress(url, presigned);
  if (given === undefined) return 'AccessDenied';
  if (given.accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const signedAt = momentOf(given.date).getTime();
  if (presigned !== null && now.getTime() > signedAt + given.expires * 1000) return 'AccessDenied';
  if (Math.abs(now.getTime() - signedAt) > 15 * 60_000 && presigned === null) return 'RequestTimeTooSkewed';
  const payload =
    presigned === null ? String(request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD') : 'UNSIGNED-PAYLOAD';
  if (/^[0-9a-f]{64}$/.test(payload) && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...given.signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    given.signedHeaders.join(';'),
    payload,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', given.date, given.scope, sha256(canonical)].join('\n');
  let key: Buffer | string = `AWS4${keys.secretAccessKey}`;
  for (const part of given.scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const expected = createHmac('sha256', key).update(text).digest('hex');
  const same =
    expected.length === given.signature.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given.signature));
  return same ? undefined : 'SignatureDoesNotMatch';
}

interface Given {
  readonly accessKeyId: string;
  readonly scope: string;
  readonly signedHeaders: string[];
  readonly signature: string;
  readonly date: string;
  readonly expires: number;
}

function fromHeader(request: IncomingMessage): Given | undefined {
  const form = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/;
  const [, accessKeyId, scope, headers, signature] = form.exec(request.headers.authorization ?? '') ?? [];
  if (!accessKeyId || !scope || !headers || !signature) return undefined;
  const date = String(request.headers['x-amz-date'] ?? '');
  return { accessKeyId, scope, signedHeaders: headers.split(';'), signature, date, expires: 0 };
}

function fromAddress(url: URL, signature: string): Given | undefined {
  const told = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const [accessKeyId, ...scope] = told('Credential').split('/');
  if (!accessKeyId) return undefined;
  const signedHeaders = told('SignedHeaders').split(';');
  return {
    accessKeyId,
    scope: scope.join('/'),
    signedHeaders,
    signature,
    date: told('Date'),
    expires: Number(told('Expires')),
  };
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function momentOf(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
