import { isText, type JsonSchema } from './json-schema.ts';
import { shellQuote } from './shell-quote.ts';

export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A command that makes the call in a process of its own. */
export function asQuartetCall(call: ToolCall, schema: JsonSchema): string {
  return callWords(call, schema).join(' ');
}

/** The same as words for a shell. */
export function callWords({ name, args }: ToolCall, schema: JsonSchema): string[] {
  const pairs = Object.entries(args).map(([key, value]) => pairOf(key, value, schema.properties?.[key]));
  const words = pairs.every((pair) => pair !== undefined) ? pairs : [JSON.stringify(args)];
  return ['quartet', 'call', name, ...words.map(shellQuote)];
}

/** `key=value` as `quartet call` reads it; nothing for what no argument of a process can hold. */
function pairOf(key: string, value: unknown, schema: JsonSchema | undefined): string | undefined {
  if (schema === undefined || key === '') return undefined;
  if (typeof value !== 'string') return isText(schema) ? undefined : `${key}=${JSON.stringify(value)}`;
  if (/\0|\p{Surrogate}/u.test(value)) return undefined;
  // A file and standard input are written so; text that begins like that is given as JSON.
  if (value.startsWith('@') || value === '-') return `${key}:=${JSON.stringify(value)}`;
  // Where the argument may be something else than a text, a text that looks like JSON is to be marked as one.
  return isText(schema) || !isJson(value) ? `${key}=${value}` : `${key}:=${JSON.stringify(value)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
