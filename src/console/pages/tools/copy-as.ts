import type { JsonSchema } from '../../mcp/client.ts';
import { shellQuote } from '../../ui/shell-quote.ts';
import { isText } from './fields.ts';

export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Stands where a token goes: this page never writes yours into anything. */
const TOKEN_VARIABLE = 'QUARTET_TOKEN';

/** The message that calls the tool. */
export function rpcRequest({ name, args }: ToolCall, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

/** A command that makes the call over HTTP from anywhere. */
export function asCurl(call: ToolCall, url: string, needsToken: boolean): string {
  const parts = [
    `curl -sS ${shellQuote(url)}`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    ...(needsToken ? [`-H "Authorization: Bearer $${TOKEN_VARIABLE}"`] : []),
    // Unlike --data, this takes no leading @ for the name of a file.
    `--data-raw ${shellQuote(JSON.stringify(rpcRequest(call)))}`,
  ];
  return parts.join(' \\\n  ');
}

/** A command that makes the call in a process of its own. */
export function asQuartetCall({ name, args }: ToolCall, schema: JsonSchema): string {
  const pairs = Object.entries(args).map(([key, value]) => pairOf(key, value, schema.properties?.[key]));
  const words = pairs.every((pair) => pair !== undefined) ? pairs : [JSON.stringify(args)];
  return ['quartet call', name, ...words.map(shellQuote)].join(' ');
}

/** `key=value` as `quartet call` reads it; nothing for what no argument of a process can hold. */
function pairOf(key: string, value: unknown, schema: JsonSchema | undefined): string | undefined {
  if (schema === undefined || key === '') return undefined;
  if (typeof value !== 'string') return isText(schema) ? undefined : `${key}=${JSON.stringify(value)}`;
  // Where the argument may be something else than a text, a text that looks like JSON is to be marked as one.
  const text = isText(schema) || !isJson(value) ? value : JSON.stringify(value);
  return /\0|\p{Surrogate}/u.test(text) ? undefined : `${key}=${text}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
