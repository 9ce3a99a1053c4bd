import type { Bucket } from './bucket.ts';
import { documentOf, element, text } from './xml.ts';

/** One page of a listing, in the order of the keys' UTF-8 bytes, as S3 has it. */
export function pageOf({ objects }: Bucket, query: URLSearchParams, pageSize: number): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? 1000), pageSize);
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(byBytes);
  const names = [...new Set(all.map((key) => grouped(key, prefix, delimiter)))].filter(
    (name) => after === '' || byBytes(name, after) > 0,
  );
  const page = names.slice(0, most);
  const truncated = names.length > page.length;
  const isGroup = (name: string) => delimiter !== '' && name.slice(prefix.length).endsWith(delimiter);
  const contents = page
    .filter((name) => !isGroup(name))
    .map((key) => {
      const { bytes, etag, modifiedAt } = objects.get(key) as NonNullable<ReturnType<typeof objects.get>>;
      const fields = [text('Key', key), text('LastModified', modifiedAt.toISOString()), text('ETag', etag)];
      return element('Contents', ...fields, text('Size', bytes.length));
    });
  const groups = page.filter(isGroup).map((name) => element('CommonPrefixes', text('Prefix', name)));
  return documentOf(
    'ListBucketResult',
    text('Prefix', prefix),
    text('KeyCount', page.length),
    text('MaxKeys', most),
    text('IsTruncated', truncated),
    ...(truncated ? [text('NextContinuationToken', page.at(-1) ?? '')] : []),
    ...contents,
    ...groups,
  );
}

export function uploadsOf({ uploads }: Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
  return documentOf(
    'ListMultipartUploadsResult',
    text('IsTruncated', false),
    ...found.map(([id, { key, startedAt }]) =>
      element('Upload', text('Key', key), text('UploadId', id), text('Initiated', startedAt.toISOString())),
    ),
  );
}

function grouped(key: string, prefix: string, delimiter: string): string {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return at < 0 ? key : key.slice(0, at + delimiter.length);
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
