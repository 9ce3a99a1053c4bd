import type { Log } from '../lib/log.ts';
import type { ArgumentProblem } from './argument-problems.ts';
import type { Metrics } from './metrics.ts';
import type { Caller, Tool } from './tool.ts';
import type { Upload } from './upload.ts';

/** Something a toolset can be told, by a flag, by the environment, or both. */
export interface ToolsetOption {
  readonly key: string;
  /** As `--flag <value>`; without a value it is a switch, and `--no-key` switches off what is on. */
  readonly flag?: string;
  readonly env: readonly string[];
  readonly description: string;
  readonly required?: boolean;
  /** The key of a switch that makes a required option needless. */
  readonly unless?: string;
  /** The default of a server over HTTP. */
  readonly served?: string;
  /** What it can be, where that is one of a few words. */
  readonly choices?: readonly string[];
  /** The heading that it stands below in the help, where the toolset has several; such options come last. */
  readonly group?: string;
  /** May be given several times; in the environment the system's path delimiter stands between. Read it with `listOf`. */
  readonly repeatable?: boolean;
}

/** The options that were given, by key. */
export type OptionValues = Readonly<Record<string, string | undefined>>;

/** Stands between the values of a repeatable option: no argument of a process and no variable can hold it. */
export const BETWEEN_VALUES = '\0';

/** The values of a repeatable option. */
export function listOf(value: string | undefined): string[] {
  return value?.split(BETWEEN_VALUES) ?? [];
}

/** Whether a switch is on, however a person writes that. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

/** What a server with addresses of its own offers to its toolsets; stdio offers nothing. */
export interface HostServices {
  readonly metrics?: Metrics;
  /** The address of one of the toolset's files, good until a moment. */
  readonly downloadUrl?: (name: string, expires: Date) => string;
  /** An address to which somebody may send a file until a moment; the toolset gets it with the name. */
  readonly uploadUrl?: (name: string, expires: Date) => string;
}

/** A file that somebody may fetch. */
export interface Download {
  readonly size: number;
  readonly modifiedAt: Date;
  readonly type: string;
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Something that the person who runs a server wants to know of a toolset. Never a secret. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Absent where nothing could be wrong. */
  readonly state?: 'ok' | 'warning' | 'failing';
}

/** A group of tools that is a server of its own. Listing it costs nothing; `open` brings up what its tools need. */
export interface Toolset<World = unknown> {
  readonly id: string;
  readonly server: { readonly name: string; readonly title: string };
  readonly instructions: string;
  /** The instructions when they depend on what was opened. */
  instructionsFor?(world: World): string;
  readonly tools: readonly Tool<World>[];
  /** Longest text of one result in UTF-8 bytes; longer ones are cut and say so. */
  readonly maxTextBytes?: number;
  /** How the toolset words arguments that do not fit; one sentence a problem when absent. */
  refuse?(problems: readonly ArgumentProblem[]): string;
  /** Told of a call to a tool that does not exist, when no other toolset shares the server. */
  onUnknownTool?(world: World): void;
  open(options: OptionValues, log: Log, services?: HostServices): World | Promise<World>;
  /** The scopes of a token any one of which allows a call; the first is the one to ask for. `tools:call` when absent. */
  scopes?(world: World, tool: Tool<World>, args: Record<string, unknown>, subject: string): readonly string[];
  /** Told of a call that was refused because the caller's token does not allow it. */
  onForbidden?(world: World, tool: Tool<World>, args: Record<string, unknown>, caller: Caller): void;
  /** Throws when what the tools need cannot be reached. */
  check?(world: World): Promise<void>;
  /** What is where and how it does; at once, whatever the tools would need. */
  facts?(world: World): readonly Fact[] | Promise<readonly Fact[]>;
  /** A file to fetch, if there is one of that name. */
  download?(world: World, name: string): Promise<Download | undefined>;
  /** Takes a file that is sent to an address which it has given out under that name; gives what to answer. Throws an `UploadFailure`. */
  upload?(world: World, name: string, upload: Upload): Promise<Record<string, unknown>>;
  close?(world: World): void | Promise<void>;
}

/** Checks a toolset's types and returns it with its world hidden, so that toolsets can stand in one list. */
export function defineToolset<World>(toolset: Toolset<World>): Toolset {
  return toolset;
}
