import { hasSecret, placeholdersIn, type Target } from './target.ts';
import { json, shellWord, toml } from './text-formats.ts';

/** A text to copy, and where it belongs. */
export interface Snippet {
  readonly title: string;
  readonly language: 'json' | 'toml' | 'bash';
  readonly text: string;
}

/** Where a client reads the token from its surroundings. */
export const TOKEN_VARIABLE = 'QUARTET_TOKEN';

export function fileSnippet(title: string, value: unknown): Snippet {
  return { title, language: 'json', text: json(value) };
}

export function commandSnippet(...words: readonly string[]): Snippet {
  return { title: 'In a terminal', language: 'bash', text: words.map(shellWord).join(' ') };
}

type TomlLine = readonly [key: string, value: string | readonly string[]];

export function tomlSnippet(title: string, table: string, lines: readonly TomlLine[]): Snippet {
  const written = lines.map(
    ([key, value]) => `${key} = ${typeof value === 'string' ? toml(value) : `[${value.map(toml).join(', ')}]`}`,
  );
  return { title, language: 'toml', text: [`[${table}]`, ...written].join('\n') };
}

/** Where a variable names the token: what puts it there. */
export function exportSnippets({ token }: Target): Snippet[] {
  if (token === undefined) return [];
  const title = 'Before the client is started (macOS, Linux)';
  return [{ title, language: 'bash', text: `export ${TOKEN_VARIABLE}=${shellWord(token)}` }];
}

/** The entry of a server in the form that began with Claude Desktop. */
export function servers({ name }: Target, entry: unknown): unknown {
  return { mcpServers: { [name]: entry } };
}

export function remote(target: Target): { url: string; headers?: Record<string, string> } {
  return { url: target.url, ...headers(target) };
}

export function headers({ token }: Target): { headers?: Record<string, string> } {
  return token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
}

export function headerFlag({ token }: Target): string[] {
  return token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`];
}

export function started({ command, args, env }: Target): Pick<Target, 'command' | 'args' | 'env'> {
  return { command, args, ...(env && { env }) };
}

/** The same with words of the client's own for the token. */
export function withToken(target: Target, token: string): Target {
  return target.token === undefined ? target : { ...target, token };
}

/** For clients that only start programs: one that passes everything on. */
export function bridged({ url, token }: Target): unknown {
  const { protocol, hostname } = new URL(url);
  const isTrusted = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
  const args = ['-y', 'mcp-remote', url, ...(isTrusted ? [] : ['--allow-http'])];
  if (token === undefined) return { command: 'npx', args };
  // Some systems take a space in an argument for its end, but not one in a variable.
  return {
    command: 'npx',
    args: [...args, '--header', 'Authorization:${AUTH_HEADER}'],
    env: { AUTH_HEADER: `Bearer ${token}` },
  };
}

/** An address that opens a client; none while something would have to be replaced in it. */
export function linkUnlessOpen(entry: unknown, link: string): string | undefined {
  return placeholdersIn(JSON.stringify(entry)).length === 0 ? link : undefined;
}

/** What VS Code asks for once and keeps among its secrets. */
export function promptFor(target: Target): readonly object[] {
  if (target.token === undefined || hasSecret(target)) return [];
  return [{ type: 'promptString', id: PROMPT_ID, description: 'Token for Quartet', password: true }];
}

const PROMPT_ID = 'quartet-token';
export const PROMPTED_TOKEN = `\${input:${PROMPT_ID}}`;
