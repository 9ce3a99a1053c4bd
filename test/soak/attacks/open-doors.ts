import { ServeProcess } from '../../harness/http-server.ts';
import type { Attack, Target } from './attack.ts';

const NAME = 'mcp.example.com';

/** A server that others can reach by a name, and a token that is for the library alone. */
export const openDoors: Attack = {
  over: 'http',
  rule: 'a server that others can reach does not start without tokens, and shows files and figures only to tokens for them',
  scopes: 'fs:read fs:write tools:call',
  prepare: () => ({ options: ['--allowed-host', NAME, '--toolsets', 'books,cobol,spotlight'] }),
  async run(target) {
    for (const reachable of [
      ['--public-url', `https://${NAME}`],
      ['--allowed-host', NAME],
      ['--host', '0.0.0.0'],
    ]) {
      const [code] = await ServeProcess.refused(reachable);
      if (code !== 2) throw new Error(`without tokens, ${reachable.join(' ')} ended with ${code}`);
    }
    await getsNothing(target);
    await leavesFilesOut();
  },
};

async function getsNothing({ server, headers, folder }: Target): Promise<void> {
  const asOther = { ...headers, host: NAME };
  const looks: [string, object][] = [
    ['search', { query: 'root', scope: folder }],
    ['recent_files', { scope: folder }],
    ['get_metadata', { path: '/etc/passwd' }],
  ];
  for (const [tool, args] of looks) {
    for (const as of [headers, asOther]) {
      const { status } = await server.call('/mcp', tool, args, as);
      if (status !== 403) throw new Error(`${tool} without files:read was answered with ${status}`);
    }
  }
  const extras = await server.call('/mcp/extras', 'audit_trail', { book_id: 'sample' }, asOther);
  if (extras.status !== 404)
    throw new Error(`the extra tools, which nobody wanted, were answered with ${extras.status}`);
  const { status } = await server.send('/metrics', { headers: asOther });
  if (status !== 403) throw new Error(`/metrics without metrics:read was answered with ${status}`);
  const unknown = await server.call('/mcp', 'add', { a: 1, b: 1 }, { host: NAME });
  if (unknown.status !== 401) throw new Error(`a call without a token was answered with ${unknown.status}`);
}

async function leavesFilesOut(): Promise<void> {
  const QUARTET_TOKENS = 'all all-token-0123456789 *';
  const server = await ServeProcess.start(['--allowed-host', NAME], { QUARTET_TOKENS });
  const headers = { authorization: 'Bearer all-token-0123456789', host: NAME };
  const { status } = await server.call('/mcp/spotlight', 'recent_files', {}, headers);
  await server.stop();
  if (status !== 404) throw new Error(`the file search, which nobody named, was answered with ${status}`);
}
