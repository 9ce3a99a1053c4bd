import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const side = (label: string, text: string) => ({ label, bytes: Buffer.from(text) });

async function shown(from: string, to: string): Promise<string> {
  return [...(await unifiedDiff(side('a', from), side('b', to))).lines()].join('\n');
}

it('shows changes with three lines around them', async () => {
  const old = ['# One', '', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', ''].join('\n');
  const { added, removed } = await unifiedDiff(side('a', old), side('b', old.replace('fourth', '4th\nand more')));
  expect([added, removed]).toEqual([2, 1]);
  expect(await shown(old, old.replace('fourth', '4th\nand more'))).toMatchInlineSnapshot(`
    "--- a
    +++ b
    @@ -3,6 +3,7 @@
     first
     second
     third
    -fourth
    +4th
    +and more
     fifth
     sixth"
  `);
});

it('says nothing of equal texts, and tells of a missing line end', async () => {
  expect(await shown('same\n', 'same\n')).toBe('');
  expect(await shown('same', 'same\n')).toContain('-same\n\\ No newline at end of file\n+same');
});

it('cuts a long line, and says how much of it', async () => {
  expect(await shown('', 'x'.repeat(2500))).toMatch(/\+x{2000}… \(500 more characters\)/);
});

it('refuses what has too many lines', async () => {
  await expect(unifiedDiff(side('a', '\n'.repeat(200_001)), side('b', ''))).rejects.toThrow(/200001 lines/);
});

const hasPatch = spawnSync('patch', ['--version']).status === 0;

it.skipIf(!hasPatch)('for any two texts: patch makes the second out of the first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-diff-'));
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', '\n', 'c c\n', 'd'), { maxLength: 30 })
    .map((all) => all.join(''));
  const property = fc.asyncProperty(text, text, async (from, to) => {
    if (from === to) return;
    writeFileSync(join(folder, 'lesson.md'), from);
    writeFileSync(join(folder, 'lesson.patch'), `${await shown(from, to)}\n`);
    const files = [join(folder, 'lesson.md'), join(folder, 'lesson.patch')];
    execFileSync('patch', ['--silent', '--no-backup-if-mismatch', ...files], { stdio: 'pipe' });
    expect(to === '' ? '' : readFileSync(join(folder, 'lesson.md'), 'utf8')).toBe(to);
  });
  await fc.assert(property, { numRuns: 60 });
  rmSync(folder, { recursive: true });
});
