import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { OpenToolset } from '../../kernel/dispatch.ts';
import type { Download } from '../../kernel/toolset.ts';
import type { Answer } from './answer.ts';
import type { Visit } from './visit.ts';

export const ARCHIVES_PATH = '/archives';

/** Addresses of files that are good for a while and for nothing else. */
export class SignedUrls {
  readonly #key: Buffer;

  constructor(
    private readonly baseUrl: () => string,
    /** The same on all replicas, if there are several. */
    secret?: string,
    private readonly now: () => number = () => Date.now(),
  ) {
    this.#key = secret === undefined ? randomBytes(32) : Buffer.from(secret);
  }

  make(toolset: string, name: string, expires: Date): string {
    const until = Math.floor(expires.getTime() / 1000);
    const path = `${ARCHIVES_PATH}/${toolset}/${encodeURIComponent(name)}`;
    return `${this.baseUrl()}${path}?expires=${until}&signature=${this.#sign(toolset, name, until).toString('base64url')}`;
  }

  /** Tells whether an address is one of ours, and whether it is still good. */
  check(toolset: string, name: string, expires: string, signature: string): 'good' | 'expired' | 'bad' {
    const until = /^\d{1,12}$/.test(expires) ? Number(expires) : Number.NaN;
    const wanted = this.#sign(toolset, name, until);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'bad';
    return until * 1000 > this.now() ? 'good' : 'expired';
  }

  #sign(toolset: string, name: string, until: number): Buffer {
    return createHmac('sha256', this.#key).update(`${toolset}\n${name}\n${until}`).digest();
  }
}

/** Serves a signed address. The signature is the permission: no token is needed. */
export async function download(
  visit: Visit,
  signed: SignedUrls,
  opened: readonly OpenToolset[],
  [toolsetId, name]: readonly [string, string],
): Promise<Answer> {
  const query = new URL(visit.request.url).searchParams;
  const verdict = signed.check(toolsetId, name, query.get('expires') ?? '', query.get('signature') ?? '');
  if (verdict === 'bad') return visit.refuse(403, 'signature', 'This address was not given out by this server.');
  if (verdict === 'expired') return visit.refuse(410, 'expired', 'This address has expired. Ask for a new archive.');
  const owner = opened.find(({ toolset }) => toolset.id === toolsetId);
  const file = await owner?.toolset.download?.(owner.world, name);
  if (file === undefined) return visit.refuse(404, 'no file', 'The archive is gone. Ask for a new one.');
  return send(visit, name, file);
}

function send(visit: Visit, name: string, file: Download): Answer {
  const etag = `"${file.size.toString(36)}-${file.modifiedAt.getTime().toString(36)}"`;
  const headers = {
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    'cache-control': 'private, max-age=0, must-revalidate',
  };
  if (visit.header('if-none-match') === etag) return visit.empty(304, { etag });
  const range = rangeOf(visit, etag, file.size);
  if (range === 'unsatisfiable') {
    return visit.refuse(416, 'range', 'There are no such bytes.', { 'content-range': `bytes */${file.size}` });
  }
  const [start, end] = range ?? [0, file.size];
  const length = String(end - start);
  const more = range && { 'content-range': `bytes ${start}-${end - 1}/${file.size}` };
  const body = Readable.toWeb(Readable.from(file.read(start, end), { objectMode: false })) as ReadableStream;
  return new Response(body, {
    status: range ? 206 : 200,
    headers: visit.headers(file.type, { ...headers, 'content-length': length, ...more }),
  });
}

/** The one range that was asked for, end excluded; undefined for the whole file. */
function rangeOf(visit: Visit, etag: string, size: number): readonly [number, number] | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(visit.header('range') ?? '') ?? [];
  const condition = visit.header('if-range');
  if ((first === '' && last === '') || (condition !== undefined && condition !== etag)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return start >= size || start >= end ? 'unsatisfiable' : [start, end];
}
