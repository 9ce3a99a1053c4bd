// The whole test run: every check, then every test; ends with the line `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'quartet-test-'));
const bin = (name) => join('node_modules', '.bin', name);

const CHECKS = [
  ['format', bin('biome'), ['ci', '--colors=off', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['dead code', bin('knip'), []],
  ['boundaries', process.execPath, ['scripts/boundaries.js']],
  ['types', bin('tsc'), ['-p', '.']],
  ['build', process.execPath, ['scripts/build.js']],
  ['docs', process.execPath, ['scripts/docs.js', '--check']],
];

let passed = 0;
let failed = 0;

for (const [name, command, args] of CHECKS) {
  const ok = run(name, command, args);
  if (ok) passed++;
  else failed++;
}
count('tests', process.execPath, []);
if (process.env.CI) for (const major of [22, 24]) onOtherNode(major);

rmSync(scratch, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function run(name, command, args) {
  console.log(`\n== ${name}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

/** Runs vitest under a Node binary and adds up what it counted. */
function count(name, node, args) {
  const report = join(scratch, `${name}.json`.replaceAll(' ', '-'));
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const ok = run(name, node, [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
    ...args,
  ]);
  try {
    const totals = JSON.parse(readFileSync(report, 'utf8'));
    passed += totals.numPassedTests;
    failed += totals.numFailedTests + (ok || totals.numFailedTests > 0 ? 0 : 1);
  } catch {
    failed++;
  }
}

/** The end-to-end part once more on another Node, taken from the npm registry. */
function onOtherNode(major) {
  const fetched = spawnSync(process.execPath, ['scripts/matrix.js', '--path', String(major)], { encoding: 'utf8' });
  if (fetched.status === 0)
    return count(`end to end on Node ${major}`, fetched.stdout.trim(), ['--project', 'main', 'test/e2e']);
  console.error(fetched.stderr);
  failed++;
}
