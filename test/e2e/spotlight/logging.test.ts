import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { SpotlightServer } from '../../harness/spotlight-server.ts';

const S = temporaryFolder({ 'private-name.txt': 'private-content' });

interface Line {
  level: string;
  name: string;
  msg: string;
  tool?: string;
}

/** The log of a session with one call of every outcome. */
async function session(env: Record<string, string>) {
  const server = new SpotlightServer(['--allow', S], env);
  await server.told('search', { query: 'private-content', scope: S });
  await server.told('search', { query: 'private-query', scope: join(S, 'private-scope') });
  await server.told('search', { query: 'private-query', scope: '/private-outside' });
  await server.told('search_by_kind', { kind: 'private-kind', scope: S });
  await server.told('recent_files', { scope: S, since: 'private-date' });
  await server.told('get_metadata', { path: join(S, 'private-name.txt') });
  await server.told('get_metadata', { path: join(S, 'private-missing') });
  await server.told('private-tool', { query: 'private-query' });
  await server.told('search', ['private-list']);
  const { stdout, stderr } = await server.process.end();
  const lines = stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  return { stdout, stderr, lines };
}

describe('R61: events', () => {
  it('R61: info by default: start, end, and what failed', async () => {
    const { lines } = await session({});
    expect(lines.filter(({ level }) => level === 'info').map(({ msg }) => msg)).toEqual([
      'starting',
      'started',
      'shutdown',
    ]);
    expect(lines.filter(({ level }) => level === 'debug')).toEqual([]);
    expect(new Set(lines.map(({ name }) => name))).toEqual(new Set(['spotlight-mcp']));
  });

  it('R61: calls at debug, arguments that do not fit at warn, failures at error, with the name of the tool', async () => {
    const { lines } = await session({ QUARTET_LOG: 'debug' });
    const of = (level: string, msg: string) =>
      lines.filter((line) => line.level === level && line.msg === msg).map(({ tool }) => tool);
    const calls = ['search', 'search', 'search', 'search_by_kind', 'recent_files', 'get_metadata', 'get_metadata'];
    expect(of('debug', 'Tool invoked')).toEqual(calls);
    expect(of('warn', 'Validation failed')).toEqual(['search', 'search', 'search_by_kind', 'recent_files']);
    expect(of('error', 'Tool execution failed')).toEqual(['get_metadata', 'unknown']);
  });
});

describe('R62: what is never logged', () => {
  it.each(['info', 'debug', 'trace'])('R62: at %s no query, path, result, name or detail', async (level) => {
    const { stderr } = await session({ QUARTET_LOG: level });
    expect(stderr).not.toContain('private-');
    expect(stderr).not.toContain(S);
    expect(stderr).not.toContain('kMDItem');
  });
});

it('R63: stdout holds the answers and nothing else', async () => {
  const { stdout } = await session({ QUARTET_LOG: 'trace' });
  const lines = stdout.split('\n').filter(Boolean);
  expect(lines).toHaveLength(9);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});
