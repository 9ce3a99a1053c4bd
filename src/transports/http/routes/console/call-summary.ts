/** What somebody who watches is told of a call: who called what, when, with which result. */
export interface CallSummary {
  /** Grows by one with every call. */
  readonly n: number;
  readonly at: string;
  readonly tool: string;
  readonly toolset?: string | undefined;
  readonly client: string;
  readonly subject?: string | undefined;
  readonly outcome: string;
  /** Of a failure, if its text names one. */
  readonly code?: string | undefined;
  readonly ms: number;
  /** Characters of the arguments and of the answer's text. */
  readonly size_in: number;
  readonly size_out: number;
  /** Only where payloads are shown: their beginning, as JSON and as text. */
  readonly arguments?: string;
  readonly result?: string;
}
