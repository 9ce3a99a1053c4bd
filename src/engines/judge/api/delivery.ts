import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { problemResponse } from './http-problem.ts';
import type { RateLimit } from './rate-limit.ts';

const WORTH_PACKING = 1024;
const pack = promisify(gzip);

const CORS = { 'access-control-allow-origin': '*' };

/** Answers what arrives at a port from a client. */
export type PortHandler = (request: Request, client: string) => Promise<Response>;

/** The judge for strangers: what it answers gets what HTTP asks for, which a call inside of the program does without. */
export function atPort(fetch: (request: Request) => Promise<Response>, rateLimit?: RateLimit): PortHandler {
  return async (request, client) => {
    if (request.method === 'OPTIONS') return preflight(request);
    try {
      rateLimit?.take(client);
    } catch (refusal) {
      return deliver(request, problemResponse(refusal));
    }
    // HEAD has the headers of GET, and those depend on the body.
    const asked = request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
    return deliver(request, await fetch(asked));
  };
}

/** Makes a response fit its request: an entity tag, nothing that the client has already, packed if it may be. */
async function deliver(request: Request, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(CORS)) headers.set(name, value);
  headers.set('cache-control', 'no-cache');
  headers.set('vary', 'Accept-Encoding, Authorization');
  let body = new Uint8Array(await response.arrayBuffer());
  if (response.status === 200) {
    // Weak, as the packed and the plain form share it.
    const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    headers.set('etag', tag);
    if (isKnown(request.headers.get('if-none-match'), tag)) {
      headers.delete('content-type');
      return new Response(null, { status: 304, headers });
    }
  }
  if (body.length >= WORTH_PACKING && takesGzip(request.headers.get('accept-encoding'))) {
    body = new Uint8Array(await pack(body));
    headers.set('content-encoding', 'gzip');
  }
  headers.set('content-length', String(body.length));
  return new Response(request.method === 'HEAD' ? null : body, { status: response.status, headers });
}

/** The answer to a browser that asks whether it may ask. */
function preflight(request: Request): Response {
  const wanted = request.headers.get('access-control-request-headers') ?? '*';
  const headers = {
    ...CORS,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': wanted,
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  };
  return new Response(null, { status: 204, headers });
}

function isKnown(header: string | null, tag: string): boolean {
  if (header === null) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((known) => opaque(known) === opaque(tag));
}

function takesGzip(header: string | null): boolean {
  const choices = (header ?? '').split(',').map((choice) => choice.toLowerCase().split(';'));
  const chosen = choices.find(([name]) => name?.trim() === 'gzip') ?? choices.find(([name]) => name?.trim() === '*');
  return chosen !== undefined && !chosen.slice(1).some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter));
}
