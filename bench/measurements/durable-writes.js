import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixed, thousands } from '../report/table.js';
import { interleave } from '../rounds.js';
import { benchPath } from '../servers.js';
import { median, medianRatio } from '../statistics.js';

export const IN_FLIGHT = 64;
const WARM_UP = 1000;

/**
 * Writes a second, one after the other and many at once. A row has `start` and `write(client, n)`, or `threads(count, writes)`, which gives the
 * seconds that bare threads take. Of a server that can be watched, its longest block of the event loop and its syncs a write are told as well.
 */
export function durableWrites(mostRounds) {
  return {
    id: 'writes',
    title: 'Writes a second',

    run: (rows, effort) => {
      const [sequential, inFlight] = [effort.sequential / 10, effort.inFlight / 10];
      return interleave(rows, Math.min(effort.rounds, mostRounds), 'durable writes', (row) =>
        row.threads ? ofThreads(row, sequential, inFlight) : ofServer(row, sequential, inFlight),
      );
    },

    report: (rows, samples) => ({
      about: `${samples[rows[0].name].length} rounds, each with a fresh server and ${WARM_UP} writes to warm up. Syncs are counted by \`strace\` in a run of their own; the longest block of the event loop is that of all rounds, beside that of a process that does nothing meanwhile: what the machine alone takes.`,
      columns: [
        '',
        'sequential/s',
        '× floor',
        `${IN_FLIGHT} in flight/s`,
        '× floor',
        'syncs a write',
        'longest block ms',
        'of nobody ms',
      ],
      lines: rows.map(({ name }) => [
        name,
        thousands(median(figures(samples, name, 'sequential'))),
        fixed(timesFloor(samples, rows, name, 'sequential'), 2),
        thousands(median(figures(samples, name, 'inFlight'))),
        fixed(timesFloor(samples, rows, name, 'inFlight'), 2),
        fixed(median(figures(samples, name, 'syncs')), 2),
        fixed(Math.max(...figures(samples, name, 'blockMs')), 1),
        fixed(Math.max(...figures(samples, name, 'idleBlockMs')), 1),
      ]),
    }),
  };
}

export function figures(samples, name, figure) {
  return samples[name].map((sample) => sample[figure] ?? Number.NaN);
}

function timesFloor(samples, rows, name, figure) {
  const floor = rows.find((row) => row.threads).name;
  return medianRatio(figures(samples, name, figure), figures(samples, floor, figure));
}

async function ofThreads({ threads }, sequential, inFlight) {
  return {
    sequential: sequential / (await threads(1, sequential)),
    inFlight: inFlight / (await threads(IN_FLIGHT, inFlight)),
  };
}

async function ofServer(row, sequential, inFlight) {
  const [server, idle] = [loopWatch(), loopWatch()];
  const client = await row.start(server.environment);
  const nobody = spawn(process.execPath, ['-e', 'console.log(setInterval(() => {}, 1000))'], { env: idle.environment });
  await once(nobody.stdout, 'data');
  const ask = row.prepare ? await row.prepare(client) : (n) => row.write(client, n);
  await writes(ask, IN_FLIGHT, WARM_UP);
  const signal = () => [client.process, nobody].map((one) => one.kill('SIGUSR2'));
  signal();
  const rates = { sequential: await writes(ask, 1, sequential), inFlight: await writes(ask, IN_FLIGHT, inFlight) };
  signal();
  const blocks = { blockMs: await server.longestMs(), idleBlockMs: await idle.longestMs() };
  const counted = inFlight / 2;
  const syncs = row.countsSyncs ? await syncsOf(client, () => writes(ask, IN_FLIGHT, counted), counted) : Number.NaN;
  await client.stop();
  nobody.kill();
  return { ...rates, ...blocks, syncs };
}

/** Lets a process tell how long its event loop was blocked at most. */
function loopWatch() {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-bench-loop-'));
  const file = join(folder, 'longest');
  return {
    environment: { NODE_OPTIONS: `--import=${benchPath('watch-loop.js')}`, BENCH_LOOP_FILE: file },
    async longestMs() {
      while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(20);
      const ms = Number(readFileSync(file, 'utf8'));
      rmSync(folder, { recursive: true });
      return ms;
    },
  };
}

/** Writes a second: each writer begins the next write when its last has been answered. */
async function writes(ask, writers, count) {
  let begun = 0;
  const started = performance.now();
  const writer = async () => {
    while (begun < count) await ask(begun++);
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return (count / (performance.now() - started)) * 1000;
}

/** Syncs of the disk for each write; unknown where there is no `strace`. */
async function syncsOf(client, work, count) {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
  } catch {
    return Number.NaN;
  }
  const summary = mkdtempSync(join(tmpdir(), 'quartet-bench-strace-'));
  const file = join(summary, 'calls');
  const strace = spawn('strace', ['-f', '-o', file, '-e', 'trace=fsync,fdatasync', '-p', String(client.process.pid)]);
  await once(strace.stderr, 'data');
  await work();
  strace.kill('SIGINT');
  await once(strace, 'close');
  const calls = readFileSync(file, 'utf8').match(/f(?:data)?sync\(/g)?.length ?? 0;
  rmSync(summary, { recursive: true });
  return calls / count;
}
