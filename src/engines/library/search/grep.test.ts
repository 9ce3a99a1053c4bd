import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PageVisitor } from '../storage/folder-reader.ts';
import { pageOf } from '../storage/text-page.ts';
import { type GrepOptions, Grepper } from './grep.ts';

// Slow even for RE2: every step meets hundreds of states, and too many sets of them to remember.
const SLOW = '(?:.{0,900})[^a].{900}z?$';
const noise = Array.from({ length: 300_000 }, (_, i) => ((Math.imul(i, 2654435761) >>> 13) & 1 ? 'a' : 'b')).join('');

let grepper: Grepper;
let asked: string[];

beforeEach(() => {
  grepper = new Grepper();
  asked = [];
});

afterEach(() => grepper.close());

type Files = Record<string, string | Buffer>;

function search(files: Files, pattern: string, options: Partial<GrepOptions> = {}, by = grepper) {
  async function* source<Result>(visit: PageVisitor<Result>) {
    for (const [key, content] of Object.entries(files)) {
      asked.push(key);
      yield visit(pageOf([{ key, bytes: Buffer.from(content) }]));
    }
  }
  return by.search(source, pattern, { maxResults: 100, ...options });
}

const lines = async (text: string, pattern: string) =>
  (await search({ a: text }, pattern)).matches.map(({ line_number, matched_line }) => [line_number, matched_line]);

// Each rule once on this thread and once in the worker: a pattern with an unbounded repetition goes there.
test.each([
  ['', ''],
  ['(?:', ')+'],
])('semantics with %s…%s', async (open, close) => {
  const find = (text: string, pattern: string) => lines(text, `${open}${pattern}${close}`);
  expect(await find('one\ntwo\r\nthree', 't')).toEqual([
    [2, 'two'],
    [3, 'three'],
  ]);
  expect(await find('one\ntwo\r\nthree', '^t.o$')).toEqual([[2, 'two']]);
  expect(await find('  a  \n', 'a')).toEqual([[1, '  a  ']]);
  expect(await find('a a a', 'a')).toEqual([[1, 'a a a']]);
  expect(await find('Agent\nagent', 'agent')).toEqual([[2, 'agent']]);
  expect(await find('a\fb\u2028c\u0085d\nx', 'x')).toEqual([[2, 'x']]);
  expect(await find('a\u2028b', 'a.b')).toEqual([[1, 'a\u2028b']]);
  expect(await find('a\n\nb\n', '^$')).toEqual([[2, '']]);
  expect(await find('', '^$')).toEqual([]);
  expect(await find('a\nb', 'a\\sb')).toEqual([]);
  expect(await find('a\nb', 'a[^x]b')).toEqual([]);
  expect(await find('a🎻b', '^a.b$')).toEqual([[1, 'a🎻b']]);
  expect(await find('x 2025-11-02', '\\d{4}-\\d{2}')).toEqual([[1, 'x 2025-11-02']]);
  expect(await find('cat concat', '\\bcat\\b')).toEqual([[1, 'cat concat']]);
  expect(await find('concat', '\\bcat\\b')).toEqual([]);
  expect(await find('a.b\naxb', 'a\\.b')).toEqual([[1, 'a.b']]);
  expect(await find('n\u00a0m', 'n\\sm')).toEqual([]);
  expect(await find('x\ny', '')).toEqual([
    [1, 'x'],
    [2, 'y'],
  ]);
  expect(await find('lone\rreturn', 'lone.return')).toEqual([[1, 'lone\rreturn']]);
});

test('(?i) ignores case', async () => {
  expect(await lines('AGENT\nagent\nother', '(?i)Agent')).toEqual([
    [1, 'AGENT'],
    [2, 'agent'],
  ]);
  expect(await lines('AGENT\nagents\nother', '(?i)agents?$')).toEqual([
    [1, 'AGENT'],
    [2, 'agents'],
  ]);
});

test.each(['x', 'x+'])('truncated only if %s has one more match', async (pattern) => {
  const files = { a: 'x\nx', b: 'x' };
  expect(await search(files, pattern, { maxResults: 3 })).toMatchObject({ truncated: false });
  const cut = await search(files, pattern, { maxResults: 2 });
  expect(cut.truncated).toBe(true);
  expect(cut.matches).toHaveLength(2);
});

test('stops once there is enough', async () => {
  const files = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, 'x']));
  await search(files, 'x', { maxResults: 3 });
  expect(asked).toEqual(['f0', 'f1', 'f2', 'f3']);
});

test.each(['x', '(x+x+)+$'])('a line of a megabyte is searched for %s and shown in part', async (pattern) => {
  const { matches } = await search({ a: `y\n${'x'.repeat(1_000_000)}\ny` }, pattern);
  expect(matches).toMatchObject([{ line_number: 2 }]);
  expect(matches[0]?.matched_line).toMatch(/^x{398}…$/);
});

test.each(['needle', 'ne{2}dle', 'ne+dle'])('a long line is cut around what %s matches', async (pattern) => {
  const filler = fc.string({ unit: 'grapheme', maxLength: 900 }).map((text) => text.replaceAll(/[\r\n\0]|needle/g, ''));
  await fc.assert(
    fc.asyncProperty(filler, filler, async (before, after) => {
      const line = `${before}needle${after}`;
      const shown = (await search({ a: line }, pattern)).matches[0]?.matched_line ?? '';
      expect(shown.length).toBeLessThanOrEqual(400);
      expect(shown).toContain('needle');
      expect(/\p{Cs}/u.test(shown)).toBe(false);
      if (line.length <= 400) expect(shown).toBe(line);
      else expect(line).toContain(shown.replace(/^…/, '').replace(/…$/, ''));
    }),
    {
      numRuns: 50,
      examples: [
        ['🎻'.repeat(300), '🎻'.repeat(300)],
        [`x${'🎻'.repeat(300)}`, ''],
        ['', 'y'.repeat(900)],
      ],
    },
  );
});

test('a large file is searched in pieces with the right line numbers', async () => {
  const text = Array.from({ length: 60_000 }, (_, i) => `line ${i + 1}`).join('\n');
  const expected = Array.from({ length: 10 }, (_, i) => 40_999 + i * 1000).map((n) => [n, `line ${n}`]);
  expect(await lines(text, '^line 4\\d9{3}$')).toEqual(expected);
});

test.each([
  '(a+)+$',
  '^(a|a)*$',
  '(a|aa)+$',
  '(.*a){12}$',
  '(?i)(a*)*b',
  'a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaa$',
])('%s is harmless', async (pattern) => {
  const { matches } = await search({ a: `${'a'.repeat(20_000)}!` }, pattern);
  expect(matches).toEqual([]);
});

test.each(['(', '[a', 'a**', '(?=x)', '(?<!x)y', '(a)\\1', 'a{1001}', '((a{100}){100}){100}', 'x'.repeat(1001), '\\'])(
  'refuses %s',
  async (pattern) => {
    await expect(search({ a: 'x' }, pattern)).rejects.toMatchObject({ kind: 'ValidationError', code: 'INVALID_REGEX' });
    await expect(search({}, pattern)).rejects.toThrow('RE2');
  },
);

test('a cancelled search ends at once, the next one works', async () => {
  const files = { a: noise };
  const slow = search(files, SLOW, { signal: AbortSignal.timeout(50) });
  await expect(slow).rejects.toThrow('aborted');
  await expect(search(files, 'x', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect((await search({ b: 'xx' }, 'x+')).matches).toHaveLength(1);
});

test('a search that takes too long is refused, the next one works', async () => {
  const hasty = new Grepper({ timeLimitMs: 300 });
  await search({ a: 'x' }, 'x+', {}, hasty).catch(() => undefined);
  const slow = search({ b: noise }, SLOW, {}, hasty);
  await expect(slow).rejects.toMatchObject({ kind: 'ValidationError', code: 'VALIDATION_ERROR' });
  await hasty.close();
});

test('a search that is stopped costs no other its answer', async () => {
  const hasty = new Grepper({ timeLimitMs: 500 });
  const slow = search({ a: noise }, SLOW, {}, hasty).catch((error: unknown) => error);
  const others = await Promise.all(['b', 'c'].map((key) => search({ [key]: 'xx' }, 'x+', {}, hasty)));
  expect(others.map(({ matches }) => matches.length)).toEqual([1, 1]);
  expect(await slow).toMatchObject({ code: 'VALIDATION_ERROR' });
  await hasty.close();
});

test('a pattern that needs more memory than the thread has is refused, the next one works', async () => {
  const file = path.join(tmpdir(), `greedy-${process.pid}.mjs`);
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ id, request: { pattern } }) => {
       const kept = [];
       while (pattern === 'm+e') kept.push(new Array(10_000).fill(kept.length));
       parentPort.postMessage({ id, answer: { lines: [[0, 1, 'found']], elapsedMs: 0 } });
     });`,
  );
  const greedy = new Grepper({ timeLimitMs: 60_000, workerUrl: pathToFileURL(file) });
  await expect(search({ a: 'x' }, 'm+e', {}, greedy)).rejects.toThrow('The pattern needs too much memory.');
  expect((await search({ a: 'x' }, 'x+', {}, greedy)).matches).toHaveLength(1);
  await greedy.close();
  rmSync(file);
});

test('a worker that crashes is replaced', async () => {
  const file = path.join(tmpdir(), `crash-${process.pid}.mjs`);
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ id, request: { pattern } }) => {
       if (pattern === 'crash+t') throw new Error('boom');
       if (pattern === 'ex+it') process.exit(1);
       parentPort.postMessage({ id, answer: { lines: [[0, 1, 'found']], elapsedMs: 0 } });
     });`,
  );
  const fragile = new Grepper({ workerUrl: pathToFileURL(file) });
  for (const pattern of ['crash+t', 'ex+it']) {
    const crashed = search({ a: 'crasht exit' }, pattern, {}, fragile);
    await expect(crashed).rejects.toMatchObject({ kind: 'StorageError', data: { retryable: true } });
    expect((await search({ a: 'crasht exit' }, '(fine)*', {}, fragile)).matches).toHaveLength(1);
  }
  await fragile.close();
  rmSync(file);
});

test('searches at the same time keep apart', async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => search({ [`k${i}`]: `x${i}y` }, `x${i}(y|z)+`)),
  );
  expect(results.map(({ matches }) => matches[0]?.matched_line)).toEqual(
    Array.from({ length: 20 }, (_, i) => `x${i}y`),
  );
});
