import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PingedServer } from '../../harness/pinged-server.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-liveness-'));
const FOR_MS = 700;
let server: PingedServer;

beforeAll(() => {
  lesson('prose', '01-lesson.md', prose(4_000_000));
  lesson('line', '01-lesson.md', 'a'.repeat(4_000_000));
  lesson('pieces', '01-lesson.md', 'a'.repeat(500_000));
  lesson('short', '01-lesson.md', 'aaaa\n'.repeat(800_000));
  for (let i = 0; i < 40; i++) lesson('many', `${i}-lesson.md`, `${'aaab'.repeat(60)}\n`.repeat(400));
  server = new PingedServer(['books', '--root', root, '--log-level', 'warn']);
});

afterAll(async () => {
  await server.kill();
  rmSync(root, { recursive: true });
});

function lesson(book: string, name: string, text: string): void {
  const folder = join(root, 'books', book, 'content', '01-Part', '01-Chapter');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

function prose(size: number): string {
  const words = 'agent chapter lesson model token python the of and a to in is an or by ~'.split(' ');
  const line = (at: number) => Array.from({ length: 12 }, (_, i) => words[(at * 7 + i * i) % words.length]).join(' ');
  const lines: string[] = [];
  for (let length = 0; length < size; length += lines.at(-1)?.length ?? 0) lines.push(line(lines.length));
  return lines.join('\n');
}

const isLate = (book_id: string, pattern: string) => server.isLate('grep_search', { book_id, pattern }, FOR_MS);

test.each([
  ['prose', '.?.?.?.?.{450}~'],
  ['line', 'a?a?a?a?a{490}b'],
  ['line', 'aaa[ab]{490}c'],
  ['line', '[ab]{490}aaac'],
  ['line', 'aaa|.{100}b'],
  ['pieces', 'aaa[ab]{490}c'],
  ['pieces', `${'a'.repeat(499)}b`],
  ['pieces', Array.from({ length: 8 }, (_, i) => `${'a'.repeat(50)}${i}`).join('|')],
  ['short', '[bc]aaa'],
  ['short', 'aaa.{400}'],
  ['many', 'aaa[ab]{490}c'],
  ['many', `b${'a'.repeat(490)}c`],
  ['many', '(\\pL{500}){2}c'],
  ['line', '(x{1000}){1000}'],
  ['line', `(?i)${'[^\\pL]'.repeat(80)}`],
  ['line', 'x{1000}'.repeat(70)],
])('pings are answered while %s is searched (%#)', async (book, pattern) => {
  expect(await isLate(book, pattern)).toBe(false);
});

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^b]',
  '\\w',
  'aaa',
  '(a|b)',
  '(?:aa|a)',
  '\\pL',
  '^',
  '~',
  'agent ',
);
const quantifier = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('', '?', '*', '+', '??', '*?') },
  fc.tuple(fc.nat(20), fc.nat(480)).map(([least, more]) => `{${least},${least + more}}`),
  fc.nat(500).map((times) => `{${times}}`),
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '(?i)', '^'),
    fc.array(fc.tuple(atom, quantifier), { minLength: 1, maxLength: 5 }),
    fc.nat(20),
    fc.constantFrom('', 'b', '~', '$', 'c', '|aaab'),
  )
  .map(([flags, parts, times, end]) => {
    const unit = parts.map(([one, many]) => one + (one === '^' ? '' : many)).join('');
    return `${flags}${unit.repeat(1 + times).slice(0, 450)}${end}`;
  });
const text = fc.record({
  unit: fc.constantFrom('a', 'ab', 'aaab', 'agent ~ ', 'é', 'a\nb', '🎻a', 'A'),
  times: fc.constantFrom(1, 100, 10_000, 400_000),
  end: fc.constantFrom('', '\n', '\r\n'),
  size: fc.constantFrom(10_000, 500_000, 3_000_000),
});

test('whatever the pattern and the text, pings are answered meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(pattern, text, async (one, { unit, times, end, size }) => {
      const piece = unit.repeat(times) + end;
      lesson('any', '01-lesson.md', piece.repeat(Math.max(1, Math.floor(size / piece.length))));
      expect(await isLate('any', one)).toBe(false);
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 300_000);
