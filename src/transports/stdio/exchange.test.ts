import { expect, it } from 'vitest';
import { PendingExchange } from './exchange.ts';

function exchangeOf(idText: string) {
  const posted: [order: number, text: string][] = [];
  const exchange = new PendingExchange(idText, 7, true, (...line) => void posted.push(line));
  return { exchange, posted };
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
