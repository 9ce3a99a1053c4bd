import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { makeHome, NOW } from './home.js';
// @ts-expect-error plain JavaScript
import { kept } from './kept.js';
// @ts-expect-error plain JavaScript
import { CLASSES, figures, rankOf } from './score.js';
// @ts-expect-error plain JavaScript
import { tuning } from './tuning.js';

interface Case {
  readonly class: string;
  readonly ask: string;
  readonly file: string;
}

const halves: readonly Case[][] = [tuning, kept];
const cases = halves.flat();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quality-'));
  makeHome({ folder, seed: 3 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function digest(root: string): string {
  const hash = createHash('sha256');
  for (const path of filesBelow(root)) {
    hash.update(`${relative(root, path)}\0${Math.round(statSync(path).mtimeMs)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

test('the seed decides every name, byte and time', () => {
  const again = mkdtempSync(join(tmpdir(), 'quality-'));
  try {
    makeHome({ folder: again, seed: 3 });
    expect(digest(again)).toBe(digest(folder));
    rmSync(again, { recursive: true });
    makeHome({ folder: again, seed: 4 });
    expect(digest(again)).not.toBe(digest(folder));
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
});

test('the home has about 6,000 files, none of the future', () => {
  const files = filesBelow(folder);
  expect(files.length).toBeGreaterThan(5500);
  expect(files.length).toBeLessThan(7000);
  expect(Math.max(...files.map((path) => statSync(path).mtimeMs))).toBeLessThanOrEqual(NOW);
});

test('the file that a question means is there, and each question is asked once', () => {
  const paths = new Set(filesBelow(folder).map((path) => relative(folder, path)));
  expect(cases.filter(({ file }) => !paths.has(file))).toEqual([]);
  expect(cases.length).toBeGreaterThanOrEqual(100);
  expect(new Set(cases.map(({ ask }) => ask.toLowerCase())).size).toBe(cases.length);
  expect(new Set(cases.map(({ file }) => file)).size).toBe(cases.length);
});

test('both halves ask as much of each class', () => {
  const counts = (half: readonly Case[]) =>
    Object.keys(CLASSES).map((name) => half.filter((one) => one.class === name).length);
  expect(counts(tuning)).toEqual(counts(kept));
  expect(Math.min(...counts(tuning))).toBeGreaterThan(0);
  expect(counts(cases).reduce((sum, count) => sum + count)).toBe(cases.length);
});

test('the newest of many is newer than the others of its name', () => {
  const changed = (path: string) => statSync(path).mtimeMs;
  for (const { file } of cases.filter((one) => one.class === 'recent')) {
    // Up to the first sign after the two words that all issues share.
    const stem = /[^/]*?[a-z]+-[a-z]+|[a-z]+/i.exec(file.slice(file.lastIndexOf('/') + 1))?.[0] ?? '';
    const issues = filesBelow(folder).filter((path) => path.slice(path.lastIndexOf('/') + 1).startsWith(stem));
    expect(issues.length, stem).toBeGreaterThan(2);
    expect(issues.filter((path) => changed(path) > changed(join(folder, file)))).toEqual([]);
  }
});

test('ranks count from one, and what is not there counts nothing', () => {
  expect([rankOf(['a', 'b'], 'b'), rankOf(['a'], 'b')]).toEqual([2, 0]);
  expect(figures([1, 2, 0, 8])).toEqual({ mrr: (1 + 1 / 2 + 1 / 8) / 4, first: 1, five: 2, found: 3, all: 4 });
});
