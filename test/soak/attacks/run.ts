import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServeProcess } from '../../harness/http-server.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { QUARTET } from '../../harness/server-process.ts';
import type { Attack, AttackReport, Ground, HttpAttack, Scene, StdioAttack } from './attack.ts';
import { HonestClient } from './honest.ts';
import { peakOf, stretchOf } from './process-figures.ts';

const MAX_HEAP_MB = 512;
const MAX_PEAK_MB = 1536;
/** What an honest client may wait at most, on a machine that has nothing else to do. */
const MAX_PING_MS = 200;
const MAX_STOP_MS = 20_000;
/** No attack takes so long, unless the server is stuck. */
const MAX_ATTACK_MS = 150_000;
const HONEST_TOKEN = 'honest-token-0123456789';
const ATTACKER_TOKEN = 'attacker-token-0123456789';
/** The honest client comes from elsewhere, so that limits on the attacker's address are not its own. */
const ELSEWHERE = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
const NODE_OPTIONS = `--max-old-space-size=${MAX_HEAP_MB}`;

export interface AttackOptions {
  readonly strength: number;
  readonly maxPingMs?: number;
  readonly program?: string;
}

/** Runs an attack on a server with little memory; throws when the server dies, swells or keeps the honest client waiting. */
export async function runAttack(
  attack: Attack,
  { strength, maxPingMs = MAX_PING_MS, program = QUARTET }: AttackOptions,
): Promise<AttackReport> {
  const folders = { root: temporary('library'), folder: temporary('ground') };
  let scene: Scene = {};
  const ground: Ground = {
    ...folders,
    strength,
    times: (count) => Math.max(1, Math.round(count * strength)),
    quartet: (args) => runQuartet(args, { ...scene.env }, program),
  };
  try {
    scene = (await attack.prepare?.(ground)) ?? {};
    const report = await (attack.over === 'http'
      ? attackHttp(attack, ground, scene, program)
      : attackStdio(attack, ground, scene, program));
    await attack.inspect?.(ground);
    return hold(report, maxPingMs);
  } finally {
    await scene.end?.();
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  }
}

function hold(report: AttackReport, maxPingMs: number): AttackReport {
  const { peakMb, pings } = report;
  const told = JSON.stringify(report);
  if (peakMb > MAX_PEAK_MB) throw new Error(`the server took more than ${MAX_PEAK_MB} MB: ${told}`);
  if (pings === undefined) return report;
  if (pings.lost > 0) throw new Error(`the honest client got no answer: ${told}`);
  // What a bare server takes at the same time, and what the server waits for a processor, is the machine's.
  if (pings.p99Ms > maxPingMs * pings.stretch + pings.bareP99Ms) throw new Error(`the honest client waited: ${told}`);
  return report;
}

async function attackHttp(attack: HttpAttack, ground: Ground, scene: Scene, program: string): Promise<AttackReport> {
  ServeProcess.program = program;
  const scopes = attack.scopes ?? 'fs:read files:read tools:call';
  const tokens = `honest ${HONEST_TOKEN} *;attacker ${ATTACKER_TOKEN} ${scopes}`;
  const env = { ...(!attack.withoutTokens && { QUARTET_TOKENS: tokens }), NODE_OPTIONS, ...scene.env };
  const server = await ServeProcess.start(['--log-level', 'warn', ...(scene.options ?? [])], env, ground.root);
  try {
    await warmUp(server, ground);
    const honest = await HonestClient.start(server, HONEST_TOKEN, ELSEWHERE);
    const stretch = stretchOf(server.child.pid);
    const headers = { authorization: `Bearer ${ATTACKER_TOKEN}` };
    const honestHeaders = { authorization: `Bearer ${HONEST_TOKEN}` };
    const call = (tool: string, args: object) => server.call('/mcp', tool, args, headers);
    try {
      await inTime(attack.run({ ...ground, server, headers, honestHeaders, elsewhere: ELSEWHERE, call }));
    } catch (error) {
      await honest.stop();
      throw server.child.exitCode === null ? error : died(server.child.exitCode, server.stderr, error);
    }
    const pings = { ...(await honest.stop()), stretch: stretch() };
    if (server.child.exitCode !== null) throw died(server.child.exitCode, server.stderr);
    return { rule: attack.rule, peakMb: peakOf(server.child.pid), pings };
  } finally {
    await stop(server);
  }
}

async function attackStdio(attack: StdioAttack, ground: Ground, scene: Scene, program: string): Promise<AttackReport> {
  const args = [program, attack.command, '--log-level', 'warn', ...(scene.options ?? [])];
  const server = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS, PANAVERSITY_STORAGE_ROOT: ground.root, ...scene.env },
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  server.stdin.on('error', () => {});
  try {
    await inTime(attack.run(server, ground).then(() => answersPing(server)));
    return { rule: attack.rule, peakMb: peakOf(server.pid) };
  } catch (error) {
    throw server.exitCode === null && server.signalCode === null ? error : died(server.exitCode, stderr, error);
  } finally {
    server.kill('SIGKILL');
    await ended;
  }
}

/** A server that does not stop when it is asked to is stopped. */
async function stop(server: ServeProcess): Promise<void> {
  const timer = setTimeout(() => server.child.kill('SIGKILL'), MAX_STOP_MS);
  await server.stop();
  clearTimeout(timer);
}

/** What is loaded on first use is loaded before anybody is asked to wait for it. */
async function warmUp(server: ServeProcess, { folder }: Ground): Promise<void> {
  const headers = { authorization: `Bearer ${HONEST_TOKEN}` };
  await server.call('/mcp', 'list_books', {}, headers);
  await server.call('/mcp', 'recent_files', { scope: folder }, headers);
  await server.call('/mcp', 'add', { a: '1', b: '1' }, headers);
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not over after ${MAX_ATTACK_MS} ms`)), MAX_ATTACK_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function died(code: number | null, stderr: string, cause?: unknown): Error {
  return new Error(`the server died (${code}): ${stderr.slice(-2000)}`, { cause });
}

/** Reads whatever is left and waits for the answer to a ping. */
function answersPing(server: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((answered, failed) => {
    if (server.exitCode !== null || server.signalCode !== null) failed(new Error('the server ended'));
    let tail = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-(text.length + 64));
      if (tail.includes('"id":"are you there"')) answered();
    });
    server.once('close', () => failed(new Error('the server ended')));
    server.stdin.write('\n{"jsonrpc":"2.0","id":"are you there","method":"ping"}\n');
  });
}

function temporary(name: string): string {
  return mkdtempSync(join(tmpdir(), `quartet-attack-${name}-`));
}
