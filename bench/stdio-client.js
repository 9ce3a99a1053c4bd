import { spawn } from 'node:child_process';
import { residentMb } from './resident-memory.js';

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'quartet-bench', version: '0' },
};

const LONGEST_LIFE_MS = 400_000;

/** A server process that is talked to line by line, with as little work on this side as possible. */
export class StdioClient {
  #waiting = new Map();
  #nextId = 1;
  #rest = [];
  #outbox = '';
  #complaints = '';
  #dead = false;

  static async start(command, args, env) {
    const started = performance.now();
    const client = new StdioClient(command, args, env);
    await client.request('initialize', INITIALIZE);
    client.startMs = performance.now() - started;
    client.notify('notifications/initialized');
    return client;
  }

  constructor(command, args, env) {
    this.process = spawn(command, args, { env });
    this.process.stdout.setEncoding('utf8').on('data', (chunk) => this.#read(chunk));
    this.process.stderr.setEncoding('utf8').on('data', (chunk) => {
      this.#complaints = (this.#complaints + chunk).slice(-2000);
    });
    this.process.stdin.on('error', () => {});
    // A server that hangs would otherwise hang the bench.
    const impatience = setTimeout(() => this.process.kill('SIGKILL'), LONGEST_LIFE_MS);
    this.ended = new Promise((resolve) => this.process.once('close', resolve)).then(() => {
      clearTimeout(impatience);
      this.#dead = true;
      for (const { reject } of this.#waiting.values()) reject(this.#failure('ended before it had answered'));
    });
  }

  request(method, params) {
    if (this.#dead) throw this.#failure('is no longer running');
    const id = this.#nextId++;
    // The members in the order of the official client: a server that looks for something may find it early or late.
    this.#write({ method, params, jsonrpc: '2.0', id });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** The only request under way; gives its answer as it came, for who measures a server and not a parser of JSON. */
  requestLine(method, params) {
    const id = this.#nextId++;
    this.#write({ method, params, jsonrpc: '2.0', id });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, id, asLine: true }));
  }

  notify(method) {
    this.#write({ jsonrpc: '2.0', method });
  }

  residentMb() {
    return residentMb(this.process.pid);
  }

  stop() {
    this.process.stdin.end();
    const impatience = setTimeout(() => this.process.kill('SIGKILL'), 2000);
    return this.ended.finally(() => clearTimeout(impatience));
  }

  /** Requests made in one turn leave in one write, as a busy client's do. */
  #write(message) {
    if (this.#outbox === '') setImmediate(() => this.#flush());
    this.#outbox += `${JSON.stringify(message)}\n`;
  }

  #flush() {
    this.process.stdin.write(this.#outbox);
    this.#outbox = '';
  }

  #read(chunk) {
    // A long line comes in many pieces, which are put together once.
    if (!chunk.includes('\n')) {
      this.#rest.push(chunk);
      return;
    }
    const lines = [...this.#rest, chunk].join('').split('\n');
    this.#rest = [lines.pop()];
    const [first] = this.#waiting.values();
    if (first?.asLine) {
      this.#waiting.delete(first.id);
      first.resolve(lines[0]);
      return;
    }
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line);
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) asked?.reject(this.#failure(`answered an error: ${line}`));
      else asked?.resolve(result);
    }
  }

  #failure(what) {
    return new Error(`${this.process.spawnargs.join(' ')} ${what}\n${this.#complaints}`);
  }
}
