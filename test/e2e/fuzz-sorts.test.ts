import { describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, shared with the long run
import { fuzz } from '../soak/fuzz/fuzz.js';

describe('fuzz', () => {
  it('finds nothing in a few cases of every sort, and says what it did', async () => {
    const { found, text } = await run({ cases: 60, seed: 7 });
    expect(text).toMatch(
      /^(?:[\w-]+: seed 7, 60 cases, [\d,]+ a second, .*: nothing found\n){8}480 cases, 0 found; seed 7$/,
    );
    expect(found).toBe(0);
  });

  it('finds what throws, rejects, takes long, hangs and dies, goes on behind it, and each case alone does it again', async () => {
    const { found, text } = await run({ only: ['planted'], seed: 280, cases: 16 });
    const cases = [...text.matchAll(/case (\d+): (.*)\n[^]*?input: (.*)\n\s+again: (.*)/g)];
    const whats = cases.map(([, , what, input]) => `${what}: ${input}`);
    for (const what of [
      'failed: throws',
      'a rejection that nobody handles: rejects',
      'took longer than 1000 ms: takes long',
      'hung for more than 2 s: hangs',
      'ended the process (SIGKILL): dies',
    ])
      expect(whats).toContain(what);
    expect(cases.length).toBe(found);
    const [, index, , , again] = cases.find(([, , what]) => what === 'failed') ?? [];
    expect(again).toBe(`npm run fuzz -- --only=planted --seed 280 --case ${index}`);
    const alone = await run({ only: ['planted'], seed: 280, case: Number(index) });
    expect(alone.text).toContain('TypeError: planted');
    expect(alone.found).toBe(1);
  });

  it('comes to searches by regular expressions, whose package lies beside the thread that searches', async () => {
    expect((await run({ only: ['arguments'], seed: 1, case: 1292 })).text).toContain('1 cases, 0 found');
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
