import * as z from 'zod';
import { ExactNumber } from '../../kernel/exact.ts';
import { missing, notADate, notText } from './failures.ts';
import { parseMoment } from './since.ts';

/** A call's arguments as they came: the order in which they are checked, and the words, are this toolset's own. */
export type RawArguments = Readonly<Record<string, unknown>>;

interface Published {
  readonly type: 'string' | 'integer';
  readonly description: string;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

export const scopeArgument: Published = {
  type: 'string',
  description: 'Absolute path of the directory to search, with all below it',
};
export const limitArgument: Published = { type: 'integer', description: 'At most this many, 1 to 1000 (default 100)' };

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
export function requiredText(args: RawArguments, key: string): string {
  if (!Object.hasOwn(args, key)) throw missing(key);
  const value = args[key];
  if (typeof value !== 'string' || value === '') throw notText(key);
  return value;
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
function integer(value: unknown): number | undefined {
  if (value instanceof ExactNumber && /^-?\d+$/.test(value.source)) {
    return BigInt.asIntN(64, BigInt(value.source)) === BigInt(value.source) ? Number(value.source) : undefined;
  }
  const number = value instanceof ExactNumber ? Number(value.source) : value;
  return Number.isInteger(number) && Math.abs(number as number) < 2 ** 63 ? (number as number) : undefined;
}
