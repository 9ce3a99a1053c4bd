import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { WorkerClient, type WorkerClientOptions, WorkerTimeout } from './worker-client.ts';

/** A thread that does what it is asked, and notes when a request begins and ends. */
const PROGRAM = `
  import { threadId, parentPort, workerData } from 'node:worker_threads';
  const under = [];
  parentPort.on('message', async (message) => {
    if (message.asked) return under.pop()(message.asked);
    const { id, request: { word, ms = 0, bytes } } = message;
    const answer = (value) => parentPort.postMessage({ id, answer: value });
    if (word === 'loop') for (;;);
    if (word === 'exit') process.exit(1);
    if (word === 'throw') throw new Error('thrown');
    if (word === 'heap') for (const held = []; ; ) held.push(new Array(1000).fill({}));
    if (word === 'fail') return parentPort.postMessage({ id, failure: 'it did not work' });
    if (word === 'never') return;
    if (word === 'thread') return answer(threadId);
    if (word === 'data') return answer({ data: workerData, path: process.env.PATH });
    if (word === 'sum') return answer(bytes.reduce((sum, byte) => sum + byte, 0));
    if (word === 'ask') {
      under.push(answer);
      return parentPort.postMessage({ wanted: 'more' });
    }
    const from = performance.timeOrigin + performance.now();
    await new Promise((resolve) => setTimeout(resolve, ms));
    answer({ from, to: performance.timeOrigin + performance.now() });
  });`;

interface Request {
  readonly word: string;
  readonly ms?: number;
  readonly bytes?: Uint8Array;
}
interface Span {
  readonly from: number;
  readonly to: number;
}

const folder = mkdtempSync(join(tmpdir(), 'quartet-worker-client-'));
const program = pathToFileURL(join(folder, 'thread.mjs'));
writeFileSync(program, PROGRAM);
afterAll(() => rmSync(folder, { recursive: true }));

function open(options?: WorkerClientOptions): WorkerClient<Request, unknown> {
  const client = new WorkerClient<Request, unknown>(program, options);
  onTestFinished(() => client.close());
  return client;
}

test('many requests are answered at the same time', async () => {
  const client = open();
  const spans = (await Promise.all([50, 60, 70].map((ms) => client.ask({ word: 'wait', ms })))) as Span[];
  expect(Math.max(...spans.map(({ from }) => from))).toBeLessThan(Math.min(...spans.map(({ to }) => to)));
});

test('a serial client sends one request at a time, in order', async () => {
  const client = open({ serial: true });
  const spans = (await Promise.all([30, 20, 10].map((ms) => client.ask({ word: 'wait', ms })))) as Span[];
  expect(spans[1]?.from).toBeGreaterThanOrEqual(spans[0]?.to as number);
  expect(spans[2]?.from).toBeGreaterThanOrEqual(spans[1]?.to as number);
});

test('a request that fails leaves the thread as it is', async () => {
  const client = open();
  const before = await client.ask({ word: 'thread' });
  await expect(client.ask({ word: 'fail' })).rejects.toThrow('it did not work');
  expect(await client.ask({ word: 'thread' })).toBe(before);
});

test.each(['exit', 'throw', 'heap'])('a thread that ends by %j is replaced, and its requests fail', async (word) => {
  const client = open({ resourceLimits: { maxOldGenerationSizeMb: 32 } });
  const before = await client.ask({ word: 'thread' });
  const other = expect(client.ask({ word: 'never' })).rejects.toThrow(Error);
  await expect(client.ask({ word })).rejects.toThrow({ exit: 'ended', throw: 'thrown', heap: 'memory' }[word]);
  await other;
  expect(await client.ask({ word: 'thread' })).not.toBe(before);
});

test.each([true, false])('a thread that does not answer in time is replaced (serial: %s)', async (serial) => {
  const client = open({ serial });
  const before = await client.ask({ word: 'thread' });
  await expect(client.ask({ word: 'loop' }, { timeLimitMs: 50 })).rejects.toThrow(WorkerTimeout);
  expect(await client.ask({ word: 'thread' }, { timeLimitMs: 10_000 })).not.toBe(before);
});

test('the time limit of a serial request begins with its turn', async () => {
  const client = open({ serial: true });
  const first = client.ask({ word: 'wait', ms: 1500 });
  expect(await client.ask({ word: 'wait' }, { timeLimitMs: 1400 })).toBeDefined();
  await first;
});

test('an aborted request fails at once; the thread goes on for the others', async () => {
  const client = open();
  const before = await client.ask({ word: 'thread' });
  const leaving = new AbortController();
  const left = client.ask({ word: 'never' }, { signal: leaving.signal });
  const other = client.ask({ word: 'wait', ms: 100 });
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await other;
  expect(await client.ask({ word: 'thread' })).toBe(before);
  await expect(client.ask({ word: 'thread' }, { signal: leaving.signal })).rejects.toThrow('left');
});

test('an aborted serial request ends its thread, which nobody else uses', async () => {
  const client = open({ serial: true });
  const before = await client.ask({ word: 'thread' });
  const leaving = new AbortController();
  const left = client.ask({ word: 'loop' }, { signal: leaving.signal });
  const next = client.ask({ word: 'thread' });
  setTimeout(() => leaving.abort(new Error('left')), 20);
  await expect(left).rejects.toThrow('left');
  expect(await next).not.toBe(before);
});

test('the thread gets its data and no environment, unless it inherits it', async () => {
  expect(await open({ data: { a: 1 } }).ask({ word: 'data' })).toEqual({ data: { a: 1 } });
  expect(await open({ inheritsEnv: true }).ask({ word: 'data' })).toMatchObject({ path: process.env.PATH });
});

test('bytes can be given away', async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(await open().ask({ word: 'sum', bytes }, { transfer: [bytes.buffer] })).toBe(6);
  expect(bytes.byteLength).toBe(0);
});

test('the thread can ask for something itself', async () => {
  const heard = vi.fn((message: unknown, reply: (message: unknown) => void) => reply({ asked: message }));
  expect(await open({ onMessage: heard }).ask({ word: 'ask' })).toEqual({ wanted: 'more' });
});

test('a closed client fails what waits and what comes, and starts no thread', async () => {
  const client = open();
  const waiting = expect(client.ask({ word: 'never' })).rejects.toThrow('closed');
  await client.close();
  await waiting;
  await expect(client.ask({ word: 'thread' })).rejects.toThrow('closed');
});

test('keeps a program alive while a request waits, and not longer', async () => {
  const module = transformSync(readFileSync(new URL('worker-client.ts', import.meta.url), 'utf8'), { loader: 'ts' });
  writeFileSync(join(folder, 'client.mjs'), module.code);
  const main = join(folder, 'main.mjs');
  writeFileSync(
    main,
    `import { WorkerClient } from './client.mjs';
     const client = new WorkerClient(new URL('./thread.mjs', import.meta.url));
     client.start();
     await client.ask({ word: 'wait', ms: 200 });
     console.log('answered');`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [main], { timeout: 20_000 });
  expect(stdout).toBe('answered\n');
});
