import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { residentMb } from './resident-memory.js';

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'quartet-bench', version: '0' },
};

/** A server process that prints its address and is talked to over kept connections, with as little work on this side as possible. */
export class HttpClient {
  #idle = [];
  #nextId = 1;
  #session = '';

  static async start(command, args, env) {
    const started = performance.now();
    const client = new HttpClient(spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] }));
    process.once('exit', client.kill);
    const [line] = await once(client.process.stdout, 'data');
    client.url = new URL(/http:\S+/.exec(String(line))[0]);
    await client.request('initialize', INITIALIZE);
    client.startMs = performance.now() - started;
    return client;
  }

  constructor(process) {
    this.process = process;
    this.kill = () => process.kill('SIGKILL');
    this.ended = once(process, 'close');
  }

  async request(method, params) {
    const lane = this.#idle.pop() ?? (await Lane.open(this.url));
    // The members in the order of the official client.
    const body = JSON.stringify({ method, params, jsonrpc: '2.0', id: this.#nextId++ });
    const { head, text } = await lane.exchange(this.url, this.#session, body);
    this.#idle.push(lane);
    if (method === 'initialize') this.#session = /^mcp-session-id: .+\r\n/im.exec(`${head}\r\n`)?.[0] ?? '';
    // A server may answer with a stream of one event.
    const { result, error } = JSON.parse(text.startsWith('{') ? text : /^data: (.+)$/m.exec(text)[1]);
    if (error) throw new Error(`answered an error: ${text}`);
    return result;
  }

  residentMb() {
    return residentMb(this.process.pid);
  }

  async stop() {
    process.off('exit', this.kill);
    for (const lane of this.#idle) lane.close();
    this.process.kill('SIGTERM');
    const impatience = setTimeout(this.kill, 2000);
    await this.ended;
    clearTimeout(impatience);
  }
}

/** One connection; one request at a time. */
class Lane {
  #received = '';
  #settle;

  static async open({ hostname, port }) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Lane(socket.setNoDelay(true));
  }

  constructor(socket) {
    this.socket = socket;
    // Only ASCII comes back, so characters are bytes.
    socket.setEncoding('latin1').on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')));
  }

  exchange({ host, pathname }, session, body) {
    this.socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
        `Accept: application/json, text/event-stream\r\n${session}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  close() {
    this.socket.destroy();
  }

  #read(chunk) {
    this.#received += chunk;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.slice(0, end);
    const text = this.#received.slice(end + 4);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    const complete = length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= Number(length);
    if (!complete) return;
    this.#received = '';
    this.#settle.resolve({ head, text });
  }
}
