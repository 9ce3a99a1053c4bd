import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HELLO, JSON_HEADERS } from '../../harness/http-server.ts';
import { cannotSwitchAccount, NOBODY, requestAs } from '../../harness/other-account.ts';
import type { Attack } from './attack.ts';
import { callBody, flood } from './floods.ts';

export const otherAccounts: Attack = {
  over: 'http',
  rule: 'another account of this machine gets nothing from a server without tokens',
  impossible: cannotSwitchAccount,
  withoutTokens: true,
  prepare({ folder }) {
    writeFileSync(join(folder, 'diary.txt'), 'a private thought');
    return { options: ['--allow', folder] };
  },
  async run({ server, folder, times }) {
    const bodies = [HELLO, { jsonrpc: '2.0', id: 1, method: 'tools/list' }].map((message) => JSON.stringify(message));
    bodies.push(callBody('search', { query: 'private', scope: folder }), callBody('list_books', {}), '');
    await flood(Math.max(bodies.length, times(40)), 2, async (index) => {
      const body = bodies[index % bodies.length] ?? '';
      const path = body === '' ? '/metrics' : '/mcp';
      const { status, text } = await requestAs(NOBODY, `${server.url}${path}`, { body, headers: JSON_HEADERS });
      if (status !== 403) throw new Error(`${path} answered another account with ${status}: ${text.slice(0, 300)}`);
    });
  },
};
