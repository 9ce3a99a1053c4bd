import { describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, shared with the long run
import { fuzz } from '../soak/fuzz/fuzz.js';
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

describe('fuzz', () => {
  it('finds nothing in a few cases of every sort, and says what it did', async () => {
    const { found, text } = await run({ cases: 150, seed: 7 });
    expect(text).toMatch(
      /^(?:[\w-]+: seed 7, 150 cases, [\d,]+ a second, .*: nothing found\n){8}1,200 cases, 0 found; seed 7$/,
    );
    expect(found).toBe(0);
  });

  it('finds what throws, rejects, takes long, hangs and dies, goes on behind it, and each case alone does it again', async () => {
    const { found, text } = await run({ only: ['planted'], seed: 3 });
    const cases = [...text.matchAll(/case (\d+): (.*)\n[^]*?input: (.*)\n\s+again: (.*)/g)];
    const whats = cases.map(([, , what]) => what);
    for (const what of [
      'failed',
      'a rejection that nobody handles',
      'took longer than 400 ms',
      'hung for more than 1.9 s',
      'ended the process (SIGKILL)',
    ])
      expect(whats).toContain(what);
    expect(cases.length).toBe(found);
    const [, index, , , again] = cases.find(([, , what]) => what === 'failed') ?? [];
    expect(again).toBe(`npm run fuzz -- --only=planted --seed 3 --case ${index}`);
    const alone = await run({ only: ['planted'], seed: 3, case: Number(index) });
    expect(alone.text).toContain('TypeError: planted');
    expect(alone.found).toBe(1);
  });

  it('refuses what it does not know', async () => {
    await expect(run({ only: ['pictures', 'shapes'] })).rejects.toThrow(/--only must name sorts.*there is no shapes/);
    await expect(run({ case: 3 })).rejects.toThrow('--case needs --only');
  });
});

async function run(options: object): Promise<{ found: number; text: string }> {
  const lines: string[] = [];
  const found = await fuzz({ ...options, print: (line: string) => lines.push(line) });
  return { found, text: lines.join('\n') };
}
