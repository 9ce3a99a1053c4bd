import { execFile } from 'node:child_process';
import { atEndOfFile } from './end-of-file.ts';
import { type Answer, call, QUARTET, ServerProcess } from './server-process.ts';

/** Nothing from the machine's own environment: an empty variable counts as none. */
const CLEAN = Object.fromEntries(
  [
    'RUST_LOG',
    'QUARTET_LOG',
    ...['ALLOW', 'BUDGET', 'ENGINE', 'ALL', 'WATCH', 'FULL_METADATA'].map((name) => `QUARTET_SPOTLIGHT_${name}`),
  ].map((name) => [name, '']),
);

export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Told {
  readonly text: string;
  /** What is said behind the text, if anything. */
  readonly remark: string | undefined;
  readonly isError: boolean;
  readonly structure: Record<string, unknown> | undefined;
  readonly meta: Record<string, unknown> | undefined;
  /** What a search says about itself in `_meta`. */
  readonly summary: Record<string, unknown> | undefined;
}

/** `quartet spotlight` as a real process. */
export class SpotlightServer {
  readonly process: ServerProcess;
  #lastId = 0;

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    this.process = new ServerProcess(['spotlight', ...args], { ...CLEAN, ...env });
  }

  /** The answer to a call, with the request's `_meta`. */
  async call(name: unknown, args?: unknown, meta?: object): Promise<Answer> {
    const id = ++this.#lastId;
    const request = call(id, name as string, args) as { params: object };
    this.process.write({ ...request, params: { ...request.params, ...(meta && { _meta: meta }) } });
    for (let count = 1; ; ) {
      const answers = await this.process.answers(count);
      const answer = answers.find((candidate) => candidate.id === id);
      if (answer !== undefined) return answer;
      count = answers.length + 1;
    }
  }

  /** The text of a result and what is beside it. */
  async told(name: unknown, args?: unknown, meta?: object): Promise<Told> {
    const { result, error } = await this.call(name, args, meta);
    if (error !== undefined) throw new Error(`protocol error: ${error.message}`);
    if (![1, 2].includes(result.content.length)) throw new Error(`${result.content.length} content items`);
    return {
      text: result.content[0].text,
      remark: result.content[1]?.text,
      isError: result.isError === true,
      structure: result.structuredContent,
      meta: result._meta,
      summary: result._meta?.['quartet/search'],
    };
  }

  /** The paths of the files that a search found, in their order, on all its pages. */
  async found(name: string, args: object): Promise<string[]> {
    const { text, isError, structure } = await this.told(name, args);
    if (isError) throw new Error(text);
    const paths = (JSON.parse(text) as { _path: string }[]).map(({ _path }) => _path);
    const cursor = structure?.cursor;
    return cursor === undefined ? paths : [...paths, ...(await this.found(name, { ...args, cursor }))];
  }
}

/** What is said behind a scope that cannot be searched. */
export function hint(...allowed: string[]): string {
  return `. Allowed: ${allowed.join(', ')}. Its user can start the server with --allow DIRECTORY to allow more`;
}

/** A server that is there until all tests of a file have run. */
export function spotlightServer(args: readonly string[], env: Record<string, string> = {}): SpotlightServer {
  const server = new SpotlightServer(args, { QUARTET_LOG: 'off', ...env });
  atEndOfFile(() => server.process.child.kill());
  return server;
}

/** Runs `quartet spotlight` without input to its end. */
export function runSpotlight(args: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...CLEAN, ...env } };
    const child = execFile(process.execPath, [QUARTET, 'spotlight', ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
