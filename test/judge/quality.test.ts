import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasMiniLm } from '../../src/engines/judge/embed/minilm.ts';

test.skipIf(!hasMiniLm())('search by meaning finds paraphrases, fusing never harms, and the docs say how well', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['test/judge/quality.js'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const rows = new Map(stdout.split('\n').map((line) => [line.split(' | ')[0]?.slice(2), line]));
  const mrr = (name: string) =>
    [...(rows.get(name) ?? expect.fail(`no row ${name}`)).matchAll(/\/ (\d\.\d+)/g)].map(([, value]) => Number(value));
  const [fused, alone] = [mrr('MiniLM, fused with words'), mrr('MiniLM alone')];
  const [words, fallback] = [mrr('words (FTS5) alone'), mrr('fallback, fused with words')];
  const TERMS = 4;
  expect(fused).toHaveLength(TERMS + 1);
  for (const [part, value] of fused.entries()) {
    expect(value).toBeGreaterThanOrEqual(alone[part] ?? 1);
    if (part === TERMS) continue;
    expect(value).toBeGreaterThan((fallback[part] ?? 1) + 0.1);
    expect(fallback[part]).toBeGreaterThan(words[part] ?? 1);
  }
  expect(fused[1]).toBeGreaterThanOrEqual(0.84);
  expect(fused[3]).toBeGreaterThanOrEqual(0.82);
  const docs = readFileSync('docs/judge.md', 'utf8');
  for (const line of rows.values()) expect(docs).toContain(line);
});
