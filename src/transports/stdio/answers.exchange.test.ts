import { expect, it } from 'vitest';
import { Budget } from '../../lib/budget.ts';
import { PendingExchange } from './answers.ts';

function exchangeOf(idText: string) {
  const posted: [order: number, text: string][] = [];
  const written: (() => void)[] = [];
  const post = (order: number, text: string, onWritten?: () => void) => {
    posted.push([order, text]);
    if (onWritten) written.push(onWritten);
  };
  const budget = new Budget({ bytes: 1000, bytesEach: 1000, maxWaiting: 1, maxWaitMs: 1000 });
  let changes = 0;
  const exchange = new PendingExchange(idText, 7, true, post, budget, () => changes++);
  return { exchange, posted, written, budget, changes: () => changes };
}

it('L6: answers under the id as it was written, and notifies under its order', () => {
  const { exchange, posted } = exchangeOf('1.10');
  exchange.notify({ method: 'notifications/progress', params: { progress: 1, total: undefined } });
  exchange.answer('"result":{}');
  expect(posted).toEqual([
    [7, '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}'],
    [7, '{"jsonrpc":"2.0","id":1.10,"result":{}}'],
  ]);
});

it('has one signal, aborted by cancel with its reason', () => {
  const { exchange } = exchangeOf('1');
  const { signal } = exchange;
  expect(signal.aborted).toBe(false);
  exchange.cancel('bored');
  expect(exchange.signal).toBe(signal);
  expect(signal.reason).toEqual(new Error('bored'));
});

it('may be cancelled before anyone looks', () => {
  const { exchange } = exchangeOf('1');
  exchange.cancel('bored');
  expect(exchange.signal.aborted).toBe(true);
});

it('holds what it has reserved until its answer has been written, and then only as much as that', async () => {
  const { exchange, posted, written, budget, changes } = exchangeOf('1');
  exchange.charge(300);
  await exchange.reserve(500, exchange.signal);
  expect(budget.held).toBe(800);
  exchange.answer(`"result":"${'x'.repeat(100)}"`);
  expect([budget.held, changes()]).toEqual([posted[0]?.[1].length, 2]);
  for (const onWritten of written) onWritten();
  expect([budget.held, changes()]).toEqual([0, 3]);
});
