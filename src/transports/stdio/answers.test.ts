import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { Outbox } from './answers.ts';

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

function outboxOn(highWaterMark: number) {
  const writes: string[] = [];
  const taken: (() => void)[] = [];
  const pressure: boolean[] = [];
  const output = new Writable({
    highWaterMark,
    write(chunk, _, done) {
      writes.push(String(chunk));
      taken.push(done);
    },
  });
  const outbox = new Outbox(output, (full) => void pressure.push(full));
  return { outbox, output, writes, pressure, take: () => taken.shift()?.() };
}

it('T10: the lines of one turn are one write, by order and then as they came', async () => {
  const { outbox, writes } = outboxOn(1000);
  outbox.post(2, 'second');
  outbox.post(1, 'first');
  outbox.post(2, 'second again');
  expect(writes).toEqual([]);
  await nextTurn();
  expect(writes).toEqual(['first\nsecond\nsecond again\n']);
});

it('tells once when the reader falls behind, and once when it has caught up', async () => {
  const { outbox, output, pressure, take } = outboxOn(4);
  for (let line = 0; line < 20; line++) {
    outbox.post(line, 'a long line');
    await nextTurn();
  }
  expect(pressure).toEqual([true]);
  expect(output.listenerCount('drain')).toBe(1);
  for (let line = 0; line < 20; line++) {
    take();
    await nextTurn();
  }
  expect(pressure).toEqual([true, false]);
});

it('T10: closing writes what is left and waits until it is taken, and nothing comes after', async () => {
  const { outbox, writes, pressure, take } = outboxOn(4);
  outbox.post(1, 'last words');
  let closed = false;
  const closing = outbox.close().then(() => {
    closed = true;
  });
  outbox.post(2, 'too late');
  await nextTurn();
  expect({ writes, closed }).toEqual({ writes: ['last words\n'], closed: false });
  take();
  await nextTurn();
  take();
  await closing;
  expect(writes.join('')).toBe('last words\n');
  expect(pressure).toEqual([true]);
});

it.each(['end', 'destroy'] as const)(
  'T10: closing over an output that is gone (%s) does not wait, and writes nothing to it',
  async (way) => {
    const { outbox, output, writes } = outboxOn(4);
    const errors: unknown[] = [];
    output.on('error', (error) => errors.push(error));
    output[way]();
    expect(await Promise.race([outbox.close().then(() => 'closed'), nextTurn()])).toBe('closed');
    await nextTurn();
    expect([errors, writes]).toEqual([[], []]);
  },
);

it('what fills a pipe leaves at once, the rest with its turn', async () => {
  const { outbox, writes } = outboxOn(1_000_000);
  const long = 'x'.repeat(40_000);
  outbox.post(1, long);
  expect(writes).toEqual([]);
  outbox.post(2, long);
  expect(writes).toEqual([`${long}\n${long}\n`]);
});
