import type { Log } from './log.ts';
import type { Tool } from './tool.ts';
import type { ArgumentProblem } from './validate.ts';

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
  /** May be given several times; in the environment the system's path delimiter stands between. */
  readonly repeatable?: boolean;
}

/** The options that were given, by key. */
export type OptionValues = Readonly<Record<string, string | undefined>>;

/** Stands between the values of a repeatable option: no argument of a process and no variable can hold it. */
export const BETWEEN_VALUES = '\0';

/** Whether a switch is on, however a person writes that. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

/** A group of tools that is a server of its own. Listing it costs nothing; `open` brings up what its tools need. */
export interface Toolset<World = unknown> {
  readonly id: string;
  readonly server: { readonly name: string; readonly title: string };
  readonly instructions: string;
  readonly tools: readonly Tool<World>[];
  /** Longest text of one result in UTF-8 bytes; longer ones are cut and say so. */
  readonly maxTextBytes?: number;
  /** How the toolset words arguments that do not fit; one sentence a problem when absent. */
  refuse?(problems: readonly ArgumentProblem[]): { readonly message: string; readonly data?: Record<string, unknown> };
  open(options: OptionValues, log: Log): World | Promise<World>;
  close?(world: World): void | Promise<void>;
}

/** Checks a toolset's types and returns it with its world hidden, so that toolsets can stand in one list. */
export function defineToolset<World>(toolset: Toolset<World>): Toolset {
  return toolset;
}
