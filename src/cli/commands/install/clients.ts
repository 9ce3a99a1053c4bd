import type { ProgramCommand } from '../../terminal/client-command.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';
import { appData, below, type System } from './system.ts';

/** How a client is told of one server. */
export type Entry = Readonly<Record<string, unknown>>;

/** A server at an address, with the variable that holds its token where it wants one. */
export interface Remote {
  readonly url: string;
  readonly tokenVariable?: string | undefined;
}

export interface Client {
  readonly id: string;
  readonly label: string;
  readonly format: 'json' | 'toml';
  /** The key below which its servers are. */
  readonly section: string;
  /** Where it keeps its configuration; of several places the first that is there counts, else the first. */
  readonly files: (system: System) => readonly string[];
  /** The same for one project, in the project's folder. */
  readonly projectFile?: string;
  /** What shows that the client is here where its configuration does not. */
  readonly sign?: (system: System) => string;
  readonly stdio: (command: ProgramCommand) => Entry;
  /** Undefined where the client cannot read a token from a variable. */
  readonly http: (remote: Remote, bridge: ProgramCommand) => Entry | undefined;
  /** What to do before the server is there. */
  readonly afterwards: string;
}

/** How each client is told of a server, as its maker's documentation has it. The console's page Connect shows the same. */
export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-desktop',
    label: 'Claude Desktop',
    format: 'json',
    section: 'mcpServers',
    files: (system) => [
      below(appData(system), 'Claude', 'claude_desktop_config.json'),
      ...(system.platform === 'win32' && system.env.LOCALAPPDATA ? [storeApp(system.env.LOCALAPPDATA)] : []),
    ],
    stdio: (command) => ({ ...command }),
    // Its file takes only commands, and it would have to hold the token itself.
    http: ({ tokenVariable }, bridge) => (tokenVariable === undefined ? { ...bridge } : undefined),
    afterwards: 'Quit Claude and start it again.',
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    format: 'json',
    section: 'mcpServers',
    files: ({ home, env }) => [below(env.CLAUDE_CONFIG_DIR || home, '.claude.json')],
    sign: ({ home }) => below(home, '.claude'),
    projectFile: '.mcp.json',
    stdio: (command) => ({ ...command }),
    http: (remote) => ({ type: 'http', url: remote.url, ...headers(remote, (name) => `\${${name}}`) }),
    afterwards: 'Sessions that begin from now on have it: see /mcp.',
  },
  {
    id: 'cursor',
    label: 'Cursor',
    format: 'json',
    section: 'mcpServers',
    files: ({ home }) => [below(home, '.cursor', 'mcp.json')],
    projectFile: '.cursor/mcp.json',
    stdio: (command) => ({ ...command }),
    http: (remote) => ({ url: remote.url, ...headers(remote, (name) => `\${env:${name}}`) }),
    afterwards: 'Switch it on in Cursor’s settings, under MCP.',
  },
  {
    id: 'vs-code',
    label: 'VS Code',
    format: 'json',
    section: 'servers',
    files: (system) => [below(appData(system), 'Code', 'User', 'mcp.json')],
    projectFile: '.vscode/mcp.json',
    stdio: (command) => ({ type: 'stdio', ...command }),
    http: (remote) => ({ type: 'http', url: remote.url, ...headers(remote, (name) => `\${env:${name}}`) }),
    afterwards: 'The command “MCP: List Servers” starts it.',
  },
  {
    id: 'windsurf',
    label: 'Windsurf',
    format: 'json',
    section: 'mcpServers',
    files: ({ home }) => [below(home, '.codeium', 'windsurf', 'mcp_config.json')],
    stdio: (command) => ({ ...command }),
    http: (remote) => ({ serverUrl: remote.url, ...headers(remote, (name) => `\${env:${name}}`) }),
    afterwards: 'Press the refresh button of the MCP servers in Windsurf.',
  },
  {
    id: 'codex',
    label: 'Codex',
    format: 'toml',
    section: 'mcp_servers',
    files: ({ home, env }) => [below(env.CODEX_HOME || below(home, '.codex'), 'config.toml')],
    projectFile: '.codex/config.toml',
    stdio: (command) => ({ ...command }),
    http: ({ url, tokenVariable }) => ({ url, ...(tokenVariable && { bearer_token_env_var: tokenVariable }) }),
    afterwards: 'Sessions that begin from now on have it: see /mcp.',
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    format: 'json',
    section: 'mcpServers',
    files: ({ home, env }) => [below(env.GEMINI_CLI_HOME || home, '.gemini', 'settings.json')],
    projectFile: '.gemini/settings.json',
    stdio: (command) => ({ ...command }),
    http: (remote) => ({ httpUrl: remote.url, ...headers(remote, (name) => `\${${name}}`) }),
    afterwards: 'It starts servers only in folders that you have told it to trust: see /mcp.',
  },
  {
    id: 'zed',
    label: 'Zed',
    format: 'json',
    section: 'context_servers',
    files: (system) => [zedSettings(system)],
    stdio: (command) => ({ ...command, env: command.env ?? {} }),
    http: ({ url, tokenVariable }) => (tokenVariable === undefined ? { url } : undefined),
    afterwards: 'Zed starts it by itself: see the settings of its agent.',
  },
];

export function clientOf(word: string): Client {
  const id = word.toLowerCase().replaceAll(/[\s_]+/g, '-');
  const client = CLIENTS.find((one) => one.id === id || one.id.replaceAll('-', '') === id);
  if (client) return client;
  const known = CLIENTS.map((one) => one.id);
  throw new UsageError(`unknown client '${word}'. ${suggestion(id, known)}`);
}

function headers({ tokenVariable }: Remote, reference: (variable: string) => string): Entry {
  return tokenVariable === undefined ? {} : { headers: { Authorization: `Bearer ${reference(tokenVariable)}` } };
}

/** Where Windows keeps what Claude Desktop writes when it came from the store. */
function storeApp(local: string): string {
  return below(
    local,
    'Packages',
    'Claude_pzs8sxrjxfjjc',
    'LocalCache',
    'Roaming',
    'Claude',
    'claude_desktop_config.json',
  );
}

function zedSettings(system: System): string {
  const { platform, home, env } = system;
  if (platform === 'win32') return below(appData(system), 'Zed', 'settings.json');
  const folder = (platform === 'linux' && env.XDG_CONFIG_HOME) || below(home, '.config');
  return below(folder, 'zed', 'settings.json');
}
