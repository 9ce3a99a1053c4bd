import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../harness/random.ts';
import { type CallTool, httpCalls, stdioCalls } from './client.ts';
import { type OpenConsole, openConsole } from './console.ts';
import { Ground } from './ground.ts';
import { Lane, type Tally } from './lane.ts';
import { type Sample, Samples } from './measures.ts';
import { type Judged, judge } from './verdict.ts';

export interface SoakOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly program: string;
  /** The file that servers load first. */
  readonly probe: string;
}

export interface ServerReport extends Tally {
  readonly name: string;
  readonly samples: readonly Sample[];
  readonly judged: readonly Judged[];
}

export interface SoakReport {
  readonly servers: readonly ServerReport[];
  /** Whatever else must not happen. */
  readonly troubles: readonly string[];
}

const STDIO_LANES = 4;
const HTTP_LANES = 8;
const MOST_SAMPLES = 600;
const LEAST_MS = 250;
const PAGE_MS = 20_000;

/** Mixed load on a server over stdio and one over HTTP at once, with the console open; both are started and stopped here. */
export async function soak({ seconds, seed, program, probe }: SoakOptions): Promise<SoakReport> {
  const everyMs = Math.max(LEAST_MS, (seconds * 1000) / MOST_SAMPLES);
  const ground = new Ground(program, probe, everyMs);
  const stdio = ground.start('stdio', ['all']);
  const http = ground.start('http', ['serve', '--port', '0', '--toolsets', 'oj,cobol,books,spotlight']);
  const servers = { stdio, http };
  const stderr = Object.entries(servers).map(([name, server]) => stderrOf(name, server));
  const agent = new Agent({ keepAlive: true });
  let page: OpenConsole | undefined;
  try {
    const url = await addressOf(http);
    page = await openConsole(url);
    const overStdio = stdioCalls(stdio);
    const overHttp = await Promise.all(Array.from({ length: HTTP_LANES }, () => httpCalls(url, agent)));
    const calls = { stdio: Array.from({ length: STDIO_LANES }, () => overStdio), http: overHttp };
    const reports = await underLoad({ ground, servers, calls, seconds, seed, everyMs, turnPage: page.visitNext });
    const ofConsole = await page.troubles();
    await page.close();
    const ofServers = [...(await ended(servers, agent)), ...stderr.flatMap((told) => told())];
    return { servers: reports, troubles: [...ofConsole, ...ofServers] };
  } finally {
    await page?.close();
    agent.destroy();
    for (const server of Object.values(servers)) if (server.exitCode === null) server.kill('SIGKILL');
    ground.remove();
  }
}

interface Load {
  readonly ground: Ground;
  readonly servers: Readonly<Record<'stdio' | 'http', ChildProcessWithoutNullStreams>>;
  readonly calls: Readonly<Record<'stdio' | 'http', readonly CallTool[]>>;
  readonly seconds: number;
  readonly seed: number;
  readonly everyMs: number;
  turnPage(): Promise<void>;
}

async function underLoad({ ground, servers, calls, seconds, seed, everyMs, turnPage }: Load): Promise<ServerReport[]> {
  const startedAt = Date.now();
  const until = performance.now() + seconds * 1000;
  const goesOn = () => performance.now() < until;
  const runs = (['stdio', 'http'] as const).map((name, index) => {
    const tally: Tally = { calls: 0, wrong: 0, lost: 0, troubles: [] };
    const samples = new Samples(ground.samplesOf(name), servers[name].pid ?? 0, startedAt);
    const lanes = calls[name].map((call, lane) => {
      const random = new Random(seed * 1000 + index * 100 + lane);
      return new Lane(`${10 + lane}-${name}`, call, random, ground.files).run(tally, goesOn);
    });
    return { name, tally, samples, lanes };
  });
  const timer = setInterval(() => runs.forEach(({ samples }) => samples.look()), everyMs);
  const turning = (async () => {
    for (; goesOn(); await sleep(Math.min(PAGE_MS, seconds * 200))) await turnPage();
  })();
  try {
    await Promise.all([turning, ...runs.flatMap(({ lanes }) => lanes)]);
  } finally {
    clearInterval(timer);
  }
  return runs.map(({ name, tally, samples }) => {
    const all = samples.all().filter((sample) => sample.seconds >= 0);
    return { name, ...tally, samples: all, judged: judge(all) };
  });
}

/** Both end when they are asked to, without complaint. */
async function ended({ stdio, http }: Load['servers'], agent: Agent): Promise<string[]> {
  agent.destroy();
  const ends = [once(stdio, 'close'), once(http, 'close')];
  stdio.stdin.end();
  http.kill('SIGTERM');
  const codes = (await Promise.all(ends)).map(([code]) => code as number | null);
  return codes.flatMap((code, index) =>
    code === 0 ? [] : [`the ${index === 0 ? 'stdio' : 'http'} server ended with ${code}`],
  );
}

function stderrOf(name: string, server: ChildProcessWithoutNullStreams): () => string[] {
  let text = '';
  server.stderr.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-10_000);
  });
  // Failures of tools that a lane has asked for are warnings; whatever is unexpected is an error.
  return () => (/\berror\b/i.test(text) ? [`the ${name} server logged: ${text.slice(0, 500)}`] : []);
}

function addressOf(server: ChildProcessWithoutNullStreams): Promise<string> {
  let stdout = '';
  return new Promise((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const address = /http:\/\/\S+(?=\/mcp)/.exec(stdout)?.[0];
      if (address !== undefined) resolve(address);
    });
    server.once('close', () => reject(new Error(`the server did not start: ${stdout}`)));
  });
}
