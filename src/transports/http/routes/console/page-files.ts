import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Answer, Plain, type RequestContext } from '../../request-context.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const START = 'index.html';
/** Nothing is loaded from elsewhere, nothing inline runs, and nobody may put the page into a frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
  packed: Promise<Buffer> | undefined;
}

const pack = promisify(gzip);

/** The files of the console's page, read once. They hold no data, so anybody may have them. */
export class PageFiles {
  #files: Promise<ReadonlyMap<string, PageFile>> | undefined;

  constructor(private readonly folder: URL) {}

  async answer(context: RequestContext, name: string): Promise<Answer> {
    const { method } = context.incoming;
    if (method !== 'GET' && method !== 'HEAD') {
      return context.refuse(405, 'method', 'The console is fetched with GET.', { allow: 'GET, HEAD' });
    }
    const file = (await this.#all()).get(name || START);
    if (file === undefined) return context.refuse(404, 'no such address', 'The console has no such file.');
    const headers = { ...context.headers(file.type), ...headersOf(name, file) };
    if (knows(context, file)) return new Plain(304, headers, null);
    const isPacked = takesGzip(context);
    if (isPacked) file.packed ??= pack(file.bytes);
    const body = isPacked && file.packed ? await file.packed : file.bytes;
    const sent = { ...headers, ...(isPacked && { 'content-encoding': 'gzip' }), 'content-length': String(body.length) };
    return new Response(method === 'HEAD' ? null : new Uint8Array(body), { status: 200, headers: sent });
  }

  /** A folder that could not be read is looked at again the next time. */
  #all(): Promise<ReadonlyMap<string, PageFile>> {
    this.#files ??= readAll(this.folder).catch((error: unknown) => {
      this.#files = undefined;
      throw error;
    });
    return this.#files;
  }
}

/** Whether the browser has this very file. */
function knows(context: RequestContext, { etag }: PageFile): boolean {
  const known = context.header('if-none-match')?.split(',') ?? [];
  return known.some((tag) => tag.trim() === etag || tag.trim() === '*');
}

/** `gzip;q=0` means: anything but that. */
function takesGzip(context: RequestContext): boolean {
  const encodings = context.header('accept-encoding')?.toLowerCase().split(',') ?? [];
  return encodings.some((encoding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(encoding));
}

function headersOf(name: string, { etag }: PageFile): Record<string, string> {
  return {
    etag,
    vary: 'Accept-Encoding, Origin',
    // A file whose name has its hash never changes.
    'cache-control': /-[A-Z0-9]{8}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}

async function readAll(folder: URL): Promise<ReadonlyMap<string, PageFile>> {
  const names = await readdir(folder);
  const files = names
    .filter((name) => TYPES[extname(name)] !== undefined)
    .map(async (name): Promise<[string, PageFile]> => {
      const bytes = await readFile(new URL(name, folder));
      // Weak, since it is the same for the packed file.
      const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return [name, { type: TYPES[extname(name)] as string, bytes, etag, packed: undefined }];
    });
  return new Map(await Promise.all(files));
}
