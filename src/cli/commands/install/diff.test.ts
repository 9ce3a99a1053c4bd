import { expect, it } from 'vitest';
import { painter } from '../../../lib/paint.ts';
import { unifiedDiff } from './diff.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);
const plain = painter(false);

it('shows three lines around a change, and changes that are far apart by themselves', () => {
  const before = lines(20);
  const after = before.with(4, 'FIVE').toSpliced(16, 0, 'new');
  expect(unifiedDiff('f', before.join('\n'), after.join('\n'), plain)).toBe(`--- f
+++ f
@@ -2,7 +2,7 @@
 line 2
 line 3
 line 4
-line 5
+FIVE
 line 6
 line 7
 line 8
@@ -14,6 +14,7 @@
 line 14
 line 15
 line 16
+new
 line 17
 line 18
 line 19
`);
});

it('a file that was not there, and one that goes', () => {
  expect(unifiedDiff('f', undefined, 'a\r\nb\r\n', plain)).toBe('--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n');
  expect(unifiedDiff('f', 'a\n', undefined, plain)).toBe('--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n');
});

it('a long line is shown around what changes in it, and nothing steers the terminal', () => {
  const text = unifiedDiff(
    'f',
    `${'x'.repeat(999)}${'y'.repeat(999)}`,
    `${'x'.repeat(999)}\u001b[2J${'y'.repeat(999)}`,
    plain,
  );
  expect(text).toContain(`+…${'x'.repeat(60)}\\u001b[2J${'y'.repeat(60)}…\n`);
  expect(text.length).toBeLessThan(500);
});

it('has colours for a terminal', () => {
  const text = unifiedDiff('f', 'a\n', 'b\n', painter(true));
  expect(text).toContain('\u001b[31m-a\u001b[0m\n\u001b[32m+b\u001b[0m');
});
