import { describe, expect, it } from 'vitest';
import { CLIENTS, clientOf } from './clients.ts';

const SYSTEMS = {
  linux: { platform: 'linux', home: '/home/ann', env: {} },
  macOS: { platform: 'darwin', home: '/Users/ann', env: {} },
  Windows: {
    platform: 'win32',
    home: 'C:\\Users\\ann',
    env: { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' },
  },
} as const;

it.each(Object.entries(SYSTEMS))('where configurations are on %s', (_, system) => {
  const places = CLIENTS.map(({ id, files }) => [id, ...files(system)].join('  '));
  expect(places).toMatchSnapshot();
});

it('variables move them', () => {
  const env = { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', GEMINI_CLI_HOME: '/g', XDG_CONFIG_HOME: '/xdg' };
  const places = CLIENTS.flatMap(({ files }) => files({ ...SYSTEMS.linux, env }));
  expect(places).toEqual([
    '/xdg/Claude/claude_desktop_config.json',
    '/c/.claude.json',
    '/home/ann/.cursor/mcp.json',
    '/xdg/Code/User/mcp.json',
    '/home/ann/.codeium/windsurf/mcp_config.json',
    '/x/config.toml',
    '/g/.gemini/settings.json',
    '/xdg/zed/settings.json',
  ]);
});

describe('names', () => {
  it.each(['vs-code', 'vscode', 'VS Code', 'vs_code'])('%s is VS Code', (word) => {
    expect(clientOf(word).label).toBe('VS Code');
  });

  it('others are refused, with the nearest', () => {
    expect(() => clientOf('curser')).toThrow("unknown client 'curser'. Did you mean cursor?");
    expect(() => clientOf('emacs')).toThrow('Known: claude-desktop, claude-code,');
  });
});

describe('a token', () => {
  const remote = { url: 'https://mcp.example.com/mcp', tokenVariable: 'MY_TOKEN' };
  const bridge = { command: 'npx', args: ['mcp-remote'] };
  it.each([
    ['claude-code', { type: 'http', url: remote.url, headers: { Authorization: 'Bearer ${MY_TOKEN}' } }],
    ['cursor', { url: remote.url, headers: { Authorization: 'Bearer ${env:MY_TOKEN}' } }],
    ['vs-code', { type: 'http', url: remote.url, headers: { Authorization: 'Bearer ${env:MY_TOKEN}' } }],
    ['windsurf', { serverUrl: remote.url, headers: { Authorization: 'Bearer ${env:MY_TOKEN}' } }],
    ['codex', { url: remote.url, bearer_token_env_var: 'MY_TOKEN' }],
    ['gemini-cli', { httpUrl: remote.url, headers: { Authorization: 'Bearer ${MY_TOKEN}' } }],
    ['claude-desktop', undefined],
    ['zed', undefined],
  ])('is only named for %s', (id, entry) => {
    expect(clientOf(id).http(remote, bridge)).toEqual(entry);
  });
});
