import { execFile } from 'node:child_process';
import { afterAll, beforeEach } from 'vitest';
import { type Answer, call, QUARTET, ServerProcess } from '../server-process.ts';
import { JudgeServer } from './judge-server.ts';

/** Nothing from the machine's own environment: an empty variable counts as none. */
const CLEAN = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'no_proxy', 'oj_base_url', 'oj_token', 'rust_log', 'quartet_log']
    .flatMap((name) => [name, name.toUpperCase()])
    .map((name) => [name, '']),
);

export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `quartet oj` as a real process. */
export class OjServer {
  readonly process: ServerProcess;
  #lastId = 0;

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    this.process = new ServerProcess(['oj', ...args], { ...CLEAN, ...env });
  }

  /** Sends a call and gives back its id. */
  send(name: string, args?: unknown): number {
    const id = ++this.#lastId;
    this.process.write(call(id, name, args));
    return id;
  }

  call(name: string, args?: unknown): Promise<Answer> {
    return this.answerTo(this.send(name, args));
  }

  async answerTo(id: number): Promise<Answer> {
    for (let count = 1; ; ) {
      const answers = await this.process.answers(count);
      const answer = answers.find((candidate) => candidate.id === id);
      if (answer !== undefined) return answer;
      count = answers.length + 1;
    }
  }

  /** The one text of a result, and whether it is an error. */
  async told(name: string, args?: unknown): Promise<{ text: string; isError: boolean }> {
    const { result, error } = await this.call(name, args);
    if (error !== undefined) throw new Error(`protocol error: ${error.message}`);
    if (result.content.length !== 1) throw new Error(`${result.content.length} content items`);
    return { text: result.content[0].text, isError: result.isError === true };
  }

  /** The JSON-RPC error that a call ends with. */
  async refused(name: string, args?: unknown): Promise<{ code: number; message: string }> {
    const { error } = await this.call(name, args);
    if (error === undefined) throw new Error('no protocol error');
    return error;
  }
}

/** A judge and a server that asks it, for all tests of a file. */
export async function judgeAndOj(args: readonly string[] = [], env: Record<string, string> = {}) {
  const judge = await JudgeServer.start();
  const oj = new OjServer(['--base-url', judge.origin, ...args], { RUST_LOG: 'off', ...env });
  beforeEach(() => judge.forget());
  afterAll(async () => {
    oj.process.child.kill();
    await judge.close();
  });
  return { judge, oj };
}

/** Runs `quartet oj` without input to its end. */
export function runOj(args: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...CLEAN, ...env } };
    const child = execFile(process.execPath, [QUARTET, 'oj', ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
