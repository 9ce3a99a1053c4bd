import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Reply, ServeProcess } from '../../harness/http-server.ts';
import { dataOf } from '../../harness/result-data.ts';

const MIB = 1024 * 1024;
const MAX_PEAK_MB = 1536;
const NODE_OPTIONS = '--max-old-space-size=512';
const QUARTET_TOKENS = 'one one-0123456789abcdef *; two two-0123456789abcdef *';
const one = { authorization: 'Bearer one-0123456789abcdef' };
const two = { authorization: 'Bearer two-0123456789abcdef' };
const STATELESS = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const GONE: Reply = { status: 0, headers: {}, text: '', json: {} };

let server: ServeProcess;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop();
});

const start = async (...args: string[]) => {
  server = await ServeProcess.start(['--log-level', 'error', ...args], { QUARTET_TOKENS, NODE_OPTIONS });
};

/** The most memory that the server has had; nothing is known elsewhere than on Linux. */
function peakMb(): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** A figure of `/metrics`. */
async function metric(name: string): Promise<number> {
  const { text } = await server.send('/metrics', { headers: two });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

const add = (headers = two) => server.call('/mcp/cobol', 'add', { a: 1, b: 1 }, headers);
const upload = (filename: string, bytes: number, headers = one) =>
  server.call(
    '/mcp/books',
    'upload_asset',
    { book_id: 'big', asset_type: 'img', filename, binary_data: Buffer.alloc(bytes, filename).toString('base64') },
    headers,
  );

/** Puts a file into the library as somebody with an editor does. */
function place(path: string, bytes: number | string): void {
  const file = join(server.root, 'books/big', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof bytes === 'number' ? Buffer.alloc(bytes, 'x') : bytes);
}

/** Sends a request by hand, and reads nothing of its answer. */
function sendUnread(tool: string, args: object, { stream = false, stateless = false, body = '' } = {}): Socket {
  const params = { name: tool, arguments: args, ...(stateless && { _meta: STATELESS }) };
  const text = body || JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => {}).pause();
  const accept = stream ? 'text/event-stream' : 'application/json, text/event-stream';
  const era = stateless ? `MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: ${tool}\r\n` : '';
  socket.write(
    `POST /mcp/books HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${one.authorization}\r\nContent-Type: application/json\r\n` +
      `Accept: ${accept}\r\n${era}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  return socket;
}

describe('memory', () => {
  it('48 uploads of 10 MiB at once wait for each other, and others go on', async () => {
    await start();
    const uploads = Promise.all(Array.from({ length: 48 }, (_, at) => upload(`${at}.png`, 10 * MIB).catch(() => GONE)));
    await sleep(300);
    expect((await add()).status).toBe(200);
    const replies = await uploads;
    for (const reply of replies) {
      // Who has waited long is told to come again, unless it does not stop to send.
      if (reply.status === 429) expect(reply.headers['retry-after']).toBe('5');
      else if (reply !== GONE) expect(reply.json.result.isError).toBeUndefined();
    }
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
    expect(peakMb()).toBeLessThan(MAX_PEAK_MB);
    expect(await metric('quartet_memory_held_bytes')).toBe(0);
    expect(await metric('quartet_memory_waiting')).toBe(0);
  }, 120_000);

  const ways = [
    ['as JSON', {}],
    ['as a stream', { stream: true }],
    ['in the stateless era', { stateless: true }],
  ] as const;
  it.each(ways)(
    'answers of 10 MiB that nobody reads do not pile up: %s',
    async (_, how) => {
      await start();
      place('static/img/large.png', 10 * MIB);
      place('content/01-Part/01-Chapter/01-large.md', 9 * MIB);
      const asset = { book_id: 'big', asset_type: 'img', filename: 'large.png', include_binary: true };
      const lesson = { book_id: 'big', path: 'content/01-Part/01-Chapter/01-large.md' };
      for (let at = 0; at < 40; at++) {
        sendUnread('get_asset', asset, how);
        sendUnread('read_content', at % 2 ? lesson : { ...lesson, scope: 'book' }, how);
        sendUnread('delta_build', { book_id: 'big', since: '2020-01-01T00:00:00Z', include_content: true }, how);
      }
      await expect.poll(() => metric('quartet_memory_waiting'), { timeout: 20_000 }).toBeGreaterThan(10);
      const other = await server.call('/mcp/books', 'get_asset', asset, two);
      expect(other.json.result.structuredContent.binary_data).toHaveLength(Math.ceil((10 * MIB) / 3) * 4);
      expect(peakMb()).toBeLessThan(MAX_PEAK_MB);
      for (const socket of sockets.splice(0)) socket.destroy();
      await expect.poll(() => metric('quartet_memory_held_bytes'), { timeout: 20_000 }).toBe(0);
      expect(await metric('quartet_requests_running')).toBe(0);
      const again = await server.call('/mcp/books', 'get_asset', asset, one);
      expect(again.json.result.structuredContent.file_size).toBe(10 * MIB);
    },
    120_000,
  );

  it('who finds no room in time gets a result that says to come again', async () => {
    await start('--memory-budget', '32', '--max-queue', '1');
    place('static/img/large.png', 4 * MIB);
    const asset = { book_id: 'big', asset_type: 'img', filename: 'large.png', include_binary: true };
    for (let at = 0; at < 8; at++) sendUnread('get_asset', asset);
    await expect.poll(() => metric('quartet_memory_refused_total'), { timeout: 20_000 }).toBeGreaterThan(0);
    const reply = await server.call('/mcp/books', 'get_asset', asset, one);
    expect(dataOf(reply.json.result)).toMatchObject({ code: 'BUSY', retryable: true });
    expect(await upload('x.png', 4 * MIB)).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  }, 120_000);
});
