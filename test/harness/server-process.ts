import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const QUARTET = fileURLToPath(new URL('../../bin/quartet.js', import.meta.url));

/** Who a process belongs to, if not to who starts it. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Answer {
  jsonrpc: '2.0';
  id: string | number | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  result?: any;
  error?: { code: number; message: string };
}

export class Ended {
  constructor(
    readonly code: number | null,
    readonly signal: NodeJS.Signals | null,
    readonly stdout: string,
    readonly stderr: string,
  ) {}

  get answers(): Answer[] {
    return parseLines(this.stdout);
  }
}

/** A real server process over real pipes. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<Ended>;
  #stdout = '';
  #stderr = '';
  #watchers: (() => void)[] = [];

  constructor(args: readonly string[] = ['cobol'], env: Record<string, string> = {}, account: Account = {}) {
    this.child = spawn(process.execPath, [QUARTET, ...args], { env: { ...process.env, ...env }, ...account });
    this.child.stdout.setEncoding('utf8').on('data', (text) => {
      this.#stdout += text;
      for (const watcher of this.#watchers.splice(0)) watcher();
    });
    this.child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    this.child.stdin.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        for (const watcher of this.#watchers.splice(0)) watcher();
        resolve(new Ended(code, signal, this.#stdout, this.#stderr));
      });
    });
  }

  write(...lines: (string | Buffer | object)[]): this {
    for (const line of lines) {
      const raw = typeof line === 'string' || Buffer.isBuffer(line);
      this.child.stdin.write(raw ? line : JSON.stringify(line));
      this.child.stdin.write('\n');
    }
    return this;
  }

  /** The answers so far, once there are at least this many. */
  async answers(atLeast: number): Promise<Answer[]> {
    for (;;) {
      const complete = this.#stdout.slice(0, this.#stdout.lastIndexOf('\n') + 1);
      const answers = parseLines(complete);
      if (answers.length >= atLeast) return answers;
      if (this.child.exitCode !== null)
        throw new Error(`server ended after ${answers.length} of ${atLeast} answers: ${this.#stderr}`);
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /** Closes its input and waits for its end. */
  end(): Promise<Ended> {
    this.child.stdin.end();
    return this.#ended;
  }

  get ended(): Promise<Ended> {
    return this.#ended;
  }
}

/** Sends lines, closes the input at once and collects everything. */
export function converse(lines: (string | Buffer | object)[], args?: readonly string[]): Promise<Ended> {
  return new ServerProcess(args).write(...lines).end();
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

export function call(id: string | number, name: string, args: unknown): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

/** Every line must be a JSON-RPC message: stdout belongs to the protocol alone. */
function parseLines(text: string): Answer[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const message = JSON.parse(line) as Answer;
      if (message.jsonrpc !== '2.0') throw new Error(`not JSON-RPC: ${line.slice(0, 200)}`);
      return message;
    });
}
