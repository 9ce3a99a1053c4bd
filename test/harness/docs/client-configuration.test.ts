import { expect, it } from 'vitest';
import { configuredServers, parsed } from './client-configuration.ts';

const server = { command: 'node', args: ['quartet.js', 'cobol'], env: {} };

it.each([
  ['json', '{ "mcpServers": { "a": { "command": "node", "args": ["quartet.js", "cobol"] } } }'],
  [
    'json',
    '{ "mcp": { "servers": { "a": { "type": "stdio", "command": "node", "args": ["quartet.js", "cobol"] } } } }',
  ],
  ['toml', '# theirs\nmodel = "x"\n\n[mcp_servers.a]\ncommand = "node"\nargs = ["quartet.js", "cobol"]\n'],
])('finds the server in %s %s', (language, text) => {
  expect(configuredServers(parsed(language, text))).toEqual([server]);
});

it('fails on what a client could not read', () => {
  expect(() => parsed('json', '{ "a": 1, }')).toThrow(SyntaxError);
  expect(() => parsed('toml', 'command: node')).toThrow('no TOML');
  expect(configuredServers({ a: [1, 'x', null] })).toEqual([]);
});
