import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { inTime, untilAborted, withTimeLimit } from './abort.ts';

const never = () => new Promise<never>(() => {});
const failing = () => Promise.reject(new Error('work failed'));
const late = () => new Error('too late');

describe('untilAborted', () => {
  it('gives what the work gives, or throws what it throws, and leaves no listener behind', async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(untilAborted(failing(), signal)).rejects.toThrow('work failed');
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('throws the reason as soon as the signal fires, or has fired', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never(), controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(untilAborted(never(), controller.signal)).rejects.toThrow('enough');
    await expect(untilAborted(never(), controller.signal, late)).rejects.toThrow('too late');
  });

  it('work that fails after it was given up disturbs nobody', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    await expect(untilAborted(failing(), AbortSignal.abort(late()))).rejects.toThrow('too late');
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

describe('withTimeLimit', () => {
  it('gives what the work gives in time, and then keeps no timer', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    expect(await withTimeLimit(60_000, late, async () => 1)).toBe(1);
    await expect(withTimeLimit(60_000, late, failing)).rejects.toThrow('work failed');
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('throws when the time is up, and tells the work so, with or without an outer signal', async () => {
    for (const outer of [undefined, new AbortController().signal]) {
      let given: AbortSignal | undefined;
      const work = (signal: AbortSignal) => {
        given = signal;
        return never();
      };
      await expect(withTimeLimit(5, late, work, outer)).rejects.toThrow('too late');
      expect(given?.reason).toEqual(late());
    }
  });

  it('ends when the outer signal fires, for its reason', async () => {
    const outer = new AbortController();
    let given: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      given = signal;
      return never();
    };
    const waiting = withTimeLimit(60_000, late, work, outer.signal);
    outer.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(given?.aborted).toBe(true);
  });
});

describe('inTime', () => {
  it('gives the result in time, else undefined, and throws what the work throws', async () => {
    expect(await inTime(60_000, Promise.resolve(1))).toBe(1);
    expect(await inTime(5, never())).toBeUndefined();
    await expect(inTime(60_000, failing())).rejects.toThrow('work failed');
  });
});
