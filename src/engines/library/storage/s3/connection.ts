import type { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { withTimeLimit } from '../../../../lib/abort.ts';
import { TimeUp } from './errors.ts';
import { Gate } from './gate.ts';
import { type Patience, retried } from './retry.ts';
import type { S3Settings } from './settings.ts';

/** What one attempt is made with. */
interface Attempt {
  readonly client: S3Client;
  /** To be given with each command; its signal fires when the time of the attempt is up. */
  readonly options: { readonly abortSignal: AbortSignal };
}

const MUCH = 1024 * 1024;

/** Sends requests: a bounded number at once, each with a time limit, repeated when that may help. */
export class S3Connection {
  readonly #client: S3Client;
  readonly #gate: Gate;
  readonly #patience: Patience;
  serverTime = 0;

  constructor(settings: S3Settings, patience: Patience) {
    this.#patience = patience;
    this.#gate = new Gate(patience.atOnce);
    this.#client = clientFor(settings, patience);
    this.#client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        const { headers } = result.response as { headers?: Record<string, string> };
        const date = Date.parse(headers?.date ?? '');
        if (date > this.serverTime) this.serverTime = date;
        return result;
      },
      { step: 'deserialize', priority: 'low', name: 'rememberServerTime' },
    );
    this.#client.middlewareStack.add(
      (next) => (args) => {
        const { headers, body } = args.request as { headers: Record<string, string>; body?: unknown };
        // Their MD5 is signed; one more hash would only cost time.
        if (Buffer.isBuffer(body) && body.length > MUCH) headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
        return next(args);
      },
      { step: 'build', priority: 'low', name: 'hashOnce' },
    );
  }

  /** A request and what is done with its answer, as one attempt. */
  ask<T>(work: (attempt: Attempt) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return retried(this.#patience, signal, () => this.#gate.run(() => this.#attempt(work, signal)));
  }

  /** A request whose answer has a body that somebody will read: it keeps its place until the body is closed. */
  hold<T extends { readonly body: Readable }>(
    work: (attempt: Attempt) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return retried(this.#patience, signal, async () => {
      const leave = await this.#gate.enter();
      try {
        const held = await this.#attempt(work, signal);
        held.body.once('close', leave);
        return held;
      } catch (error) {
        leave();
        throw error;
      }
    });
  }

  close(): void {
    this.#client.destroy();
  }

  #attempt<T>(work: (attempt: Attempt) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const { requestMs } = this.#patience;
    const attempt = (abortSignal: AbortSignal) => work({ client: this.#client, options: { abortSignal } });
    return withTimeLimit(requestMs, () => new TimeUp(), attempt, signal);
  }
}

function clientFor(settings: S3Settings, { requestMs, atOnce }: Patience): S3Client {
  const { region, endpoint, pathStyle, accessKeyId, secretAccessKey } = settings;
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // We repeat requests ourselves, bodies included.
    maxAttempts: 1,
    // Not every server knows the newer checksums; bodies carry an MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    // Otherwise it warns on stderr.
    logger: { debug() {}, info() {}, warn() {}, error() {}, trace() {} },
    requestHandler: {
      connectionTimeout: Math.min(5000, requestMs),
      socketTimeout: requestMs,
      httpAgent: { keepAlive: true, maxSockets: atOnce },
      httpsAgent: { keepAlive: true, maxSockets: atOnce },
    },
  });
}
