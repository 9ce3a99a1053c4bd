import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isBuilt } from './is-built.js';

const SOURCES = ['src/lib/a.ts', 'scripts/build.js', 'package.json', 'package-lock.json', 'tsconfig.json'];
const BUILT = ['dist/main.js', 'dist/types/a.d.ts', 'node_modules/.cache/quartet-bundled.json'];
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'quartet-is-built-'));
  for (const name of [...SOURCES, ...BUILT]) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), '');
  }
  for (const name of ['src', 'src/lib', 'scripts', ...SOURCES]) changeAt(name, 1000);
  for (const name of BUILT) changeAt(name, 2000);
});

afterEach(() => rmSync(project, { recursive: true }));

function changeAt(name: string, seconds: number): void {
  utimesSync(join(project, name), seconds, seconds);
}

it('is built when everything is there, and younger than its sources', () => {
  expect(isBuilt(project)).toBe(true);
});

it.each([...SOURCES, 'src/lib', 'src'])('is not when %s has changed since', (name) => {
  changeAt(name, 3000);
  expect(isBuilt(project)).toBe(false);
});

it.each(['dist', 'dist/types', 'node_modules/.cache'])('is not without %s', (name) => {
  rmSync(join(project, name), { recursive: true });
  expect(isBuilt(project)).toBe(false);
});
