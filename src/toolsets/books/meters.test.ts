import { expect, it } from 'vitest';
import { observed } from './meters.ts';

class Counter {
  #count = 0;

  async add(amount: number): Promise<number> {
    if (amount < 0) throw new Error('less');
    this.#count += amount;
    return this.#count;
  }

  get count(): number {
    return this.#count;
  }

  reset(): void {
    this.#count = 0;
  }
}

it('is the same object, but tells what its methods gave and how long they took', async () => {
  const seen: [number, number][] = [];
  const counter = observed(new Counter(), { add: (seconds, result) => void seen.push([seconds, result]) });
  expect(await counter.add(2)).toBe(2);
  await expect(counter.add(-1)).rejects.toThrow('less');
  expect(seen).toEqual([[expect.any(Number), 2]]);
  expect(counter.count).toBe(2);
  counter.reset();
  expect(counter.count).toBe(0);
});
