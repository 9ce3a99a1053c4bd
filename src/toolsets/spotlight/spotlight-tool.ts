import * as z from 'zod';
import type { AllowedRoots } from '../../engines/filesearch/allowed-roots.ts';
import type { Readers } from '../../engines/filesearch/documents/readers.ts';
import type { Engine } from '../../engines/filesearch/engine.ts';
import { ArgumentFailure, missing, notADate, notText, queryFailed } from '../../engines/filesearch/failures.ts';
import { parseMoment } from '../../engines/filesearch/since.ts';
import { ExactNumber } from '../../kernel/json.ts';
import { type Annotations, type Call, defineTool, type Tool, type ToolOutput } from '../../kernel/tool.ts';
import { CallFailure } from '../../lib/failures.ts';
import type { Log } from '../../lib/log.ts';
import { MAX_BUDGET_MS } from './options.ts';

/** What the tools work with. */
export interface SpotlightWorld {
  readonly engine: Engine;
  readonly allowedRoots: AllowedRoots;
  readonly documents: Pick<Readers, 'metadata' | 'read'>;
  /** Searches tell every attribute of every hit in one answer, as the original does. */
  readonly fullMetadata: boolean;
  readonly log: Log;
  now(): number;
}

type SpotlightCall = Call<SpotlightWorld>;

interface Definition<Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: Output;
  readonly extra?: true;
  run(args: RawArguments, call: SpotlightCall): Promise<ToolOutput<z.input<Output>>>;
}

/** Reads files on this machine, and changes none. */
const readOnly: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool of this toolset: reads only, and says in the log that it was called and how that ended, but never with what. */
export function spotlightTool<Output extends z.ZodObject>({ run, ...rest }: Definition<Output>): Tool<SpotlightWorld> {
  return defineTool({
    ...rest,
    annotations: readOnly,
    exactNumbers: true,
    timeLimitMs: MAX_BUDGET_MS + 30_000,
    run: async (args: RawArguments, call: SpotlightCall) => {
      const { log } = call.world;
      log.debug?.({ tool: rest.name }, 'Tool invoked');
      try {
        return await run(args, call);
      } catch (error) {
        if (call.signal.aborted) throw call.signal.reason;
        const failure = asFailure(error);
        if (failure instanceof ArgumentFailure) log.warn({ tool: rest.name }, 'Validation failed');
        else log.error({ tool: rest.name }, 'Tool execution failed');
        throw failure;
      }
    },
  });
}

/** What the system says about a failure names files, so it goes to nobody. */
function asFailure(error: unknown): CallFailure {
  return error instanceof CallFailure ? error : queryFailed('the search engine stopped unexpectedly; try again');
}

/** A call's arguments as they came: the order in which they are checked, and the words, are this toolset's own. */
export type RawArguments = Readonly<Record<string, unknown>>;

export interface Published {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly enum?: readonly string[];
  readonly description: string;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

export const scopeArgument: Published = {
  type: 'string',
  description: 'Absolute directory path; ~ is home',
};

/** A schema that clients see as it is and that lets everything pass, so that `run` can check in its own order. */
export function published(properties: Readonly<Record<string, Published>>, required: readonly string[]): z.ZodObject {
  const shape = Object.entries(properties).map(([name, property]) => [
    name,
    z
      .unknown()
      .optional()
      .meta({ ...property }),
  ]);
  return z.object(Object.fromEntries(shape)).meta({ required });
}

/** An argument that must be there and must say something. */
export function requiredText(args: RawArguments, key: string, hint = ''): string {
  if (!Object.hasOwn(args, key)) throw missing(key, hint);
  const value = args[key];
  if (typeof value !== 'string' || value === '') throw notText(key, hint);
  return value;
}

/** The real path of the directory to search. */
export function scopeOf(args: RawArguments, { allowedRoots }: SpotlightWorld): Promise<string> {
  return allowedRoots.scope(requiredText(args, 'scope', allowedRoots.hint));
}

/** How many results are wanted: what is no integer counts as not given, what is out of range is brought into it. */
export function limitOf({ limit }: RawArguments): number {
  const wanted = integer(limit) ?? DEFAULT_LIMIT;
  return Math.min(Math.max(wanted, 1), MAX_LIMIT);
}

/** The moment since which files are recent; seven days ago when no text was given. */
export function sinceOf({ since }: RawArguments, now: number): number {
  if (typeof since !== 'string') return now - RECENT_MS;
  const moment = parseMoment(since);
  if (moment === undefined) throw notADate(since);
  return moment;
}

/** A JSON integer of at most 64 bits; 10.0 is one too. */
export function integer(value: unknown): number | undefined {
  if (value instanceof ExactNumber && /^-?\d+$/.test(value.source)) {
    return BigInt.asIntN(64, BigInt(value.source)) === BigInt(value.source) ? Number(value.source) : undefined;
  }
  const number = value instanceof ExactNumber ? Number(value.source) : value;
  return Number.isInteger(number) && Math.abs(number as number) < 2 ** 63 ? (number as number) : undefined;
}
