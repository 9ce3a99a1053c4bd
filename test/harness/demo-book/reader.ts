import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { QUARTET } from '../server-process.ts';

/** What curl is used for in the book, where there is none. */
const CURL = `
const words = process.argv.slice(2), headers = {};
let url, body;
while (words.length > 0) {
  const word = words.shift();
  if (word === '-H') { const [name, value] = words.shift().split(': '); headers[name] = value; }
  else if (word === '-d') body = words.shift();
  else if (word !== '-s') url = word;
}
const answer = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body });
process.stdout.write(await answer.text() + '\\n');
`;

const BOOK_ADDRESS = 'http://127.0.0.1:8000';
const SERVER = /^quartet serve .*(?= &$)/;

export const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Somebody who types what a chapter says, in a folder and a home of their own. */
export class Reader {
  readonly #place = mkdtempSync(join(tmpdir(), 'quartet-reader-'));
  readonly #folder = join(this.#place, 'folder');
  readonly #env: NodeJS.ProcessEnv;
  #server: ChildProcess | undefined;
  #address = BOOK_ADDRESS;

  constructor() {
    const commands = join(this.#place, 'bin');
    const home = join(this.#place, 'home');
    for (const folder of [this.#folder, commands, home]) mkdirSync(folder);
    writeFileSync(join(this.#place, 'curl.mjs'), CURL);
    for (const [name, program] of [
      ['quartet', QUARTET],
      ['curl', join(this.#place, 'curl.mjs')],
    ] as const) {
      writeFileSync(join(commands, name), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
      chmodSync(join(commands, name), 0o755);
    }
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(QUARTET_|PANAVERSITY_|OJ_|RUST_LOG$|NODE_)/.test(name),
    );
    const path = [commands, dirname(process.execPath), process.env.PATH].join(delimiter);
    this.#env = { ...Object.fromEntries(inherited), PATH: path, HOME: home, XDG_DATA_HOME: join(home, 'data') };
  }

  /** Saves a file of the lesson; TypeScript also as what every supported Node runs. */
  save(name: string, text: string): void {
    const content = text.replaceAll(BOOK_ADDRESS, this.#address);
    writeFileSync(join(this.#folder, name), content);
    if (!name.endsWith('.ts')) return;
    const { code } = transformSync(content, { loader: 'ts', format: 'esm' });
    writeFileSync(join(this.#folder, name.replace(/\.ts$/, '.mjs')), code);
  }

  /** Types a command and gives what a terminal would show of it, the log aside. */
  async type(command: string): Promise<string> {
    const server = SERVER.exec(command)?.[0];
    const answer = server ? await this.#serve(server) : await this.#run(command);
    return answer.replaceAll(this.#address, BOOK_ADDRESS);
  }

  async #run(command: string): Promise<string> {
    const line = command.replaceAll(BOOK_ADDRESS, this.#address).replace(/\bnode (\w+)\.ts\b/, 'node $1.mjs');
    const child = this.#shell(line);
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await new Promise((done) => child.once('close', done));
    const all = `${stdout}${stderr.replace(/^\{"level".*\n/gm, '')}`;
    return all === '' || all.endsWith('\n') ? all : `${all}\n`;
  }

  /** Starts a server on a free port and waits for its address. */
  async #serve(command: string): Promise<string> {
    await this.stopServer();
    const child = this.#shell(`exec ${command} --port 0`);
    this.#server = child;
    let stdout = '';
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout)?.[0];
        if (found !== undefined && stdout.endsWith('\n')) resolve(found);
      });
      child.stderr?.resume();
      child.once('close', () => reject(new Error(`the server ended: ${stdout}`)));
    });
    this.#address = address;
    return stdout;
  }

  async stopServer(): Promise<void> {
    const child = this.#server;
    this.#server = undefined;
    this.#address = BOOK_ADDRESS;
    if (child === undefined || child.exitCode !== null) return;
    const closed = new Promise((done) => child.once('close', done));
    child.kill();
    await closed;
  }

  async leave(): Promise<void> {
    await this.stopServer();
    rmSync(this.#place, { recursive: true });
  }

  #shell(line: string): ChildProcess {
    return spawn('sh', ['-c', line], { cwd: this.#folder, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
  }
}
