import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, answerTo, operationOf } from './answers.ts';
import { Bucket, Refused } from './bucket.ts';
import { type Fault, Faults, type Operation } from './faults.ts';
import { type Keys, refusal } from './signature.ts';
import { errorXml } from './xml.ts';

export interface S3ServerOptions {
  /** Whether conditions on PUT and DELETE are heeded; some servers ignore them. */
  readonly conditional?: boolean;
  /** How long each request takes, at least. */
  readonly latencyMs?: number;
  /** Most keys of a page of a listing. */
  readonly pageSize?: number;
}

const KEYS: Keys = { accessKeyId: 'TESTKEY', secretAccessKey: 'test/secret+key' };
const BUCKET = 'library';
export const LATE_MS = 700;

/** A small S3 on loopback that checks signatures and fails on demand. One bucket, path-style addresses. */
export class S3Server {
  readonly bucket = new Bucket();
  readonly faults = new Faults();
  readonly keys = KEYS;
  readonly bucketName = BUCKET;
  /** How often each operation was asked for. */
  readonly counts = new Map<Operation, number>();
  /** The most requests that were under way at the same time. */
  mostAtOnce = 0;
  #atOnce = 0;
  readonly #server: Server;

  private constructor(readonly options: Required<S3ServerOptions>) {
    this.#server = createServer((request, response) => {
      this.#atOnce++;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
      response.once('close', () => this.#atOnce--);
      this.#serve(request, response).catch(() => request.socket.destroy());
    });
  }

  static async start(options: S3ServerOptions = {}): Promise<S3Server> {
    const server = new S3Server({ conditional: true, latencyMs: 0, pageSize: 1000, ...options });
    await new Promise<void>((done) => server.#server.listen(0, '127.0.0.1', done));
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const operation = operationOf(request, url, key);
    this.counts.set(operation, (this.counts.get(operation) ?? 0) + 1);
    const fault = this.faults.next(operation, key || (url.searchParams.get('prefix') ?? ''));
    const body = await bodyOf(request, fault === 'reset-in-request');
    if (body === undefined) return;
    if (this.options.latencyMs > 0) await sleep(this.options.latencyMs);
    if (fault === 'late') await sleep(LATE_MS);
    if (await strikesBefore(fault, request, response)) return;
    const answer = this.#answer(request, url, bucket, key, operation, body);
    if (await strikesAfter(fault, request, response, answer)) return;
    send(response, answer, request.method === 'HEAD');
  }

  #answer(request: IncomingMessage, url: URL, bucket: string, key: string, operation: Operation, body: Buffer): Answer {
    try {
      const refused = refusal(request, url, body, KEYS, new Date());
      if (refused !== undefined) throw new Refused(refused, 403);
      if (bucket !== BUCKET) throw new Refused('NoSuchBucket', 404);
      return answerTo({ operation, bucket: this.bucket, key, url, headers: request.headers, body, ...this.options });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, headers: { 'content-type': 'application/xml' }, body: errorXml(error.code) };
    }
  }
}

/** Everything the client sends; undefined when the line is cut in the middle of it. */
function bodyOf(request: IncomingMessage, cut: boolean): Promise<Buffer | undefined> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (cut) request.socket.resetAndDestroy();
    });
    request.once('end', () => {
      if (cut) request.socket.resetAndDestroy();
      done(cut ? undefined : Buffer.concat(chunks));
    });
    request.once('error', () => done(undefined));
  });
}

async function strikesBefore(
  fault: Fault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (fault === 'error') send(response, trouble('InternalError', 500));
  else if (fault === 'slow-down') send(response, trouble('SlowDown', 503));
  else if (fault === 'reset') request.socket.resetAndDestroy();
  else if (fault === 'hang') return true;
  else return false;
  return true;
}

async function strikesAfter(
  fault: Fault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<boolean> {
  if (fault === 'error-after') send(response, trouble('InternalError', 500));
  else if (fault === 'reset-after') request.socket.resetAndDestroy();
  else if (fault === 'reset-in-answer' || fault === 'half-answer') {
    const body = Buffer.from(answer.body ?? '');
    const promised = request.method === 'HEAD' ? {} : { 'content-length': Math.max(body.length, 10) };
    response.writeHead(answer.status, { ...answer.headers, ...promised });
    response.write(body.subarray(0, body.length >> 1));
    await sleep(5);
    if (fault === 'half-answer') request.socket.end();
    else request.socket.resetAndDestroy();
  } else return fault === 'hang-after';
  return true;
}

function trouble(code: string, status: number): Answer {
  return { status, headers: { 'content-type': 'application/xml' }, body: errorXml(code) };
}

function send(response: ServerResponse, { status, headers, body = '' }: Answer, head = false): void {
  response.writeHead(status, {
    'x-amz-request-id': 'test',
    ...(head || status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  });
  response.end(head || status === 204 ? undefined : body);
}
