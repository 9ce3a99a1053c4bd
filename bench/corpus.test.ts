import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { Random } from './corpus/random.js';
// @ts-expect-error plain JavaScript
import { vocabulary, zipf } from './corpus/words.js';
// @ts-expect-error plain JavaScript
import { makeCorpus, PROBES } from './corpus.js';

const NOW = Date.UTC(2026, 0, 1);
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

let folder: string;
let totals: { files: number; bytes: number; textBytes: number; recent: number };
let files: { path: string; content: Buffer; modifiedMs: number }[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  totals = makeCorpus({ folder, scale: 0.02, seed: 5, now: NOW });
  files = filesBelow(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesBelow(root: string) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path, content: readFileSync(path), modifiedMs: statSync(path).mtimeMs }));
}

test('tells what it wrote', () => {
  const isText = (path: string) => /\/(?:notes|code|include|logs)\//.test(path);
  const bytes = (some: typeof files) => some.reduce((sum, { content }) => sum + content.length, 0);
  expect(totals).toMatchObject({
    files: files.length,
    bytes: bytes(files),
    textBytes: bytes(files.filter(({ path }) => isText(path))),
    recent: files.filter(({ modifiedMs }) => NOW - modifiedMs < WEEK_MS).length,
  });
  expect(totals.files).toBeGreaterThan(1590);
  expect(totals.textBytes / totals.bytes).toBeGreaterThan(0.4);
  expect(totals.textBytes / totals.bytes).toBeLessThan(0.7);
});

test('the seed decides everything', () => {
  const again = mkdtempSync(join(tmpdir(), 'corpus-'));
  const digest = (root: string) => {
    const hash = createHash('sha256');
    for (const { path, content, modifiedMs } of filesBelow(root)) {
      hash.update(`${relative(root, path)}\0${Math.round(modifiedMs)}\0`).update(content);
    }
    return hash.digest('hex');
  };
  try {
    makeCorpus({ folder: again, scale: 0.02, seed: 5, now: NOW });
    expect(digest(again)).toBe(digest(folder));
    rmSync(again, { recursive: true });
    makeCorpus({ folder: again, scale: 0.02, seed: 6, now: NOW });
    expect(digest(again)).not.toBe(digest(folder));
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
});

test('the rare word and the rare name are in twenty files each, the absent word in none', () => {
  const holding = (text: string) => files.filter(({ content }) => content.includes(text)).length;
  expect(holding(PROBES.rareWord)).toBe(PROBES.planted);
  expect(files.filter(({ path }) => path.includes(PROBES.rareName))).toHaveLength(PROBES.planted);
  expect(holding(PROBES.absent)).toBe(0);
});

test('about one file in twenty is of the last week, none is of the future', () => {
  expect(totals.recent / totals.files).toBeGreaterThan(0.03);
  expect(totals.recent / totals.files).toBeLessThan(0.07);
  expect(Math.max(...files.map(({ modifiedMs }) => modifiedMs))).toBeLessThanOrEqual(NOW);
  expect(Math.min(...files.map(({ modifiedMs }) => modifiedMs))).toBeGreaterThan(NOW - 366 * 24 * 60 * 60 * 1000);
});

test('nothing is hidden, binary files show it early, texts hold no NUL, some are not ASCII', () => {
  let foreign = 0;
  for (const { path, content } of files) {
    expect(relative(folder, path)).not.toMatch(/(?:^|\/)\.|node_modules/);
    const text = /\/(?:notes|code|include|logs)\//.test(path);
    expect(content.subarray(0, 8192).includes(0), path).toBe(!text);
    if (text && content.some((byte) => byte > 127)) foreign++;
  }
  expect(foreign).toBeGreaterThan(30);
});

test('words come up as in natural texts', () => {
  const random = new Random(1);
  const words: string[] = vocabulary(random);
  expect(new Set(words).size).toBe(words.length);
  const pick = zipf(words, random);
  const counts = new Map<string, number>();
  for (let n = 0; n < 200_000; n++) {
    const word = pick();
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const share = (from: number, to: number) =>
    words.slice(from, to).reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / 200_000;
  expect(share(0, 100)).toBeGreaterThan(0.25);
  expect(share(0, 100)).toBeLessThan(0.5);
  expect(share(10_000, 40_000)).toBeGreaterThan(0.05);
});
