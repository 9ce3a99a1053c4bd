import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { INSPECTABLE, Inspector } from '../inspector.js';
// @ts-expect-error plain JavaScript
import { bytesOfWatch, liveDifference, liveMemory } from './live-memory.js';

const MB = 1e6;
const folder = mkdtempSync(join(tmpdir(), 'quartet-live-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program whose worker makes something and says so. */
async function running(script: string) {
  const worker = `${script}; setInterval(() => {}, 1000); require('node:worker_threads').parentPort.postMessage(0)`;
  const main = `new (require('node:worker_threads').Worker)(process.argv[1], { eval: true }).on('message', () => console.log('ready'))`;
  const program = spawn(process.execPath, [INSPECTABLE, '-e', main, worker]);
  await once(program.stdout, 'data');
  return program;
}

async function liveIn(script: string) {
  const program = await running(script);
  try {
    return await liveMemory(program);
  } finally {
    program.kill();
  }
}

test('live memory is what all threads hold, each byte once, without garbage', async () => {
  const nothing = await liveIn('');
  const cases = {
    objects: 'globalThis.kept = Array.from({ length: 1e6 }, (_, n) => n + 0.5)',
    buffers: 'globalThis.kept = new Uint8Array(8e6)',
    shared: 'globalThis.kept = new SharedArrayBuffer(8e6)',
  };
  for (const [name, script] of Object.entries(cases)) {
    const bytes = liveDifference(await liveIn(script), nothing, 0);
    expect(Math.abs(bytes - 8 * MB), name).toBeLessThan(0.5 * MB);
  }
  const garbage = 'for (let n = 0; n < 50; n++) new Uint8Array(1e6).fill(1); [...Array(3e5).keys()].map(String)';
  expect(Math.abs(liveDifference(await liveIn(garbage), nothing, 0))).toBeLessThan(0.5 * MB);
});

test('a program without other threads has nothing to measure', async () => {
  const program = spawn(process.execPath, [INSPECTABLE, '-e', 'console.log(); setInterval(() => {}, 1000)']);
  await once(program.stdout, 'data');
  await expect(liveMemory(program)).rejects.toThrow('threads');
  program.kill();
});

test('what the inspector does not understand is told, and so is its end', async () => {
  const program = await running('');
  const inspector = await Inspector.open(program);
  await expect(inspector.inAllThreads('No.such')).rejects.toThrow("'No.such' wasn't found");
  await expect(inspector.evaluateInAllThreads('nobody')).rejects.toThrow('nobody');
  const late = inspector.evaluateInAllThreads('for (;;);');
  program.kill('SIGKILL');
  await expect(late).rejects.toThrow('ended');
  await expect(Inspector.open(program)).rejects.toThrow();
});

test.skipIf(process.platform !== 'linux')('watches are counted, and their cost is measured', async () => {
  for (let n = 0; n < 100; n++) mkdirSync(join(folder, `${n}`));
  const { watches } = await liveIn(
    `const fs = require('node:fs'); for (let n = 0; n < 100; n++) fs.watch(${JSON.stringify(folder)} + '/' + n)`,
  );
  expect(watches).toBe(100);
  const bytes = bytesOfWatch();
  expect(bytes).toBeGreaterThan(200);
  expect(bytes).toBeLessThan(1000);
});
