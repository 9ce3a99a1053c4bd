import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { INITIALIZE } from '../server-process.ts';

export type Json = Record<string, unknown>;

export interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Json;
  readonly _meta?: Json;
}

export interface Answer {
  readonly id: unknown;
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server process that may die at any moment. Calls are not waited for, so many can be under way. */
export class Wire {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<void>;
  stderr = '';
  readonly #waiting = new Map<unknown, (answer: Answer | undefined) => void>();
  #asked = 0;
  #rest: string[] = [];

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
    this.child.stdin.on('error', () => {});
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((done) => {
      this.child.once('close', () => {
        for (const answer of this.#waiting.values()) answer(undefined);
        this.#waiting.clear();
        done();
      });
    });
  }

  /** The real program on a folder. */
  static async books(root: string, env: Record<string, string> = {}): Promise<Wire> {
    const wire = new Wire([resolve('bin/quartet.js'), 'books', '--root', root, '--log-level', 'warn'], env);
    await wire.hello();
    return wire;
  }

  hello(): Promise<Answer | undefined> {
    return this.ask(INITIALIZE.id, INITIALIZE);
  }

  /** Undefined when the server died before it answered. */
  call(name: string, args: unknown): Promise<Answer | undefined> {
    const id = ++this.#asked;
    return this.ask(id, { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
  }

  async result(name: string, args: unknown): Promise<Result> {
    const answer = await this.call(name, args);
    if (answer?.result === undefined) throw new Error(`${name}: ${JSON.stringify(answer?.error ?? this.stderr)}`);
    return answer.result;
  }

  /** What a call gives that must succeed. */
  async data(name: string, args: unknown): Promise<Json> {
    const { isError, content, structuredContent } = await this.result(name, args);
    if (isError) throw new Error(`${name}: ${content[0]?.text}`);
    return structuredContent ?? {};
  }

  end(): Promise<void> {
    this.child.stdin.end();
    return this.ended;
  }

  /** Sends any message; the answer may come under another id, null for one that could not be read. */
  ask(id: unknown, message: object): Promise<Answer | undefined> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return Promise.resolve(undefined);
    return new Promise((done) => {
      this.#waiting.set(id, done);
      this.child.stdin.write(`${JSON.stringify(message)}\n`);
    });
  }

  #take(text: string): void {
    const lines = text.split('\n');
    for (const line of lines.slice(0, -1)) {
      const answer = JSON.parse([...this.#rest, line].join('')) as Answer;
      this.#rest = [];
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    }
    this.#rest.push(lines.at(-1) ?? '');
  }
}
