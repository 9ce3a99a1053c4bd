import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { JSON_HEADERS, type ServeProcess } from '../../harness/http-server.ts';
import type { Target } from './attack.ts';

/** Does something many times, a few at once. */
export async function flood(count: number, atOnce: number, one: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
}

/** Calls a tool as the attacker and lets the answer run away; gives its status, 0 when there was none. */
export function poured({ server, headers }: Target, tool: string, args: object): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      `${server.url}/mcp`,
      { method: 'POST', agent: false, headers: { ...JSON_HEADERS, ...headers } },
      (response) => {
        response.resume().on('close', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(callBody(tool, args));
  });
}

export function callBody(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}

/** The start of a request to `/mcp` as it goes over the wire, with a body of so many bytes to follow. */
export function requestHead(headers: Readonly<Record<string, string>>, bytes: number): string {
  const all = { host: 'localhost', ...JSON_HEADERS, ...headers, 'content-length': String(bytes) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Connections from the attacker's address that send something and then neither read nor end. */
export function lingering(server: ServeProcess, count: number, text: string): Socket[] {
  const port = Number(new URL(server.url).port);
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    // A server may well cut off who behaves so.
    socket.on('error', () => {}).pause();
    if (text !== '') socket.write(text);
    return socket;
  });
}

/** Puts a file into a library by hand. */
export function putByHand(root: string, key: string, content: string | Uint8Array): void {
  const path = join(root, 'books', key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
