import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A real PostgreSQL server in a folder of its own, on a free port of this machine. */
export class PostgresServer {
  readonly url: string;
  #server: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
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
    try {
      writeFileSync(join(folder, 'password'), password);
      for (const path of [folder, join(folder, 'password')]) chownSync(path, account().uid, account().gid);
      const given = ['--username=quartet', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
      const how = ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
      const made = spawnSync(binary('initdb'), [join(folder, 'data'), ...given, ...how], {
        ...account(),
        encoding: 'utf8',
      });
      if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
      if (tls) makeCertificate(folder);
      const server = new PostgresServer(folder, await freePort(), password, tls);
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
    const child = spawn(binary('postgres'), ['-D', join(this.folder, 'data'), ...args], {
      ...account(),
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

function makeCertificate(folder: string): void {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name)) as [string, string];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const how = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const made = spawnSync('openssl', [...how, ...names, '-keyout', key, '-out', certificate], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr}`);
  for (const path of [key, certificate]) chownSync(path, account().uid, account().gid);
  chmodSync(key, 0o600);
}

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

/** PostgreSQL refuses to run as the superuser: then the account of the system's own server is taken. */
function account(): { uid: number; gid: number } {
  const [uid, gid] = [process.getuid?.() ?? -1, process.getgid?.() ?? -1];
  if (uid !== 0) return { uid, gid };
  const id = (what: string) =>
    Number(spawnSync('id', [what, 'postgres'], { encoding: 'utf8' }).stdout.trim() || Number.NaN);
  const known = { uid: id('-u'), gid: id('-g') };
  if (Number.isNaN(known.uid)) throw new Error('PostgreSQL does not run as root, and there is no account "postgres".');
  return known;
}

const DEBIAN = '/usr/lib/postgresql';

function binary(name: string): string {
  const releases = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...releases.map((release) => join(DEBIAN, release, 'bin')), ...(process.env.PATH ?? '').split(':')];
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new Error(`These tests need a PostgreSQL server, and there is no ${name}: install the package "postgresql".`);
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
