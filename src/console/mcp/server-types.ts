/** What a client starts that wants a process of its own. */
export interface ProgramCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What the server says of itself in its first event. */
export interface Hello {
  readonly version: string;
  readonly started_at: string;
  /** Whether the server wants tokens. */
  readonly tokens: boolean;
  readonly subject: string | null;
  readonly scopes: readonly string[];
  /** Whether this page is told of everybody's calls, and where the data are. */
  readonly sees_all: boolean;
  readonly payloads: boolean;
  readonly endpoints: readonly { readonly path: string; readonly tools: number }[];
  readonly toolsets: readonly { readonly id: string; readonly name: string; readonly title: string }[];
  /** Why an address is not served, by its path. */
  readonly absent: Readonly<Record<string, string>>;
  /** What starts the program; only for those who see everything. */
  readonly program?: ProgramCommand;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly state?: 'ok' | 'warning' | 'failing';
}

/** What happened in a minute: calls, and the times in milliseconds of the middle one and of the slow ones. */
export interface MinuteFigures {
  readonly at: string;
  readonly ok: number;
  readonly failed: number;
  readonly p50: number;
  readonly p95: number;
}

/** Calls that failed in the same way. */
export interface FailureGroup {
  readonly tool: string;
  readonly toolset?: string | undefined;
  readonly outcome: string;
  readonly code?: string | undefined;
  readonly count: number;
  readonly last_at: string;
}

/** What the server says every few seconds. Most of it is only for those who see everything. */
export interface ServerState {
  /** The time by the server's clock. */
  readonly at: string;
  readonly status: 'ready' | 'degraded' | 'failing' | 'stopping';
  readonly checks: Readonly<Record<string, 'ok' | 'failing' | 'left out'>>;
  readonly facts?: Readonly<Record<string, readonly Fact[]>>;
  /** Of the last half hour, the oldest first; without those in which nothing happened. */
  readonly minutes?: readonly MinuteFigures[];
  /** Since the start, the last first. */
  readonly failures?: readonly FailureGroup[];
  readonly last_call_at?: string | null;
  readonly unexpected_errors?: number;
  readonly memory_bytes?: number;
  readonly held_bytes?: number;
  readonly sessions?: number;
  readonly running?: number;
  readonly queued?: number;
  readonly connections?: number;
}

/** A call that has ended. */
export interface CallSummary {
  readonly n: number;
  readonly at: string;
  readonly tool: string;
  readonly toolset?: string;
  readonly client: string;
  readonly subject?: string;
  readonly outcome: string;
  readonly code?: string;
  readonly ms: number;
  readonly size_in: number;
  readonly size_out: number;
  readonly arguments?: string;
  readonly result?: string;
}
