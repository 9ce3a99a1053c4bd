import { type Judge, MAX_BODY_BYTES, type Reply } from './judge.ts';

export interface EmbeddedOptions {
  /** The judge's API as a function. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** A judge inside of this program: no port, no token, no network. */
export class EmbeddedJudge implements Judge {
  /** It trusts its caller as if there were one. */
  readonly hasToken = true;

  constructor(private readonly options: EmbeddedOptions) {}

  async get(path: string, signal: AbortSignal): Promise<Reply> {
    const response = await unlessAborted(this.options.fetch(new Request(`http://judge.embedded${path}`)), signal);
    const body = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: body.subarray(0, MAX_BODY_BYTES),
    };
  }

  async close(): Promise<void> {
    await this.options.close();
  }
}

/** Gives up waiting, with the caller's reason; the judge finishes what it has begun. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let cancel = () => {};
  const aborted = new Promise<never>((_, reject) => {
    cancel = () => reject(signal.reason as Error);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
