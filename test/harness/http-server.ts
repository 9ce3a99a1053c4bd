import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUARTET } from './server-process.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  readonly json: any;
}

/** The account that a process runs as. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `quartet serve` as a real process on a real port. */
export class ServeProcess {
  /** What is started; a script that is bundled elsewhere must say where it is. */
  static program = QUARTET;
  readonly child: ChildProcessWithoutNullStreams;
  readonly root = mkdtempSync(join(tmpdir(), 'quartet-serve-'));
  url = '';
  stdout = '';
  stderr = '';
  readonly #ended: Promise<number | null>;

  private constructor(args: readonly string[], env: NodeJS.ProcessEnv, root?: string, account?: Account) {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(QUARTET_|OJ_|RUST_LOG$)/.test(name));
    const own = ['--root', root ?? this.root, '--port', '0'];
    if (account) chownSync(this.root, account.uid, account.gid);
    this.child = spawn(
      process.execPath,
      [ServeProcess.program, 'serve', ...own.filter((_, at) => keeps(args, own, at)), ...args],
      {
        env: { ...Object.fromEntries(inherited), ...(account && { HOME: this.root }), ...env },
        ...account,
      },
    );
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Starts a server and waits for its address. */
  static async start(
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
    root?: string,
    account?: Account,
  ): Promise<ServeProcess> {
    const server = new ServeProcess(args, env, root, account);
    const listening = new Promise<void>((resolve) => {
      server.child.stdout.on('data', () => server.stdout.includes('\n') && resolve());
    });
    await Promise.race([listening, server.#ended]);
    const address = /http:\/\/\S+(?=\/mcp)/.exec(server.stdout)?.[0];
    if (address === undefined) throw new Error(`the server did not start: ${server.stderr}`);
    server.url = address;
    return server;
  }

  /** Runs a server that is expected to refuse to start. */
  static async refused(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<[code: number | null, why: string]> {
    const server = new ServeProcess(args, env);
    const impatience = setTimeout(() => server.child.kill('SIGKILL'), 10_000);
    const code = await server.#ended;
    clearTimeout(impatience);
    rmSync(server.root, { recursive: true, force: true });
    return [code, server.stderr];
  }

  /** Sends a request as it is told; no header is added but Host and the length. */
  async send(path: string, options: RequestOptions & { body?: string | Buffer } = {}): Promise<Reply> {
    const { body, ...rest } = options;
    return new Promise((resolve, reject) => {
      const sent = httpRequest(`${this.url}${path}`, { agent: false, ...rest }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Posts a JSON-RPC message as clients do. */
  post(path: string, message: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    return this.send(path, { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body });
  }

  /** Calls a tool without a session. */
  call(path: string, name: string, args: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.post(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, headers);
  }

  /** Asks it to stop, and waits until it has; gives its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    const code = await this.#ended;
    rmSync(this.root, { recursive: true, force: true });
    return code;
  }
}

export const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export const HELLO = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** What the caller gives wins over what we would. */
function keeps(args: readonly string[], own: readonly string[], at: number): boolean {
  const flag = own[at - (at % 2)];
  return flag === undefined || !args.includes(flag);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
