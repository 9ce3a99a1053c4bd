import { ToolFailure } from '../../kernel/errors.ts';
import type { Fact } from '../../kernel/toolset.ts';
import { inTime, untilAborted } from '../../lib/abort.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { type Judge, MAX_BODY_BYTES, type Reply } from './judge.ts';
import { grouped } from './render.ts';
import { statusShape } from './shapes.ts';

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
  /** Where its database is, and what it searches with. */
  facts?(): readonly Fact[] | Promise<readonly Fact[]>;
}

/** How long somebody who wants to know about the judge waits while it is being opened. */
const PATIENCE_MS = 250;

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

  async facts(): Promise<Fact[]> {
    const judge: Fact = { label: 'Judge', value: 'inside of this program' };
    return [judge, ...((await this.source.facts?.()) ?? []), await this.#problems()];
  }

  /** A judge that nobody has asked yet is not opened only to be counted. */
  async #problems(): Promise<Fact> {
    const label = 'Problems';
    const opened =
      this.#opened &&
      (await inTime(
        PATIENCE_MS,
        this.#opened.catch(() => undefined),
      ));
    if (this.#failure !== undefined) return { label, value: 'the database cannot be opened', state: 'failing' };
    if (opened === undefined) return { label, value: 'counted after the first call' };
    try {
      const { platforms } = statusShape.parse(await (await opened.fetch(requestFor('/status'))).json());
      const total = platforms.reduce((sum, platform) => sum + Number(platform.total), 0);
      return { label, value: grouped(String(total)) };
    } catch {
      return { label, value: 'the judge does not answer', state: 'failing' };
    }
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
    return fetch(requestFor(path));
  }
}

function requestFor(path: string): Request {
  return new Request(`http://judge.embedded${path}`);
}
