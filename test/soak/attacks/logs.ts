import { HELLO } from '../../harness/http-server.ts';
import type { Attack } from './attack.ts';
import { flood, poured } from './floods.ts';

/** What a pipe and the one who does not read it hold together is less than these requests say at any strength. */
const REQUESTS = 3000;

export const stalledLog: Attack = {
  over: 'http',
  rule: 'a reader of the log that stops reading does not stop the server',
  prepare: () => ({ options: ['--log-level', 'trace', '--rate-limit', '100000'] }),
  async run(target) {
    const { stderr } = target.server.child;
    stderr.pause();
    await flood(REQUESTS, 8, () => poured(target, 'add', { a: '1', b: '2' }));
    stderr.resume();
  },
};

export const wrongTokens: Attack = {
  over: 'http',
  rule: 'of 2,000 wrong tokens from one address only a few are looked at',
  async run({ server, times }) {
    let looked = 0;
    const tries = Math.max(200, times(2000));
    await flood(tries, 16, async (index) => {
      const authorization = `Bearer guess-${index}-0123456789`;
      const { status } = await server.post('/mcp', HELLO, { authorization });
      if (status === 401) looked++;
      else if (status !== 429) throw new Error(`a wrong token was answered with ${status}`);
    });
    // 30 at once, and one more every two seconds.
    if (looked > 100) throw new Error(`${looked} of ${tries} wrong tokens were looked at`);
  },
};
