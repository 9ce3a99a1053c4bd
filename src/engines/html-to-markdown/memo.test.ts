import { describe, expect, it } from 'vitest';
import { Memo } from './memo.ts';

function counter() {
  const calls: string[] = [];
  const compute = (text: string) => {
    calls.push(text);
    return text.toUpperCase();
  };
  return { calls, compute };
}

describe('Memo', () => {
  it('computes once', () => {
    const memo = new Memo(4, 1000);
    const { calls, compute } = counter();
    expect([memo.get('a', compute), memo.get('a', compute)]).toEqual(['A', 'A']);
    expect(calls).toEqual(['a']);
  });

  it('forgets the least recently used', () => {
    const memo = new Memo(2, 1000);
    const { calls, compute } = counter();
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) memo.get(text, compute);
    expect(calls).toEqual(['a', 'b', 'c', 'b']);
  });

  it('stays within its bytes and lets no giant in', () => {
    const memo = new Memo(100, 400);
    const { calls, compute } = counter();
    const giant = 'g'.repeat(60);
    for (const text of ['aaaaaaaaaa', giant, 'aaaaaaaaaa', giant]) memo.get(text, compute);
    expect(calls).toEqual(['aaaaaaaaaa', giant, giant]);
    for (let at = 0; at < 20; at++) memo.get(`filler ${at}`, compute);
    memo.get('aaaaaaaaaa', compute);
    expect(calls.at(-1)).toBe('aaaaaaaaaa');
  });

  it('tells texts apart that look alike at its samples', () => {
    const memo = new Memo(4, 100_000);
    const { compute } = counter();
    const like = (mark: string) => 'x'.repeat(100) + mark + 'x'.repeat(299);
    expect(memo.get(like('a'), compute)).toBe(like('a').toUpperCase());
    expect(memo.get(like('b'), compute)).toBe(like('b').toUpperCase());
    expect(memo.get(like('a'), compute)).toBe(like('a').toUpperCase());
  });
});
