import { HELLO } from '../../harness/http-server.ts';
import type { Attack } from './attack.ts';

const NAME_BYTES = 4 * 1024 * 1024 - 1000;

/** A session remembers its client's name for as long as it is open. */
export const sessionsWithLongNames: Attack = {
  over: 'http',
  rule: 'clients with names of 4 MB that open session after session do not fill the memory',
  async run({ server, headers, times }) {
    const clientInfo = { name: 'n'.repeat(NAME_BYTES), version: '1' };
    const hello = JSON.stringify({ ...HELLO, params: { ...HELLO.params, clientInfo } });
    for (let session = times(510); session > 0; session--) await server.post('/mcp', hello, headers);
  },
};
