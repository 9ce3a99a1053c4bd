import type { Fact } from '../../kernel/toolset.ts';

/** What the judge answered. The body holds at most `MAX_BODY_BYTES`; more was not read. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

export const MAX_BODY_BYTES = 1_048_576;

/** The judge's HTTP API, wherever it runs. */
export interface Judge {
  readonly hasToken: boolean;
  /** Fetches an absolute path; throws a `ProtocolFailure` when no answer can be had. */
  get(path: string, signal: AbortSignal): Promise<Reply>;
  /** Throws when it is known that no answer can be had. */
  check?(): Promise<void>;
  /** Which judge it is and how it does; asks nobody outside of this program. */
  facts?(): readonly Fact[] | Promise<readonly Fact[]>;
  close(): Promise<void>;
}
