import { type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { HELLO, JSON_HEADERS } from '../../harness/http-server.ts';

export interface CallResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

/** Calls a tool of a server; rejects when there is no result. */
export type CallTool = (name: string, args: unknown) => Promise<CallResult>;

interface Answer {
  readonly id: unknown;
  readonly result?: CallResult;
}

/** Clients of a server over stdio share its pipes, and know their answers by their ids. */
export function stdioCalls(server: ChildProcessWithoutNullStreams): CallTool {
  const waiting = new Map<number, { resolve(result: CallResult): void; reject(reason: Error): void }>();
  let lastId = 0;
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as Answer;
    const waiter = waiting.get(Number(id));
    waiting.delete(Number(id));
    if (result) waiter?.resolve(result);
    else waiter?.reject(new Error(line.slice(0, 300)));
  });
  server.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the server has ended'));
  });
  server.stdin.on('error', () => {});
  server.stdin.write(
    `${JSON.stringify({ ...HELLO, id: 0 })}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`,
  );
  return (name, args) => {
    const id = ++lastId;
    server.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`,
    );
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
}

/** A client over HTTP with a session of its own. */
export async function httpCalls(url: string, agent: Agent): Promise<CallTool> {
  const { session } = await post(url, agent, HELLO, {});
  let lastId = 0;
  return async (name, args) => {
    const message = { jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params: { name, arguments: args } };
    const { body } = await post(url, agent, message, { 'mcp-session-id': session });
    const { result } = JSON.parse(body) as Answer;
    if (!result) throw new Error(body.slice(0, 300));
    return result;
  };
}

function post(
  url: string,
  agent: Agent,
  message: unknown,
  headers: Record<string, string>,
): Promise<{ body: string; session: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/mcp`,
      { method: 'POST', agent, headers: { ...JSON_HEADERS, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ body, session: String(response.headers['mcp-session-id']) }));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(message));
  });
}
