import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Bucket, type Conditions, Refused, type StoredThing } from './bucket.ts';
import type { Operation } from './faults.ts';
import { pageOf, uploadsOf } from './listing.ts';
import { documentOf, text } from './xml.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | string;
}

export interface Asked {
  readonly operation: Operation;
  readonly bucket: Bucket;
  readonly key: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly conditional: boolean;
  readonly pageSize: number;
}

export function operationOf(request: IncomingMessage, url: URL, key: string): Operation {
  const has = (name: string) => url.searchParams.has(name);
  switch (request.method) {
    case 'PUT':
      return has('uploadId') ? 'upload-part' : request.headers['x-amz-copy-source'] ? 'copy' : 'put';
    case 'POST':
      return has('uploads') ? 'begin-upload' : 'complete-upload';
    case 'DELETE':
      return has('uploadId') ? 'abort-upload' : 'delete';
    case 'HEAD':
      return 'head';
    default:
      return key !== '' ? 'get' : has('uploads') ? 'list-uploads' : 'list';
  }
}

/** Does what is asked, at once and wholly, and says what S3 would. */
export function answerTo(asked: Asked): Answer {
  const { operation, bucket, key, url, headers, body } = asked;
  const uploadId = url.searchParams.get('uploadId') ?? '';
  switch (operation) {
    case 'get':
    case 'head':
      return show(bucket.get(key), headers);
    case 'put':
      checkMd5(headers, body);
      return { status: 200, headers: { etag: bucket.put(key, body, kept(headers), conditionsOf(asked)).etag } };
    case 'copy': {
      const [, , ...source] = `/${String(headers['x-amz-copy-source'])}`.replace(/^\/+/, '/').split('/');
      const from = bucket.get(source.map(decodeURIComponent).join('/'));
      const metadata = headers['x-amz-metadata-directive'] === 'REPLACE' ? kept(headers) : from.headers;
      const { etag, modifiedAt } = bucket.put(key, from.bytes, metadata, conditionsOf(asked), from.etag.slice(1, -1));
      const times = text('LastModified', modifiedAt.toISOString());
      return xml(documentOf('CopyObjectResult', text('ETag', etag), times));
    }
    case 'delete':
      bucket.remove(key, conditionsOf(asked));
      return { status: 204, headers: {} };
    case 'list':
      return xml(pageOf(bucket, url.searchParams, asked.pageSize));
    case 'list-uploads':
      return xml(uploadsOf(bucket, url.searchParams));
    case 'begin-upload': {
      const id = bucket.begin(key, kept(headers));
      return xml(documentOf('InitiateMultipartUploadResult', text('Key', key), text('UploadId', id)));
    }
    case 'upload-part':
      checkMd5(headers, body);
      return {
        status: 200,
        headers: { etag: bucket.addPart(uploadId, Number(url.searchParams.get('partNumber')), body) },
      };
    case 'complete-upload': {
      const { etag } = bucket.complete(uploadId, partsOf(body.toString()), conditionsOf(asked));
      return xml(documentOf('CompleteMultipartUploadResult', text('Key', key), text('ETag', etag)));
    }
    case 'abort-upload':
      if (!bucket.uploads.delete(uploadId)) throw new Refused('NoSuchUpload', 404);
      return { status: 204, headers: {} };
  }
}

function show({ bytes, etag, modifiedAt, headers }: StoredThing, asked: IncomingHttpHeaders): Answer {
  if (asked['if-match'] !== undefined && asked['if-match'] !== etag) throw new Refused('PreconditionFailed', 412);
  const common = { ...headers, etag, 'last-modified': modifiedAt.toUTCString(), 'accept-ranges': 'bytes' };
  const range = /^bytes=(\d+)-(\d*)$/.exec(asked.range ?? '');
  if (!range) return { status: 200, headers: { ...common, 'content-length': bytes.length }, body: bytes };
  const start = Number(range[1]);
  const end = range[2] ? Number(range[2]) + 1 : bytes.length;
  if (start >= bytes.length) throw new Refused('InvalidRange', 416);
  const part = bytes.subarray(start, end);
  const told = `bytes ${start}-${start + part.length - 1}/${bytes.length}`;
  return {
    status: 206,
    headers: { ...common, 'content-length': part.length, 'content-range': told },
    body: part,
  };
}

/** What an object keeps of the headers with which it was put. */
function kept(headers: IncomingHttpHeaders): Record<string, string> {
  const names = Object.keys(headers).filter((name) => name === 'content-type' || name.startsWith('x-amz-meta-'));
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

function conditionsOf({ headers, conditional }: Asked): Conditions {
  return conditional ? { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] } : {};
}

function checkMd5(headers: IncomingHttpHeaders, body: Buffer): void {
  const told = headers['content-md5'];
  if (told !== undefined && told !== md5Base64(body)) throw new Refused('BadDigest', 400);
  if (Number(headers['content-length']) !== body.length) throw new Refused('IncompleteBody', 400);
}

function partsOf(document: string): { number: number; etag: string }[] {
  return [...document.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#34;', '"'),
  }));
}

function xml(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function md5Base64(body: Buffer): string {
  return createHash('md5').update(body).digest('base64');
}
