import type { ToolCall } from '../../../common/quartet-command.ts';
import { shellQuote } from '../../../common/shell-quote.ts';

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
