import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { addOptionsOfAllToolsets, addServerOptions } from '../../options/add-options.ts';
import { type ProgramCommand, serverWords } from '../../terminal/client-command.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';
import { isToolsetId, optionsOf, TOOLSET_IDS, type ToolsetId } from '../../toolsets.ts';
import type { Client, Remote } from './clients.ts';
import type { Entries } from './edit.ts';

/** What can be installed: a toolset, or all of them in one server. */
export type ServerName = ToolsetId | 'all';

const SERVERS: readonly ServerName[] = [...TOOLSET_IDS, 'all'];
/** The names of all entries that an installation may make. */
export const ENTRY_NAMES: readonly string[] = SERVERS.map(entryName);

/** Servers are named before the options of one of them. */
export function readServers(words: readonly string[]): { servers: ServerName[]; options: string[] } {
  const at = words.findIndex((word) => word.startsWith('-'));
  const names = at === -1 ? words : words.slice(0, at);
  return { servers: [...new Set(names.map(serverOf))], options: at === -1 ? [] : words.slice(at) };
}

export function entryName(server: ServerName): string {
  return server === 'all' ? 'quartet' : `quartet-${server}`;
}

/** The servers as commands that the client starts. */
export function startedEntries(
  { stdio }: Client,
  { servers, options }: ReturnType<typeof readServers>,
  program: ProgramCommand,
  { home, cwd }: { home: string; cwd: string },
): Entries {
  if (options.length > 0 && servers.length !== 1)
    throw new UsageError('options after -- are those of one server: name exactly one.');
  const entries = servers.map((server) => {
    checkOptions(server, options);
    const told = options.map((word, at) => absolute(server, word, options[at - 1], { home, cwd }));
    const words = options.some((word) => /^--base-url\b/.test(word)) ? [server] : serverWords(server);
    const args = [...program.args, ...words, ...told.filter((word) => !words.includes(word))];
    return [entryName(server), stdio({ ...program, args })];
  });
  return Object.fromEntries(entries);
}

/** The servers at an address, each of which has one below it. */
export function remoteEntries(
  { label, http }: Client,
  servers: readonly ServerName[],
  remote: Remote,
  bridge: (url: string) => ProgramCommand,
): { remotes: Readonly<Record<string, Remote>>; entries: Entries } {
  const base = remote.url.replace(/\/+$/, '');
  const [, named = ''] = /\/mcp\/(\w+)$/.exec(base) ?? [];
  const asked: readonly ServerName[] = servers.length > 0 ? servers : [isToolsetId(named) ? named : 'all'];
  const urlOf = (server: ServerName) => (server === 'all' || base.endsWith(`/${server}`) ? base : `${base}/${server}`);
  const remotes = Object.fromEntries(asked.map((server) => [entryName(server), { ...remote, url: urlOf(server) }]));
  const entries = Object.entries(remotes).map(([name, one]) => {
    const entry = http(one, bridge(one.url));
    if (entry) return [name, entry];
    throw new UsageError(
      `${label} reads no token from a variable, and Quartet writes none into a file. Install the server as a command, without --url.`,
    );
  });
  return { remotes, entries: Object.fromEntries(entries) };
}

function serverOf(word: string): ServerName {
  const server = SERVERS.find((name) => name === word);
  if (server) return server;
  throw new UsageError(`unknown server '${word}'. ${suggestion(word, SERVERS)}`);
}

/** Options are read as the server will read them, so that a mistake is told before anything is written. */
function checkOptions(server: ServerName, words: readonly string[]): void {
  const command = new Command(server).exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  if (server === 'all') addOptionsOfAllToolsets(command);
  else addServerOptions(command, server);
  try {
    command.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A value may be a secret.
    const what = error.message.replace(/^error: /, '').replace(/(')(--[a-z-]+)=[^\n]*/, "$1$2'");
    throw new UsageError(`${server}: ${what}`);
  }
  const { token, databaseUrl = '' } = command.opts<{ token?: string; databaseUrl?: string }>();
  if (token !== undefined || (URL.canParse(databaseUrl) && new URL(databaseUrl).password !== ''))
    throw new UsageError(
      'Quartet writes no secret into a file. Set OJ_TOKEN or DATABASE_URL where the client is started, or put it into the "env" of the entry yourself.',
    );
}

/** A path as it is from anywhere: clients start servers in folders of their own. */
function absolute(
  server: ServerName,
  word: string,
  before: string | undefined,
  { home, cwd }: { home: string; cwd: string },
): string {
  const options = server === 'all' ? TOOLSET_IDS.flatMap(optionsOf) : optionsOf(server);
  const paths = options
    .filter(({ flag }) => /<(folder|directory|file)>$/.test(flag ?? ''))
    .map(({ flag = '' }) => flag.split(' ')[0]);
  const full = (path: string) =>
    resolve(
      cwd,
      path.replace(/^~(?=[\\/]|$)/, () => home),
    );
  if (before !== undefined && paths.includes(before)) return full(word);
  const [, name, path] = /^(--[a-z0-9-]+)=(.+)$/s.exec(word) ?? [];
  return name !== undefined && path !== undefined && paths.includes(name) ? `${name}=${full(path)}` : word;
}
