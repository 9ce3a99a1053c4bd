import { ToolFailure } from '../../kernel/errors.ts';
import { untilAborted } from '../../lib/abort.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { type Judge, MAX_BODY_BYTES, type Reply } from './judge.ts';

/** The judge inside of this program, open: its API as a function. */
export interface OpenedJudge {
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

/** A judge that can be opened. */
export interface JudgeSource {
  open(): Promise<OpenedJudge>;
  /** Throws when its database has no place. */
  check(): Promise<void>;
}

/** A judge inside of this program: no port, no token, no network. The first request opens it. */
export class EmbeddedJudge implements Judge {
  /** It trusts its caller as if there were one. */
  readonly hasToken = true;
  #opened: Promise<OpenedJudge> | undefined;
  #failure: unknown;

  constructor(private readonly source: JudgeSource) {}

  async get(path: string, signal: AbortSignal): Promise<Reply> {
    // A call that was given up is waited for no longer; the judge finishes what it has begun.
    const response = await untilAborted(this.#ask(path), signal);
    const body = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: body.subarray(0, MAX_BODY_BYTES),
    };
  }

  async check(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    await this.source.check();
  }

  async close(): Promise<void> {
    const judge = await this.#opened?.catch(() => undefined);
    await judge?.close();
  }

  async #ask(path: string): Promise<Response> {
    this.#opened ??= this.source.open().catch((failure: unknown) => {
      this.#opened = undefined;
      this.#failure = failure;
      // There is nobody else who could tell the caller what is wrong with the database.
      throw failure instanceof ConfigurationFailure ? new ToolFailure(failure.message) : failure;
    });
    const { fetch } = await this.#opened;
    this.#failure = undefined;
    return fetch(new Request(`http://judge.embedded${path}`));
  }
}
