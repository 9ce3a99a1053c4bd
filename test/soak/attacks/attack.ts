import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Reply, ServeProcess } from '../../harness/http-server.ts';
import type { Run } from '../../harness/run-quartet.ts';

/** Where an attack takes place: made before the server starts, removed after it. */
export interface Ground {
  /** The library of the server; empty at first. */
  readonly root: string;
  /** A folder for whatever else the attack needs. */
  readonly folder: string;
  /** 1 is the whole attack, CI takes a share. */
  readonly strength: number;
  /** This share of a count, but at least one. */
  times(count: number): number;
  /** Runs a command of the program to its end, with the environment of the server. */
  quartet(args: readonly string[]): Promise<Run>;
}

/** What the server is told, and what is to be ended with it. */
export interface Scene {
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  end?(): void | Promise<void>;
}

/** A running `quartet serve`, and the attacker's weak token for it. */
export interface Target extends Ground {
  readonly server: ServeProcess;
  readonly headers: Readonly<Record<string, string>>;
  /** The token of somebody honest, who may do everything. */
  readonly honestHeaders: Readonly<Record<string, string>>;
  /** Another address of this machine, where honest clients are; the attacker is at 127.0.0.1. */
  readonly elsewhere: string;
  /** Calls a tool at `/mcp` as the attacker. */
  call(tool: string, args: object): Promise<Reply>;
}

interface Common {
  /** The rule that must hold, as a sentence; the name of the test. */
  readonly rule: string;
  /** Why the attack cannot be carried out here, or undefined. */
  impossible?(): string | undefined;
  /** Puts files and other servers in place before the server starts. */
  prepare?(ground: Ground): Scene | Promise<Scene>;
  /** Looks at what is left once the server has stopped. */
  inspect?(ground: Ground): void | Promise<void>;
}

/**
 * An attack over HTTP. While it runs, an honest client at another address sends a ping every 25 ms: its answers must keep coming, and
 * the server must stay alive and within its memory. `run` throws when the server gave away or destroyed what it must not.
 */
export interface HttpAttack extends Common {
  readonly over: 'http';
  /** The scopes of the attacker's token; `fs:read files:read tools:call` when absent. */
  readonly scopes?: string;
  /** Nobody needs a token. */
  readonly withoutTokens?: boolean;
  run(target: Target): Promise<void>;
}

/** An attack on a stdio server: the whole process is the attacker's, who need not read what it says. It must live, and answer a ping at the end. */
export interface StdioAttack extends Common {
  readonly over: 'stdio';
  /** The command, such as `books`. */
  readonly command: string;
  run(server: ChildProcessWithoutNullStreams, ground: Ground): Promise<void>;
}

export type Attack = HttpAttack | StdioAttack;

export interface AttackReport {
  readonly rule: string;
  readonly peakMb: number;
  /** Absent on stdio, where there is no second client. */
  readonly pings?: Pings;
}

/** What the honest client saw: how long the 99th of a hundred pings took, beside a bare server that nobody attacks. */
export interface Pings {
  readonly count: number;
  readonly lost: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bareP99Ms: number;
  /** By how much the server's work took longer because others had the processor: 1 on a machine that has nothing else to do. */
  readonly stretch: number;
}
