import { setTimeout as sleep } from 'node:timers/promises';
import { HELLO, JSON_HEADERS } from '../../harness/http-server.ts';
import type { Attack, Target } from './attack.ts';
import { lingering, requestHead } from './floods.ts';

const MOST_MS = 2000;
/** Long enough for hundreds of pings of the honest client. */
const DRIP_MS = 10_000;

export const halfOpenConnections: Attack = {
  over: 'http',
  rule: 'one address that opens all connections and says nothing shuts nobody else out',
  prepare: ({ times }) => ({ options: ['--max-connections', String(times(4096))] }),
  async run(target) {
    const { server, times } = target;
    const silent = lingering(server, Math.ceil(times(4096) / 2), '');
    const halfway = lingering(server, Math.ceil(times(4096) / 2), 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    await sleep(500);
    try {
      for (let tries = 0; tries < 5; tries++) await isServed(target, {});
    } finally {
      for (const socket of [...silent, ...halfway]) socket.destroy();
    }
  },
};

export const slowBodies: Attack = {
  over: 'http',
  rule: 'bodies that come drop by drop take no place from others, not even with the same token',
  async run(target) {
    const { server, headers, times } = target;
    // More than may be worked on and wait for one token.
    const slow = lingering(server, Math.max(340, times(1000)), `${requestHead(headers, 3_000_000)}{`);
    const drops = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write(' ');
    }, 250);
    // So many requests at once have used up the token's rate, some of them a second later: the system tries a lost connection again.
    await sleep(2000);
    try {
      for (const end = performance.now() + times(DRIP_MS); performance.now() < end; await sleep(250)) {
        await isServed(target, headers);
      }
    } finally {
      clearInterval(drops);
      for (const socket of slow) socket.destroy();
    }
  },
};

/** An honest client elsewhere gets an answer on a new connection. */
async function isServed({ server, elsewhere }: Target, as: Readonly<Record<string, string>>): Promise<void> {
  const started = performance.now();
  const path = 'authorization' in as ? '/mcp/cobol' : '/health';
  const sent =
    path === '/health' ? {} : { method: 'POST', headers: { ...JSON_HEADERS, ...as }, body: JSON.stringify(HELLO) };
  const signal = AbortSignal.timeout(20_000);
  const { status, text } = await server.send(path, { ...sent, localAddress: elsewhere, signal });
  const took = performance.now() - started;
  if (status === 200 && took <= MOST_MS) return;
  throw new Error(`${path} answered with ${status} after ${Math.round(took)} ms: ${text}`);
}
