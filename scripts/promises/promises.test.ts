import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROMISES } from './list.js';
import { benchRows } from './table.js';

/** What a command has printed, its figure, and whether the figure is enough. */
const PRINTED: readonly (readonly [command: string, output: string, figure: string | undefined, holds: boolean])[] = [
  ['npm test', '9 passed, 1 failed\nmore\n12 passed, 0 failed\n', '12 passed, 0 failed', true],
  ['test:matrix', '12 passed, 0 failed\n', undefined, false],
  ['test:matrix', '12 passed, 0 failed\n13 passed, 1 failed\n', '12 passed, 0 failed; 13 passed, 1 failed', true],
  ['e2e/incidents', ' Tests  2 failed | 19 passed (21)', '19 passed, 2 failed', true],
  ['e2e/incidents', ' Tests  21 passed (21)', '21 passed, 0 failed', true],
  [
    'crash.js',
    'seed 7: 300 kills, 952 acknowledged changes, 9 s, all in order',
    '300 kills, 952 acknowledged changes, none lost',
    true,
  ],
  ['crash.js', 'seed 7: a change was lost', undefined, false],
  ['fairness', '1 servers: at most 9 tries, 1 s\n8 servers: at most 26 tries, 2 s', 'at most 26 tries', false],
  ['fairness', '1 servers: at most 9 tries, 1 s\n8 servers: at most 25 tries, 2 s', 'at most 25 tries', true],
  ['attacks', 'held 1 s: a\n  {}\nFAILED 1 s: b\n  {}\n', '1 of 2 held', false],
  ['attacks', 'held 1 s: a\n  {}\nheld 1 s: b\n  {}\n', '2 of 2 held', true],
  [
    'interruptions',
    '1999 interrupted calls, 9 s: alive after each, and the library is in order',
    '1999 calls, alive after each',
    false,
  ],
  ['replicas', '2000 rounds on s3 + PostgreSQL: 1 s, all in order\n{}\n', undefined, false],
  ['tokens', '| books | 2,982 |\n| all | 6,001 |\n', '6,001 tokens', false],
  ['tokens', '| books | 2,982 |\n| all | 5,998 |\n', '5,998 tokens', true],
  [
    'judge/quality',
    '| MiniLM, fused with words | 83% / 0.867 | 77% / 0.856 | 65% / 0.767 |',
    '0.861 on 70 paraphrases, 0.856 on the half held out',
    true,
  ],
  ['search-quality', '| quartet | 0.79 | 68 | 69 | 71 of 72 |\n', '0.79, 69 of 72 in the first five', false],
  [
    'simulate',
    'seeds 1 to 9: 9 histories of 20 calls, 5 a minute, 1 failures (commit x)',
    '9 histories, 1 failed',
    false,
  ],
  [
    'fuzz',
    'globs: seed 1, 1,000 cases, 5 a second, +0.1 MB held: nothing found\njson-rpc: seed 1, 20 cases, 5 a second, +0 MB held: FAILED',
    '1020 cases of 2 sorts, 1 sorts with a finding',
    true,
  ],
  [
    'soak --',
    'stdio: 1,895 calls, 0 wrong, 0 lost\n  flat heap\nHTTP: 9 calls, 0 wrong, 1 lost\nflat',
    '1,895 calls, 0 wrong, 0 lost; 9 calls, 0 wrong, 1 lost; flat',
    true,
  ],
  ['files-visited', 'write: 57 files (at most 36)\nsearch: 40 files (at most 40)\n', 'write 57, search 40', true],
  ['release:check', 'ok      size\nbroken  types: no\n', '1 of 2 checks in order', true],
];

it.each(PRINTED)('reads the figure of %s', (words, output, figure, holds) => {
  const { figure: read, holds: isEnough = () => true } = PROMISES.find(({ command }) => command.includes(words))!;
  const seen = read(output) || undefined;
  expect(seen).toBe(figure);
  expect(seen !== undefined && isEnough(seen)).toBe(holds);
});

it('names each command once, and scripts that there are', () => {
  const commands = PROMISES.map(({ command }) => command);
  expect(new Set(commands).size).toBe(commands.length);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const command of commands) {
    const [, name] = /^npm run (?:--silent )?(\S+)/.exec(command) ?? [];
    if (name !== undefined) expect(scripts).toHaveProperty(name);
    const [, file] = /^node (\S+)/.exec(command) ?? [];
    if (file !== undefined) readFileSync(file);
  }
});

it('has every target of the benchmarks with its day', () => {
  const results = readFileSync('bench/RESULTS.md', 'utf8');
  const targets = results.match(/\| (met|\*\*missed\*\*) \|$/gm) ?? [];
  const [, , ...rows] = benchRows(results);
  expect(rows).toHaveLength(targets.length);
  for (const row of rows) expect(row).toMatch(/ \| \d{4}-\d\d-\d\d \| (met|\*\*missed\*\*) \|$/);
});
