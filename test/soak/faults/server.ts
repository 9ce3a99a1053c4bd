import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Json, Result } from '../../harness/books/wire.ts';
import { type Answer, INITIALIZE } from '../../harness/server-process.ts';
import type { Ground } from './ground.ts';

/** Whatever happens, an answer comes within this time. */
const ANSWER_MS = 20_000;
/** A look at everything may wait for several locks, one after the other. */
const COMMAND_MS = 60_000;

/** `quartet books` on a ground, which must answer every call with a result. */
export class LibraryServer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();
  readonly #ended: Promise<number | NodeJS.Signals | null>;
  #asked = 0;
  #rest = '';
  stderr = '';

  private constructor(ground: Ground, program: string) {
    this.#child = run(ground, [program, 'books', ...ground.options]);
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    this.#ended = new Promise((resolve) => this.#child.once('close', (code, signal) => resolve(code ?? signal)));
  }

  /** A server that answers; undefined when it refuses to start, which it must say in a line. */
  static async start(ground: Ground, program: string): Promise<LibraryServer | string> {
    const server = new LibraryServer(ground, program);
    const greeted = server.#ask({ ...INITIALIZE }).then(() => 'greeted' as const);
    const how = await within(Promise.race([greeted, server.#ended]), COMMAND_MS, 'the server neither starts nor ends');
    if (how === 'greeted') return server;
    if (how !== 1 || !/^quartet: [^\n]+\n(See quartet [^\n]+\n)?$/.test(withoutLog(server.stderr)))
      throw new Error(`the server ended with ${how} at its start: ${server.stderr}`);
    return server.stderr;
  }

  /** The result of a call, be it a failure; a protocol error, silence and death throw. */
  async call(name: string, args: Json): Promise<Result> {
    const id = ++this.#asked;
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
    const died = this.#ended.then((how) => Promise.reject(new Error(`the server ended with ${how}: ${this.stderr}`)));
    const answer = await within(Promise.race([this.#ask({ ...message, id }), died]), ANSWER_MS, `${name}: no answer`);
    const { result, error } = answer;
    if (result === undefined) throw new Error(`${name}: ${JSON.stringify(error)}; stderr: ${this.stderr}`);
    return result as Result;
  }

  /** Ends it as clients do; it must end well, and nothing may have surprised it. */
  async stop(): Promise<void> {
    this.#child.stdin.end();
    const how = await within(this.#ended, COMMAND_MS, 'the server does not end');
    if (how !== 0) throw new Error(`the server ended with ${how}: ${this.stderr}`);
    this.assertUnsurprised();
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  assertUnsurprised(): void {
    if (/unexpected|INTERNAL|^\s+at /m.test(this.stderr)) throw new Error(`the server reports: ${this.stderr}`);
  }

  #ask(message: { id: unknown }): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(message.id, resolve);
      this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    });
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const answer of lines.map((line) => JSON.parse(line) as Answer)) {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    }
  }
}

/** What `quartet books verify` says of the library, and its exit code. */
export async function verifyLibrary(ground: Ground, program: string, ...flags: string[]) {
  const child = run(ground, [program, 'books', 'verify', ...ground.options, ...flags]);
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const code = await within(ended, COMMAND_MS, 'verify does not end').finally(() => child.kill('SIGKILL'));
  if (code === null || /unexpected failure|^\s+at /m.test(said)) throw new Error(`verify ended with ${code}: ${said}`);
  return { code, said };
}

function run({ account, folder }: Ground, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, args, { ...account, env: { ...process.env, HOME: folder } });
}

function withoutLog(stderr: string): string {
  return stderr.replace(/^\{.*\}\n/gm, '');
}

async function within<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, impatience]).finally(() => clearTimeout(timer));
}
