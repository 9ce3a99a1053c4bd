import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, SortReport, Summary } from './report.ts';
import { randomOf, type Sort } from './sort.ts';
import { patienceMs, SORTS, type SortName } from './sorts.ts';

const LOOK_MS = 250;
const MOST_DEATHS = 10;
/** More than any sort holds; what grows beyond it dies, and its case is known. */
const HEAP_MB = 1024;
const MOST_GROWN_MB = 64;

export interface Range {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** Runs a sort in a process of its own. A case that hangs or kills it is noted, and a new process goes on behind it. */
export async function runSort(program: string, folder: string, sort: SortName, range: Range): Promise<SortReport> {
  const findings: Finding[] = [];
  const total = { cases: 0, elapsedMs: 0, slowestMs: 0, slowest: range.from, grownMb: 0 };
  for (let from = range.from, deaths = 0; from < range.to && deaths <= MOST_DEATHS; deaths++) {
    const started = performance.now();
    const end = await runProcess(program, join(folder, 'record'), sort, { ...range, from });
    findings.push(...end.findings);
    const done = end.summary ?? {
      cases: end.at - from,
      elapsedMs: performance.now() - started,
      slowestMs: 0,
      slowest: from,
      grownMb: 0,
    };
    total.cases += done.cases;
    total.elapsedMs += done.elapsedMs;
    total.grownMb = Math.max(total.grownMb, done.grownMb);
    if (done.slowestMs > total.slowestMs) Object.assign(total, { slowestMs: done.slowestMs, slowest: done.slowest });
    from = end.summary ? range.to : end.at + 1;
  }
  if (total.grownMb > MOST_GROWN_MB) {
    const what = `${total.grownMb.toFixed(0)} MB more are held at the end than after a quarter of the cases; ${MOST_GROWN_MB} may be`;
    findings.push({ case: range.to - 1, what, details: '', input: 'all of them' });
  }
  return { sort, seed: range.seed, ...total, findings };
}

interface End {
  readonly summary: Summary | undefined;
  readonly findings: readonly Finding[];
  /** The case that was running at last. */
  readonly at: number;
}

async function runProcess(program: string, record: string, sort: SortName, { seed, from, to }: Range): Promise<End> {
  rmSync(record, { force: true });
  const args = [sort, seed, from, to, record].map(String);
  const execArgv = ['--enable-source-maps', `--max-old-space-size=${HEAP_MB}`];
  const child = fork(program, args, { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const findings: Finding[] = [];
  let summary: Summary | undefined;
  let stderr = '';
  let hung = false;
  child.on('message', (message: { readonly finding?: Finding; readonly summary?: Summary }) => {
    if (message.finding) findings.push(message.finding);
    summary ??= message.summary;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4000);
  });
  const watch = watchRecord(record, patienceMs(sort), () => {
    hung = true;
    child.kill('SIGKILL');
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearInterval(watch);
  const at = caseIn(record) ?? from;
  if (!summary) {
    const hanging = `hung for more than ${patienceMs(sort) / 1000} s`;
    const what = hung ? hanging : `ended the process (${signal ?? `exit code ${code}`})`;
    const details = stderr.split('\n').slice(0, 12).join('\n');
    findings.push({ case: at, what, details, input: await inputOf(sort, seed, at) });
  }
  return { summary, findings, at };
}

async function inputOf(sort: SortName, seed: number, at: number): Promise<string> {
  const { make, show }: Sort = await SORTS[sort].load();
  return show(make(randomOf(seed, at)));
}

/** Calls when the same case has been running for too long. */
function watchRecord(record: string, limitMs: number, onHung: () => void): NodeJS.Timeout {
  let seen: number | undefined;
  let since = performance.now();
  return setInterval(() => {
    const now = caseIn(record);
    if (now !== seen) [seen, since] = [now, performance.now()];
    else if (now !== undefined && performance.now() - since > limitMs) onHung();
  }, LOOK_MS);
}

function caseIn(record: string): number | undefined {
  if (!existsSync(record)) return undefined;
  const bytes = readFileSync(record);
  return bytes.length < 8 ? undefined : bytes.readDoubleLE();
}
