import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HELLO, ServeProcess } from '../../harness/http-server.ts';

const QUARTET_TOKENS = 'one one-0123456789abcdef *';
const one = { authorization: 'Bearer one-0123456789abcdef' };

let server: ServeProcess;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop();
});

const add = () => server.call('/mcp/cobol', 'add', { a: 1, b: 1 }, one);

function opened(localAddress?: string): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) });
  sockets.push(socket);
  return socket.on('error', () => {});
}

/** Begins a request with a body of so many bytes, and does not go on. */
function beginRequest(length: number | 'chunked'): Socket {
  const socket = opened();
  const how = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const body = length === 'chunked' ? `4000\r\n${'x'.repeat(0x4000)}\r\n4000\r\n${'x'.repeat(0x2000)}` : '{"json';
  socket.write(
    `POST /mcp/cobol HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${one.authorization}\r\nContent-Type: application/json\r\n${how}\r\n\r\n${body}`,
  );
  return socket;
}

describe('slow clients', () => {
  it('that do not finish their bodies take nobody’s place', async () => {
    server = await ServeProcess.start(['--max-concurrent', '2', '--max-queue', '2', '--log-level', 'error'], {
      QUARTET_TOKENS,
    });
    for (let at = 0; at < 100; at++) beginRequest(at % 3 ? 100 : at % 2 ? 30_000 : 'chunked');
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (let at = 0; at < 10; at++) expect((await add()).status).toBe(200);
    const { text } = await server.send('/metrics', { headers: one });
    expect(text).toMatch(/^quartet_requests_queued 0$/m);
    expect(text).toMatch(/^quartet_memory_held_bytes [1-9]/m);
    for (const socket of sockets.splice(0)) socket.destroy();
    const held = async () => (await server.send('/metrics', { headers: one })).text;
    await expect.poll(held).toMatch(/^quartet_memory_held_bytes 0$/m);
  });

  it('a body that does not tell its length is taken, whatever its parts are', async () => {
    server = await ServeProcess.start(['--log-level', 'error'], { QUARTET_TOKENS });
    const filling = 'x'.repeat(3_000_000);
    const text = JSON.stringify({ ...HELLO, params: { ...HELLO.params, filling } });
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...one };
      const sent = request(`${server.url}/mcp/cobol`, { method: 'POST', headers }, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode));
      });
      sent.on('error', reject);
      for (let at = 0; at < text.length; at += 100_000) sent.write(text.slice(at, at + 100_000));
      sent.end();
    });
    expect(status).toBe(200);
  });

  it.runIf(process.platform === 'linux')('one address cannot take all connections', async () => {
    server = await ServeProcess.start(['--max-connections', '40', '--log-level', 'error'], { QUARTET_TOKENS });
    const { hostname, port } = new URL(server.url);
    for (let at = 0; at < 60; at++) opened('127.0.0.1');
    const elsewhere = () =>
      new Promise((resolve, reject) => {
        const headers = one;
        request({ hostname, port, path: '/metrics', headers, localAddress: '127.0.0.2', agent: false }, (reply) => {
          let text = '';
          reply.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          reply.on('end', () => resolve(text));
        })
          .on('error', reject)
          .end();
      });
    await expect.poll(elsewhere).toMatch(/^quartet_connections_refused_total 50$/m);
    expect(await elsewhere()).toMatch(/^quartet_connections 11$/m);
  });
});
