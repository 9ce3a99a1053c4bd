import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresAccount, programsFolder } from './programs.ts';

/** A real PostgreSQL server in a folder of its own, on a free port of this machine. */
export class PostgresServer {
  readonly url: string;
  #server: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly programs: string,
    private readonly port: number,
    password: string,
    private readonly tls: boolean,
  ) {
    this.url = `postgresql://quartet:${password}@127.0.0.1:${port}/postgres`;
  }

  /** With TLS, its certificate is for `localhost` and its own authority: `certificate`. */
  static async start({ tls = false } = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'quartet-postgres-'));
    const password = randomBytes(12).toString('hex');
    const account = postgresAccount();
    try {
      writeFileSync(join(folder, 'password'), password);
      for (const name of tls ? ['key.pem', 'certificate.pem'] : []) {
        copyFileSync(new URL(name, import.meta.url), join(folder, name));
        chmodSync(join(folder, name), 0o600);
      }
      const programs = programsFolder(folder);
      execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
      const given = ['--username=quartet', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
      const how = ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
      const made = spawnSync(join(programs, 'initdb'), [join(folder, 'data'), ...given, ...how], {
        ...account,
        encoding: 'utf8',
      });
      if (made.status !== 0) throw new Error(`initdb failed: ${made.error ?? made.stderr}`);
      const server = new PostgresServer(folder, programs, await freePort(), password, tls);
      await server.#run();
      return server;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get certificate(): string {
    return join(this.folder, 'certificate.pem');
  }

  /** Ends the server as a crash would, and starts it again; it has nothing of what was not committed. */
  async restart(): Promise<void> {
    await this.#end('SIGQUIT');
    await this.#run();
  }

  async stop(): Promise<void> {
    await this.#end('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    const place = { port: this.port, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
    const files = { ssl_cert_file: this.certificate, ssl_key_file: join(this.folder, 'key.pem') };
    const settings = { ...place, ...SETTINGS, ...(this.tls && { ssl: 'on', ...files }) };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(this.programs, 'postgres'), ['-D', join(this.folder, 'data'), ...args], {
      ...postgresAccount(),
      stdio: 'ignore',
    });
    this.#server = child;
    // Nobody stays for it alone, and whoever goes takes it along.
    child.unref();
    const endWithUs = () => {
      child.kill('SIGQUIT');
      rmSync(this.folder, { recursive: true, force: true });
    };
    process.once('exit', endWithUs);
    child.once('exit', () => process.off('exit', endWithUs));
    for (let tries = 0; tries < 300; tries++) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
      if (await answers(this.url)) return;
      await sleep(50);
    }
    throw new Error('PostgreSQL does not answer');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#server;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}

/** Commits are not lost when the server is killed, only when the machine is. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: 200, shared_buffers: '64MB' };

/** Makes a database of its own on a server; gives its address. */
export async function newDatabase(server: string): Promise<string> {
  const name = `q_${randomBytes(8).toString('hex')}`;
  await inDatabase(server, `create database ${name}`);
  return server.replace(/[^/]*$/, name);
}

export async function dropDatabase(url: string): Promise<void> {
  await inDatabase(url.replace(/[^/]*$/, 'postgres'), `drop database if exists ${url.split('/').at(-1)} with (force)`);
}

export async function inDatabase(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  return inDatabase(url, 'select 1').then(
    () => true,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
