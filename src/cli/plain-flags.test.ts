import { describe, expect, it } from 'vitest';
import { readPlainFlags } from './plain-flags.ts';

const OPTIONS = [
  { key: 'baseUrl', flag: '--base-url <url>', env: [], description: '' },
  { key: 'token', flag: '--token <token>', env: [], description: '' },
  { key: 'hidden', env: [], description: '' },
];

describe('readPlainFlags', () => {
  it.each<[string[], object]>([
    [[], {}],
    [['--base-url', 'http://x'], { baseUrl: 'http://x' }],
    [['--base-url=http://x?a=b'], { baseUrl: 'http://x?a=b' }],
    [['--token=-x', '--base-url', 'y'], { token: '-x', baseUrl: 'y' }],
  ])('reads %j', (words, flags) => {
    expect(readPlainFlags(words, OPTIONS)).toEqual(flags);
  });

  it.each([
    [['--help']],
    [['extra']],
    [['--base-url']],
    [['--base-url', '--token', 'x']],
    [['--base-url', 'a', '--base-url', 'b']],
    [['--base-url', '']],
    [['--base-url=']],
    [['--read-only']],
    [['--hidden', 'x']],
    [['--log-level', 'debug']],
  ])('leaves %j to the parser', (words) => {
    expect(readPlainFlags(words, OPTIONS)).toBeUndefined();
  });
});
