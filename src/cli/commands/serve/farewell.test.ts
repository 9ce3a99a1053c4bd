import { expect, it } from 'vitest';
import { sayStopped, sayStopping } from './farewell.ts';

function said(isTTY: boolean, running: number, cut: number, graceMs = 10_000): string {
  let text = '';
  const output = { isTTY, write: (more: string) => (text += more) };
  sayStopping(output, running, graceMs);
  sayStopped(output, running, cut);
  return text;
}

it.each([
  [0, 0, '\nQuartet has stopped.\n'],
  [
    1,
    0,
    '\nFinishing 1 call, for 10 s at most; Ctrl-C again stops at once.\nQuartet has stopped; 1 call was finished.\n',
  ],
  [3, 1, /\nFinishing 3 calls.*\nQuartet has stopped; 2 calls were finished, 1 call was cut off\.\n$/],
  [2, 2, /\nQuartet has stopped; 2 calls were cut off\.\n$/],
  // One that came in while the server was stopping.
  [0, 1, /\nQuartet has stopped; 1 call was cut off\.\n$/],
])('%i running, %i cut off', (running, cut, expected) => {
  if (typeof expected === 'string') expect(said(true, running, cut)).toBe(expected);
  else expect(said(true, running, cut)).toMatch(expected);
});

it('waits for nothing without a grace', () => {
  expect(said(true, 1, 1, 0)).toBe('\nQuartet has stopped; 1 call was cut off.\n');
});

it('says nothing where nobody looks', () => {
  expect(said(false, 3, 1)).toBe('');
});
