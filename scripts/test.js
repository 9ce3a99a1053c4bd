// The whole test run: every check, then every test; ends with the line `N passed, N failed`.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';

const scratch = mkdtempSync(join(tmpdir(), 'quartet-test-'));
const bin = (name) => join('node_modules', '.bin', name);

const CHECKS = [
  ['format', bin('biome'), ['ci', '--colors=off', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['dead code', bin('knip'), []],
  ['boundaries', process.execPath, ['scripts/boundaries.js']],
  ['types', bin('tsc'), ['-p', '.']],
  ['types of the console', bin('tsc'), ['-p', 'src/console']],
  ['types in the browser', bin('tsc'), ['-p', 'test/e2e/console']],
  ['build', process.execPath, ['scripts/build.js']],
  ['types of the package', process.execPath, ['scripts/build-types.js']],
  ['notices', process.execPath, ['scripts/notices.js', '--check']],
  ['docs', process.execPath, ['scripts/docs.js', '--check']],
];

let passed = 0;
let failed = 0;
const trouble = [];

for (const [name, command, args] of CHECKS) {
  const ok = run(name, command, args);
  if (ok) passed++;
  else failed++;
  if (!ok) trouble.push(`== failed: ${name}`);
}
const here = (name, ...project) => tests(name, process.execPath, project);
const otherNodes = process.env.CI ? [22, 24] : [];
// Three at a time, the longest first: each keeps three quarters of a core busy, and waits else for disks, leases and time limits.
const waiting = [
  () => here('units', 'units'),
  () => here('end to end, first half', 'e2e', '--shard=1/2'),
  () => here('end to end, second half', 'e2e', '--shard=2/2'),
  // A browser waits more than it works.
  () => here('console in a browser', 'console', '--maxWorkers=2'),
  () => here('library on s3', 's3'),
  () => here('library on postgres', 'postgres'),
  ...otherNodes.map((major) => () => onOtherNode(major)),
];
await Promise.all([workThrough(waiting), workThrough(waiting), workThrough(waiting)]);

rmSync(scratch, { recursive: true, force: true });
for (const told of trouble) console.log(told);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function run(name, command, args) {
  console.log(`\n== ${name}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

async function workThrough(runs) {
  for (let next = runs.shift(); next !== undefined; next = runs.shift()) add(await next());
}

function add(count) {
  passed += count.passed;
  failed += count.failed;
}

/** Runs one of vitest's projects under a Node binary, shows what it said when it has ended, and gives what it counted. */
async function tests(name, node, project, env = process.env) {
  const report = join(scratch, `${name}.json`.replaceAll(/\W+/g, '-'));
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const how = ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, '--project', ...project];
  if (process.env.CI) how.push('--retry=1');
  const { output, ok } = await ended(spawn(node, [vitest, ...how], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  console.log(`\n== ${name}\n${output}`);
  if (!ok) trouble.push(`== failed: ${name}\n${whatFailed(output)}`);
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    trouble.push(...testResults.flatMap((file) => secondTries(name, file)));
    return { passed: numPassedTests, failed: numFailedTests + (ok || numFailedTests > 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** A test that needed a second try has passed, but it is told: it is a defect, of the test or of the program. */
function secondTries(run, { name: file, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages }) =>
        `== second try: ${run}: ${file}: ${fullName}\n${failureMessages[0].slice(0, 600)}`,
    );
}

/** What vitest tells of failures, once more for the end of a long log. */
function whatFailed(output) {
  const lines = stripVTControlCharacters(output).split('\n');
  const first = lines.findIndex((line) => /⎯ (Failed|Unhandled) /.test(line));
  return (first === -1 ? lines.slice(-30) : lines.slice(first, first + 150)).join('\n');
}

function ended(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ output: String(error), ok: false }));
    child.once('close', (code) => resolve({ output, ok: code === 0 }));
  });
}

/** What another Node could break, from end to end, on a Node from the npm registry; `scripts/matrix.js` runs all of it. */
async function onOtherNode(major) {
  const fetch = [process.execPath, ['scripts/matrix.js', '--path', String(major)]];
  const { stdout, stderr } = await promisify(execFile)(...fetch).catch((error) => error);
  const node = stdout?.trim();
  if (node)
    return tests(`end to end on Node ${major}`, node, ['e2e'], {
      ...process.env,
      QUARTET_TEST_LENGTH: 'short',
      QUARTET_TEST_SHARE: '0.3',
    });
  trouble.push(`== failed: Node ${major} cannot be had\n${stderr}`);
  return { passed: 0, failed: 1 };
}
