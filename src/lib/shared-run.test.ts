import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SharedRun } from './shared-run.ts';

/** Work that ends when it is told to. */
function controlled() {
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const work = () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
  return { ends, shared: new SharedRun(work) };
}

describe('SharedRun', () => {
  it('gives everybody who comes during a run the same next one', async () => {
    const { ends, shared } = controlled();
    const first = shared.run();
    const later = [shared.run(), shared.run(), shared.run()];
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await first;
    await turn();
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await Promise.all(later);
    expect(ends).toHaveLength(2);
  });

  it('does not let a caller go with a run that began before it asked', async () => {
    const { ends, shared } = controlled();
    const first = shared.run();
    let isDone = false;
    const second = shared.run().then(() => {
      isDone = true;
    });
    ends[0]?.resolve();
    await first;
    await turn();
    expect(isDone).toBe(false);
    ends[1]?.resolve();
    await second;
  });

  it('tells a failure to those of that run alone', async () => {
    const { ends, shared } = controlled();
    const first = shared.run();
    const second = shared.run();
    ends[0]?.reject(new Error('full'));
    await expect(first).rejects.toThrow('full');
    await turn();
    ends[1]?.resolve();
    await second;
    const third = shared.run();
    expect(ends).toHaveLength(3);
    ends[2]?.resolve();
    await third;
  });

  it('begins anew when nobody is there', async () => {
    const { ends, shared } = controlled();
    for (const at of [0, 1, 2]) {
      const run = shared.run();
      expect(ends).toHaveLength(at + 1);
      ends[at]?.resolve();
      await run;
    }
  });
});
