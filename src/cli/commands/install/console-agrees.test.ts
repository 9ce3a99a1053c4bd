import { describe, expect, it } from 'vitest';
import { CLIENTS as SHOWN } from '../../../console/pages/connect/clients.ts';
import { targetOf } from '../../../console/pages/connect/target.ts';
import { TOOLSET_IDS } from '../../toolsets.ts';
import { CLIENTS } from './clients.ts';
import { snippet } from './edit.ts';
import { remoteEntries, type ServerName, startedEntries } from './servers.ts';

const PROGRAM = { command: '/usr/bin/node', args: ['/opt/quartet/bin/quartet.js'] };
const PLACES = { home: '/home/ann', cwd: '/' };
const ORIGIN = 'http://127.0.0.1:8000';
const SERVERS: readonly ServerName[] = [...TOOLSET_IDS, 'all'];

describe.each(CLIENTS)('$label', (client) => {
  const shown = SHOWN.find(({ id }) => id === client.id) ?? expect.fail('the console does not have it');
  const texts = (via: 'http' | 'stdio', server: ServerName, program = PROGRAM) => {
    const toolset = server === 'all' ? '' : server;
    const target = targetOf({ origin: ORIGIN, toolset, tokens: false, token: undefined, program });
    return shown[via](target).snippets.map(({ text }) => text);
  };

  it.each(SERVERS)('what the console shows of %s is what is installed', (server) => {
    const entries = startedEntries(client, { servers: [server], options: [] }, PROGRAM, PLACES);
    expect(texts('stdio', server)).toContain(snippet(client, entries));
    const fetched = { ...PROGRAM, env: { PATH: '/x:/bin' } };
    const npx = startedEntries(client, { servers: [server], options: [] }, fetched, PLACES);
    if (client.format === 'json') expect(texts('stdio', server, fetched)).toContain(snippet(client, npx));
  });

  it.each(SERVERS)('and %s over HTTP', (server) => {
    const bridge = (url: string) => ({ command: 'npx', args: ['-y', 'mcp-remote', url] });
    const { entries } = remoteEntries(client, [server], { url: `${ORIGIN}/mcp` }, bridge);
    expect(texts('http', server)).toContain(snippet(client, entries));
  });
});
