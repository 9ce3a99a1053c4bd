import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { QUARTET } from '../server-process.ts';
import { copyClone, copyPackage } from './clone.ts';
import { CURL, putOnPath } from './commands.ts';
import { addressed, ended, type Outcome, stop } from './processes.ts';
import { ADDRESSES, type Served, serverOf } from './servers.ts';

/** How pages call a clone, wherever it is. */
const CLONE_OF_READERS = '/path/to/quartet';
/** How pages call the home of whoever reads them. */
const HOME_OF_READERS = '/home/you';

/** Settings of whoever runs the tests, and where their clients keep theirs: nothing of it is to be used, or changed. */
const NOT_OF_READERS =
  /^(QUARTET_|PANAVERSITY_|OJ_|RUST_LOG$|NODE_|VITEST|npm_|FORCE_COLOR$|CI$|XDG_|APPDATA$|CLAUDE|CODEX|GEMINI|DATABASE_URL$)/i;

export const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Somebody who types what a page says, in a home of their own, and in a folder, a clone or the published package there. */
export class Reader {
  readonly #place = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-reader-')));
  readonly #home = join(this.#place, 'home');
  readonly #folder = join(this.#home, 'folder');
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #servers = new Map<Served, { readonly child: ChildProcess; readonly address: string }>();

  constructor(folder: 'folder' | 'clone' | 'package' = 'folder') {
    const commands = join(this.#place, 'bin');
    for (const made of [this.#home, this.#folder, commands]) mkdirSync(made);
    if (folder === 'clone') copyClone(this.#folder);
    if (folder === 'package') copyPackage(this.#folder);
    this.#program = folder === 'folder' ? dirname(dirname(QUARTET)) : this.#folder;
    putOnPath(commands, 'quartet', join(this.#program, 'bin', 'quartet.js'));
    putOnPath(commands, 'curl', CURL);
    const inherited = Object.entries(process.env).filter(([name]) => !NOT_OF_READERS.test(name));
    const path = [commands, dirname(process.execPath), process.env.PATH].join(delimiter);
    const data = join(this.#home, '.local', 'share');
    const own = { PATH: path, HOME: this.#home, XDG_DATA_HOME: data, NO_COLOR: '1' };
    this.#env = { ...Object.fromEntries(inherited), ...own };
  }

  /** Saves a file that a page shows; TypeScript also as what every supported Node runs. */
  save(name: string, text: string): void {
    const content = this.#here(text);
    writeFileSync(join(this.#folder, name), content);
    if (!name.endsWith('.ts')) return;
    const { code } = transformSync(content, { loader: 'ts', format: 'esm' });
    writeFileSync(join(this.#folder, name.replace(/\.ts$/, '.mjs')), code);
  }

  /** Changes a file of the clone: the only line that holds `old` is followed by a text, or replaced by it. */
  edit(name: string, old: string, text: string, how: 'below' | 'replaces'): void {
    const file = join(this.#folder, name);
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes(old));
    if (at === -1 || lines.findLastIndex((line) => line.includes(old)) !== at) {
      throw new Error(`${name} has not exactly one line with ${old}`);
    }
    lines.splice(how === 'below' ? at + 1 : at, how === 'below' ? 0 : 1, ...text.split('\n').slice(0, -1));
    writeFileSync(file, lines.join('\n'));
  }

  /** Types a command and gives what a terminal would show of it, the log aside. A server goes on running. */
  async type(command: string): Promise<Outcome> {
    const server = serverOf(command);
    const { output, code } = server ? await this.#serve(server, command) : await this.#run(command);
    return { output: this.#shown(output), code };
  }

  /** Starts what a client's configuration names and gives the names of the tools that it lists. */
  async toolsOf(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
    const words = [command, ...args].map((word) => this.#here(word));
    const child = this.#spawn(words[0] as string, words.slice(1), { ...this.#env, ...env }, 'pipe');
    child.stdin?.on('error', () => {});
    child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    const { output } = await ended(child);
    const { result } = JSON.parse(output.split('\n')[0] ?? '');
    return result.tools.map(({ name }: { name: string }) => name);
  }

  async stopServers(): Promise<void> {
    const running = [...this.#servers.values()];
    this.#servers.clear();
    for (const { child } of running) await stop(child);
  }

  async leave(): Promise<void> {
    await this.stopServers();
    rmSync(this.#place, { recursive: true });
  }

  async #run(command: string): Promise<Outcome> {
    const line = this.#here(command).replace(/\bnode (\w+)\.ts\b/, 'node $1.mjs');
    return ended(this.#spawn('sh', ['-ec', line], this.#env, 'ignore'));
  }

  /** Starts a server on a free port and waits for its address, or for its end. */
  async #serve(server: Served, command: string): Promise<Outcome> {
    const line = this.#here(command.replace(/ +(?:&|# .*)$/, '')).trim();
    const more = line === 'npm start' ? '-- --port 0' : '--port 0';
    const child = this.#spawn('sh', ['-c', `exec ${line} ${more}`], this.#env, 'ignore');
    const { output, code, address } = await addressed(child);
    if (address === undefined) return { output, code };
    const before = this.#servers.get(server);
    if (before) await stop(before.child);
    this.#servers.set(server, { child, address });
    return { output, code };
  }

  #spawn(file: string, args: readonly string[], env: NodeJS.ProcessEnv, stdin: 'ignore' | 'pipe'): ChildProcess {
    return spawn(file, args, { cwd: this.#folder, env, stdio: [stdin, 'pipe', 'pipe'], detached: true });
  }

  #here(text: string): string {
    const replaced = text.replaceAll(HOME_OF_READERS, this.#home).replaceAll(CLONE_OF_READERS, this.#program);
    return [...this.#servers].reduce(
      (line, [name, { address }]) => line.replaceAll(ADDRESSES[name], address),
      replaced,
    );
  }

  #shown(output: string): string {
    const replaced = output.replaceAll(this.#home, HOME_OF_READERS);
    return [...this.#servers].reduce(
      (line, [name, { address }]) => line.replaceAll(address, ADDRESSES[name]),
      replaced,
    );
  }
}
