// The whole test run: every check, then every test; ends with the line `N passed, N failed`.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { isBuilt } from './is-built.js';

const scratch = mkdtempSync(join(tmpdir(), 'quartet-test-'));
const bin = (name) => join('node_modules', '.bin', name);

/** Comes first: the tests run what is built. `npm ci` has built already. */
const BUILDS = [
  ['build', process.execPath, ['scripts/build.js']],
  ['types of the package', process.execPath, ['scripts/build-types.js']],
];
const CHECKS = [
  ['format', bin('biome'), ['ci', '--colors=off', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['dead code', bin('knip'), []],
  ['boundaries', process.execPath, ['scripts/boundaries.js']],
  ['types', bin('tsc'), ['-p', '.']],
  ['types of the console', bin('tsc'), ['-p', 'src/console']],
  ['types in the browser', bin('tsc'), ['-p', 'test/e2e/console']],
  ['notices', process.execPath, ['scripts/notices.js', '--check']],
  ['docs', process.execPath, ['scripts/docs.js', '--check']],
];
/** How much goes on at once: most tests wait for disks, processes, leases and browsers. */
const LANES = 5;

const trouble = [];
const counted = { passed: 0, failed: 0 };
for (const build of isBuilt() ? [] : BUILDS) add(await check(...build));

const here = (name, ...project) => tests(name, process.execPath, project);
const otherNodes = process.env.CI ? [22, 24] : [];
// Those that wait most first: the others fill the time.
const waiting = [
  () => here('library on s3', 's3'),
  () => here('library on postgres', 'postgres'),
  ...[1, 2, 3].map((part) => () => here(`end to end, part ${part}`, 'e2e', `--shard=${part}/3`)),
  ...[1, 2].map((part) => () => here(`units, part ${part}`, 'units', `--shard=${part}/2`)),
  () => here('console in a browser', 'console'),
  ...otherNodes.map((major) => () => onOtherNode(major)),
  ...CHECKS.map((one) => () => check(...one)),
];
await Promise.all(Array.from({ length: LANES }, () => workThrough(waiting)));

rmSync(scratch, { recursive: true, force: true });
for (const told of trouble) console.log(told);
console.log(`${counted.passed} passed, ${counted.failed} failed`);
process.exitCode = counted.failed === 0 ? 0 : 1;

async function workThrough(runs) {
  for (let next = runs.shift(); next !== undefined; next = runs.shift()) add(await next());
}

function add({ passed, failed }) {
  counted.passed += passed;
  counted.failed += failed;
}

/** Runs a check, shows what it said, and counts it as a test. */
async function check(name, command, args) {
  const shell = process.platform === 'win32';
  const { output, ok, seconds } = await ended(spawn(command, args, { shell, stdio: ['ignore', 'pipe', 'pipe'] }));
  console.log(`\n== ${name} (${seconds} s)\n${output}`);
  if (!ok) trouble.push(`== failed: ${name}\n${output}`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** Runs one of vitest's projects under a Node binary, shows what it said when it has ended, and gives what it counted. */
async function tests(name, node, project, env = process.env) {
  const report = join(scratch, `${name}.json`.replaceAll(/\W+/g, '-'));
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const how = ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, '--project', ...project];
  if (process.env.CI) how.push('--retry=1');
  const run = spawn(node, [vitest, ...how], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { output, ok, seconds } = await ended(run);
  console.log(`\n== ${name} (${seconds} s)\n${output}`);
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
  const started = performance.now();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    const end = (told, ok) => resolve({ output: told, ok, seconds: Math.round((performance.now() - started) / 1000) });
    child.once('error', (error) => end(String(error), false));
    child.once('close', (code) => end(output, code === 0));
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
