import { homeDirectory } from '../../../lib/data-folder.ts';
import { clientCommand, npxCommand, type ProgramCommand } from '../../terminal/client-command.ts';
import { shortPath } from '../../terminal/short-path.ts';
import { UsageError } from '../../terminal/usage.ts';
import { apply } from './apply.ts';
import { toolsOfCommand } from './check.ts';
import { toolsAt } from './check-remote.ts';
import { type Client, clientOf, type Remote } from './clients.ts';
import { readConfig } from './config-file.ts';
import { configurationOf, isHere, type PlaceFlags } from './configuration.ts';
import { type Entries, entriesIn, snippet, withEntries } from './edit.ts';
import { InstallProblem } from './problem.ts';
import { readServers, remoteEntries, startedEntries } from './servers.ts';
import { thisSystem } from './system.ts';

export interface InstallFlags extends PlaceFlags {
  readonly yes?: boolean;
  readonly print?: boolean;
  readonly check?: boolean;
  readonly url?: string;
  readonly tokenVariable?: string;
}

/** What a client is to be told, and what to ask to see whether it works. */
interface Plan {
  readonly entries: Entries;
  readonly remotes?: Readonly<Record<string, Remote>>;
}

/** Tells a client of servers, and starts them as the client will. */
export async function install(word: string, words: readonly string[], flags: InstallFlags): Promise<number> {
  const client = clientOf(word);
  const plan = planOf(client, words, flags);
  const path = configurationOf(client, flags, thisSystem());
  if (flags.print) {
    process.stderr.write(`In ${shortPath(path)}:\n`);
    process.stdout.write(`${snippet(client, plan.entries)}\n`);
    return 0;
  }
  return namingFile(path, async () => {
    const file = await readConfig(path);
    const after = withEntries(client, file.text, plan.entries);
    const names = Object.keys(plan.entries).join(', ');
    if (file.bytes !== undefined && after === file.text) {
      process.stdout.write(`${names} is already installed in ${shortPath(path)}.\n`);
    } else {
      const isNamed = flags.config !== undefined || flags.project === true;
      const question =
        !isNamed && !isHere(client, thisSystem())
          ? `${client.label} does not seem to be here. Make this file?`
          : 'Write this?';
      const stopped = await apply(file, after, { yes: flags.yes === true, question });
      if (stopped !== undefined) return stopped;
    }
    const works = flags.check === false || (await checkAll(client, plan, after));
    process.stdout.write(`${client.afterwards}\n`);
    return works ? 0 : 1;
  });
}

function planOf(client: Client, words: readonly string[], flags: InstallFlags): Plan {
  const { url, tokenVariable } = flags;
  const { servers, options } = readServers(words);
  if (url === undefined) {
    if (tokenVariable !== undefined) throw new UsageError('--token-variable belongs to --url.');
    const asked = { servers: servers.length > 0 ? servers : (['all'] as const).slice(), options };
    const places = { home: homeDirectory(), cwd: process.cwd() };
    return { entries: startedEntries(client, asked, clientCommand(), places) };
  }
  if (options.length > 0) throw new UsageError('a server at --url cannot be given options.');
  if (tokenVariable !== undefined && !/^[A-Za-z_]\w*$/.test(tokenVariable))
    throw new UsageError('--token-variable is the name of a variable, such as QUARTET_TOKEN, not the token.');
  return remoteEntries(client, servers, { url: checkedUrl(url), tokenVariable }, bridgeTo);
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--url must be an address such as http://127.0.0.1:8000/mcp.');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--url must not hold a password. Name a variable with a token: --token-variable NAME.');
  return url.href;
}

/** For clients that only start programs: one that passes everything on. */
function bridgeTo(url: string): ProgramCommand {
  const { protocol, hostname } = new URL(url);
  const isTrusted = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
  return npxCommand(['-y', 'mcp-remote', url, ...(isTrusted ? [] : ['--allow-http'])]);
}

/** What is checked is what was written, with what a person had put into the entry before. */
async function checkAll(client: Client, { entries, remotes }: Plan, text: string): Promise<boolean> {
  const written = entriesIn(client, text);
  let works = true;
  for (const name of Object.keys(entries)) {
    try {
      const remote = remotes?.[name];
      const tools = remote ? await toolsAt(remote, process.env) : await toolsOfCommand(written[name] as ProgramCommand);
      process.stdout.write(`Checked: ${name} answers, with ${tools} ${tools === 1 ? 'tool' : 'tools'}.\n`);
    } catch (error) {
      if (!(error instanceof InstallProblem)) throw error;
      works = false;
      process.stderr.write(`quartet: ${name} ${error.message}\n`);
    }
  }
  return works;
}

/** What is wrong with a configuration is told with its place. */
export async function namingFile(path: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InstallProblem)) throw error;
    process.stderr.write(`quartet: ${shortPath(path)}: ${error.message} Nothing was written.\n`);
    return 1;
  }
}
