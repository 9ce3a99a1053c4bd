import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasMiniLm } from '../../src/judge/embed/minilm.ts';

test.skipIf(!hasMiniLm())('search by meaning finds paraphrases, fusing never harms, and the docs say how well', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['test/judge/quality.js'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const rows = new Map(stdout.split('\n').map((line) => [line.split(' | ')[0]?.slice(2), line]));
  const mrr = (name: string) =>
    [...(rows.get(name) ?? expect.fail(`no row ${name}`)).matchAll(/\/ (\d\.\d+)/g)].map(([, value]) => Number(value));
  const [fused = 0, , heldOut = 0, terms = 0] = mrr('MiniLM, fused with words');
  const [alone = 1, , , aloneTerms = 1] = mrr('MiniLM alone');
  expect(fused).toBeGreaterThanOrEqual(0.85);
  expect(heldOut).toBeGreaterThanOrEqual(0.85);
  expect(fused).toBeGreaterThanOrEqual(alone);
  expect(terms).toBeGreaterThanOrEqual(aloneTerms);
  expect(mrr('fallback, fused with words')[0]).toBeGreaterThan(mrr('words (FTS5) alone')[0] ?? 1);
  const docs = readFileSync('docs/judge.md', 'utf8');
  for (const line of rows.values()) expect(docs).toContain(line);
});
