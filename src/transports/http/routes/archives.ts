import { Readable } from 'node:stream';
import type { OpenToolset } from '../../../kernel/dispatch.ts';
import type { Download } from '../../../kernel/toolset.ts';
import type { Budget } from '../../../lib/budget.ts';
import { BUSY_SECONDS, tooMany } from '../refusals.ts';
import type { Answer, RequestContext } from '../request-context.ts';
import type { SignedUrls } from '../signed-urls.ts';

/** What a download holds, however large the file is: the parts between the disk and a client that reads slowly. */
const BYTES_UNDER_WAY = 512 * 1024;

export interface DownloadParts {
  readonly signedUrls: SignedUrls;
  readonly opened: readonly OpenToolset[];
  readonly budget: Budget;
}

/** Serves a signed address. The signature is the permission: no token is needed. */
export async function download(
  context: RequestContext,
  { signedUrls, opened, budget }: DownloadParts,
  [toolsetId, name]: readonly [string, string],
): Promise<Answer> {
  const { verdict } = signedUrls.judge(context.incoming.url, toolsetId, name);
  if (verdict === 'bad') return context.refuse(403, 'signature', 'This address was not given out by this server.');
  if (verdict === 'expired') return context.refuse(410, 'expired', 'This address has expired. Ask for a new archive.');
  const owner = opened.find(({ toolset }) => toolset.id === toolsetId);
  const file = await owner?.toolset.download?.(owner.world, name);
  if (file === undefined) return context.refuse(404, 'no file', 'The archive is gone. Ask for a new one.');
  context.counted = { budget, key: `address ${context.client}` };
  try {
    await context.reserve(BYTES_UNDER_WAY, context.signal);
  } catch {
    return tooMany(context, 'memory', BUSY_SECONDS);
  }
  return send(context, name, file);
}

function send(context: RequestContext, name: string, file: Download): Answer {
  const etag = `"${file.size.toString(36)}-${file.modifiedAt.getTime().toString(36)}"`;
  const headers = {
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    'cache-control': 'private, max-age=0, must-revalidate',
  };
  if (context.header('if-none-match') === etag) return context.empty(304, { etag });
  const range = rangeOf(context, etag, file.size);
  if (range === 'unsatisfiable') {
    return context.refuse(416, 'range', 'There are no such bytes.', { 'content-range': `bytes */${file.size}` });
  }
  const [start, end] = range ?? [0, file.size];
  const length = String(end - start);
  const more = range && { 'content-range': `bytes ${start}-${end - 1}/${file.size}` };
  const parts = exactly(end - start, file.read(start, end));
  const body = Readable.toWeb(Readable.from(parts, { objectMode: false })) as ReadableStream;
  return new Response(body, {
    status: range ? 206 : 200,
    headers: context.headers(file.type, { ...headers, 'content-length': length, ...more }),
  });
}

/** A file that ends early must not look whole, nor leave its reader waiting for the rest. */
async function* exactly(length: number, parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const part of parts) {
    sent += part.length;
    yield part;
  }
  if (sent !== length) throw new Error('The file changed while it was sent.');
}

/** The one range that was asked for, end excluded; undefined for the whole file. */
function rangeOf(
  context: RequestContext,
  etag: string,
  size: number,
): readonly [number, number] | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(context.header('range') ?? '') ?? [];
  const condition = context.header('if-range');
  if ((first === '' && last === '') || (condition !== undefined && condition !== etag)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return start >= size || start >= end ? 'unsatisfiable' : [start, end];
}
