import { expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, shared with the long run
import { storm } from '../soak/fuzz/storm.js';

it.each([
  [1, 'handshake'],
  [20261115, 'per request'],
])(
  '30,000 broken lines (seed %i, %s era) neither kill the server nor make it print anything but JSON-RPC',
  async (seed, era) => {
    const report = await storm(seed, 30_000, era);
    expect(report).toMatchObject({ bad: [], code: 0, signal: null, stderr: '' });
    expect(report.answers).toBeGreaterThan(20_000);
    expect(report.last).toBeDefined();
  },
);
