import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Readers } from './readers.ts';

/** A thread that does what the first word of a file says, and notes when it was asked. */
const PROGRAM = `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, request: { path } }) => {
    const text = readFileSync(path, 'utf8');
    appendFileSync(path.replace(/[^/]*$/, '.asked'), '(');
    const end = (reading) => {
      appendFileSync(path.replace(/[^/]*$/, '.asked'), ')');
      parentPort.postMessage({ id, answer: reading });
    };
    if (text === 'loop') for (;;);
    if (text === 'die') process.exit(1);
    if (text === 'throw') throw new Error('hostile');
    const held = [];
    if (text === 'heap') for (;;) held.push(Array.from({ length: 1000 }, () => ({})));
    if (text === 'bytes') for (;;) held.push(Buffer.alloc(10_000_000, 1));
    setTimeout(() => end({ metadata: { kMDItemTitle: text } }), 50);
  });`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-readers-')));
writeFileSync(join(folder, 'thread.mjs'), PROGRAM);
const opened: Readers[] = [];
afterAll(async () => {
  await Promise.all(opened.map((readers) => readers.close()));
  rmSync(folder, { recursive: true });
});

function open(patienceMs = 20_000): Readers {
  const limits = { patienceMs, heapMb: 32, growthMb: 300 };
  const readers = new Readers(pathToFileURL(join(folder, 'thread.mjs')), limits);
  opened.push(readers);
  return readers;
}

function put(name: string, text: string): string {
  const path = join(realpathSync(mkdtempSync(join(folder, 'x-'))), name);
  writeFileSync(path, text);
  return path;
}

const TYPE = 'public.data';

describe('threads that read documents', () => {
  it.each([
    ['dies of', 'die', 20_000],
    ['throws at', 'throw', 20_000],
    ['runs out of its heap with', 'heap', 20_000],
    ['takes too many bytes for', 'bytes', 20_000],
    ['takes too long for', 'loop', 3000],
  ])('one that %s a file is replaced, and the file is left out until it changes', async (_, word, patienceMs) => {
    const readers = open(patienceMs);
    const [bad, good] = [put('bad', word), put('good', 'fine')];
    const [told, overran] = await Promise.all([readers.metadata(good, TYPE), readers.metadata(bad, TYPE)]);
    expect(overran).toBe('overrun');
    expect(told).toEqual({ kMDItemTitle: 'fine' });
    const startedMs = performance.now();
    for (let at = 0; at < 20; at++) expect(await readers.metadata(bad, TYPE)).toBe('overrun');
    expect(performance.now() - startedMs).toBeLessThan(patienceMs);
    writeFileSync(bad, 'better now');
    expect(await readers.metadata(bad, TYPE)).toEqual({ kMDItemTitle: 'better now' });
  });

  it('read a file once for all questions at the same time', async () => {
    const readers = open();
    const path = put('file', 'shared');
    const told = await Promise.all(Array.from({ length: 64 }, () => readers.metadata(path, TYPE)));
    expect(new Set(told.map((each) => JSON.stringify(each)))).toEqual(new Set(['{"kMDItemTitle":"shared"}']));
    expect(readFileSync(join(path, '../.asked'), 'utf8')).toBe('()');
  });

  it('say that a file is not there when a link leads to it', async () => {
    const readers = open();
    const outside = put('file', 'secret');
    const link = join(folder, 'link');
    symlinkSync(join(outside, '..'), link);
    expect(await readers.metadata(join(link, 'file'), TYPE)).toEqual({});
  });
});
