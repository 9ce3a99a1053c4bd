import { readFileSync } from 'node:fs';
import type { PoolConfig } from 'pg';
import { JournalFailure } from '../journal.ts';

/** Tells whether a database is meant to be PostgreSQL. */
export function isPostgresUrl(url: string): boolean {
  return SCHEME.test(url);
}

const SCHEME = /^postgres(?:ql)?(?:\+asyncpg)?:\/\//i;

type Connection = Pick<
  PoolConfig,
  'user' | 'password' | 'host' | 'port' | 'database' | 'ssl' | 'options' | 'application_name'
>;

/** Reads the address of a PostgreSQL database. What is wrong with it is said without a word of it but the parameter. */
export function readPostgresUrl(text: string): Connection {
  const url = parsed(text);
  const parameters = new Map(url.searchParams);
  const take = (name: string) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value;
  };
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(decoded);
  const host = take('host') ?? (decoded(url.hostname.replace(/^\[|\]$/g, '')) || 'localhost');
  if (!user) throw wrong('names no user: it must be postgresql://USER:PASSWORD@HOST:PORT/DATABASE');
  const mode = take('sslmode') ?? take('ssl');
  const ssl = encryption(mode, take('sslrootcert'), host);
  const options = take('options');
  const name = take('application_name') ?? 'quartet';
  // Both ask for what is done anyway.
  for (const ignored of ['channel_binding', 'sslnegotiation']) parameters.delete(ignored);
  const [unknown] = parameters.keys();
  if (unknown !== undefined) throw wrong(`has the parameter ${JSON.stringify(unknown)}, which is not supported`);
  return {
    user,
    password: password ?? '',
    host,
    port: Number(url.port || 5432),
    database: database || user,
    ssl,
    application_name: name,
    ...(options !== undefined && { options }),
  };
}

/** Where a PostgreSQL database is, without a word about who uses it and how. */
export function postgresPlace(text: string): string {
  const { searchParams, hostname, port, pathname } = parsed(text);
  const host = searchParams.get('host') ?? (decoded(hostname) || 'localhost');
  return `${host}:${port || 5432}${decoded(pathname).replace(/^\/$/, '')}`;
}

/** What a socket in a folder has: the host is a parameter then. */
const NO_HOST = /^postgres:\/\/(?:[^/?]*@)?(?=[/?])/;

function parsed(text: string): URL {
  try {
    // A scheme that URL knows no rules for is read differently.
    return new URL(text.replace(SCHEME, 'postgres://').replace(NO_HOST, '$&localhost'));
  } catch {
    throw wrong(
      'is no address: it must be postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with % codes for odd characters',
    );
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong('has a % that begins no code; write it as %25');
  }
}

const MODES = 'disable, require, verify-ca or verify-full';

/** What libpq means by `sslmode`: to encrypt, to know the authority as well, to know the host too. */
function encryption(mode: string | undefined, rootFile: string | undefined, host: string): Connection['ssl'] {
  const ca = rootFile === undefined || rootFile === 'system' ? {} : { ca: readRoot(rootFile) };
  // A server name must be a name: addresses have none.
  const named = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  if (mode === undefined || mode === 'disable' || mode === 'false') return false;
  if (mode === 'require' || mode === 'true') return { rejectUnauthorized: false, ...named };
  if (mode === 'verify-ca') return { rejectUnauthorized: true, checkServerIdentity: () => undefined, ...ca, ...named };
  if (mode === 'verify-full') return { rejectUnauthorized: true, ...ca, ...named };
  throw wrong(`has an sslmode that is not supported: use ${MODES}`);
}

function readRoot(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw wrong('has an sslrootcert that cannot be read');
  }
}

function wrong(what: string): JournalFailure {
  return new JournalFailure(`--database-url (DATABASE_URL) ${what}.`);
}
