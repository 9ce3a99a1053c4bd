import { describe, expect, it } from 'vitest';
import { shareWalk, WalkQueue } from './walk-queue.ts';

describe('a walk of several threads', () => {
  it('begins once, and is done when every directory was visited', () => {
    const shared = shareWalk();
    const [one, other] = [new WalkQueue('/scope', shared), new WalkQueue('/scope', shared)];
    expect([one.take(), other.take()]).toEqual(['/scope', undefined]);
    one.add(['/scope/a']);
    one.visited();
    expect([one.isDone, other.isDone]).toEqual([false, false]);
    expect(one.take()).toBe('/scope/a');
    expect(other.isDone).toBe(false);
    one.visited();
    expect([one.isDone, other.isDone, one.take()]).toEqual([true, true, undefined]);
  });

  it('is shared by all or by none, as the first of them wants', () => {
    for (const first of [true, false]) {
      const shared = shareWalk();
      expect([first, true, false].map((wants) => WalkQueue.isTogether(shared, wants))).toEqual([first, first, first]);
    }
  });
});
