import { describe, expect, it, onTestFinished } from 'vitest';
import { Progress } from './progress.ts';

function watched(isTTY: boolean, columns = 80) {
  let now = 0;
  let said = '';
  const output = {
    isTTY,
    columns,
    write: (text: string) => {
      said += text;
      return true;
    },
  };
  const progress = new Progress(output, 'verify', () => now);
  onTestFinished(() => progress.end());
  return {
    progress,
    /** What is drawn at a moment. */
    at: (ms: number, act: () => void = () => progress.draw()) => {
      now = ms;
      said = '';
      act();
      return said;
    },
  };
}

describe('progress', () => {
  it('says nothing within the first second', () => {
    const { progress, at } = watched(true);
    expect(at(999, () => progress.show(1, 2))).toBe('');
    expect(at(1000)).not.toBe('');
  });

  it('is a spinner with the time as long as nobody knows how much there is', () => {
    const { at } = watched(true);
    expect(at(1500)).toBe('\r⠙ verify 2 s\u001b[K');
    expect(at(75_000)).toBe('\r⠹ verify 1 min 15 s\u001b[K');
  });

  it('tells rate and remaining time once it is known', () => {
    const { progress, at } = watched(true);
    expect(at(2000, () => progress.show(50, 200))).toBe(
      `\rverify ${'█'.repeat(6)}${'░'.repeat(18)} 50/200  25/s, 6 s left\u001b[K`,
    );
    expect(at(8000, () => progress.show(200, 200))).toBe(`\rverify ${'█'.repeat(24)} 200/200  25/s\u001b[K`);
    expect(progress.reached).toBe(' after 200 of 200');
  });

  it('fits a narrow terminal', () => {
    const { progress, at } = watched(true, 30);
    expect(at(2000, () => progress.show(50, 200))).toBe('\rverify 50/200, 6 s left\u001b[K');
  });

  it('lines below it are there at once, and go with it', () => {
    const { progress, at } = watched(true, 30);
    const lines = ['  /a', `  /${'b'.repeat(40)}`];
    const drawn = at(50, () => progress.list(lines));
    expect(drawn.slice(2)).toBe(` verify 1 s\u001b[K\n  /a\u001b[K\n  /${'b'.repeat(26)}\u001b[K\u001b[J\u001b[2A`);
    expect(at(60, () => progress.end())).toBe('\r\u001b[J');
  });

  it('is silent in a pipe', () => {
    const { progress, at } = watched(false);
    expect(at(5000, () => progress.show(1, 2))).toBe('');
  });

  it('is taken away before other text, and stays away at the end', () => {
    const { progress, at } = watched(true);
    at(2000);
    expect(at(2000, () => progress.clear())).toBe('\r\u001b[K');
    expect(at(2000, () => progress.clear())).toBe('');
    at(3000);
    expect(at(3000, () => progress.end())).toBe('\r\u001b[K');
  });
});
