import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'quartet-bench', version: '0' },
};

/** A server process that is talked to line by line, with as little work on this side as possible. */
export class StdioClient {
  #waiting = new Map();
  #nextId = 1;
  #rest = '';
  #outbox = '';

  static async start(command, args, env = {}) {
    const started = performance.now();
    const client = new StdioClient(command, args, env);
    await client.request('initialize', INITIALIZE);
    client.startMs = performance.now() - started;
    client.notify('notifications/initialized');
    return client;
  }

  constructor(command, args, env) {
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...env } });
    this.process.stdout.setEncoding('utf8').on('data', (chunk) => this.#read(chunk));
    this.process.stdin.on('error', () => {});
  }

  request(method, params) {
    const id = this.#nextId++;
    this.#write({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  notify(method) {
    this.#write({ jsonrpc: '2.0', method });
  }

  /** Resident memory of the server in MB, where the system tells. */
  residentMb() {
    try {
      const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    } catch {
      return Number.NaN;
    }
  }

  stop() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.stdin.end();
    const impatience = setTimeout(() => this.process.kill('SIGKILL'), 2000);
    return ended.finally(() => clearTimeout(impatience));
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
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      const resolve = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) throw new Error(`${this.process.spawnargs.join(' ')}: ${line}`);
      resolve?.(message.result);
    }
  }
}
