import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { quoted } from './program-name.ts';

/** What a client starts to get a server. */
export interface ProgramCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** What must be in its environment, where the client's own may not do. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Where package runners unpack what they run, until they clear it away. */
const PASSING = /[\\/](_npx|dlx(-[^\\/]*)?|bunx-[^\\/]*)[\\/]/;
/** Names for Node that survive its next update, unlike the folder of one version. */
const LASTING = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'];
/** Programs that are started from a desktop have no more of PATH for sure. */
const ALWAYS_IN_PATH = ['/usr/bin', '/bin'];

/** What a client must start to get this very program: by absolute paths, as a client's PATH may be another than a shell's. */
export function clientCommand(script = process.argv[1] ?? '', node = process.execPath): ProgramCommand {
  // The folder of programs holds a link, which an update replaces; what it leads to is where it stays.
  const file = basename(script) === 'quartet' ? real(script) : resolve(script);
  if (PASSING.test(script)) return npxCommand(['-y', 'quartet-mcp'], node);
  return { command: lasting(node), args: [file] };
}

/** What starts npx. It needs Node in PATH as well. */
export function npxCommand(words: readonly string[], node = process.execPath): ProgramCommand {
  const command = lasting(node);
  const folder = dirname(command);
  const beside = [real(join(folder, 'npx')), ...['..', '.'].map((way) => join(folder, way, ...NPX))];
  const npx = beside.find((path) => path.endsWith('npx-cli.js') && existsSync(path));
  if (npx === undefined) return { command: 'npx', args: words };
  const isFound = process.platform === 'win32' || ALWAYS_IN_PATH.includes(folder);
  const PATH = [...new Set([folder, '/usr/local/bin', ...ALWAYS_IN_PATH])].join(':');
  return { command, args: [npx, ...words], ...(!isFound && { env: { PATH } }) };
}

const NPX = ['lib', 'node_modules', 'npm', 'bin', 'npx-cli.js'].slice(process.platform === 'win32' ? 1 : 0);

/** What a server is called by, with what it must be told to start by itself. */
export function serverWords(name: string): readonly string[] {
  return name === 'oj' ? ['oj', '--embedded'] : [name];
}

/** A command as it is typed. */
export function typed({ command, args }: ProgramCommand): string {
  return [command, ...args].map(quoted).join(' ');
}

function lasting(node: string): string {
  const file = real(node);
  return LASTING.map((folder) => join(folder, 'node')).find((path) => real(path) === file) ?? file;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
