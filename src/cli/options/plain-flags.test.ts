import { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { optionsOf, TOOLSET_IDS } from '../toolsets.ts';
import { readPlainFlags } from './plain-flags.ts';

const OPTIONS = [
  { key: 'baseUrl', flag: '--base-url <url>', env: [], description: '' },
  { key: 'token', flag: '--token <token>', env: [], description: '' },
  { key: 'hidden', env: [], description: '' },
  { key: 'allow', flag: '--allow <folder>', env: [], description: '', repeatable: true },
  { key: 'all', flag: '--all', env: [], description: '' },
  { key: 'watch', flag: '--no-watch', env: [], description: '' },
];

describe('readPlainFlags', () => {
  it.each<[string[], object]>([
    [[], {}],
    [['--base-url', 'http://x'], { baseUrl: 'http://x' }],
    [['--base-url=http://x?a=b'], { baseUrl: 'http://x?a=b' }],
    [['--token=-x', '--base-url', 'y'], { token: '-x', baseUrl: 'y' }],
    [['--allow', 'a', '--token', 'x', '--allow=b'], { allow: ['a', 'b'], token: 'x' }],
    [['--all', '--no-watch', '--token', 'x'], { all: true, watch: false, token: 'x' }],
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
    [['--all', '--all']],
    [['--all=yes']],
    [['--all', 'extra']],
    [['--allow', 'a', '--allow']],
    [['--watch']],
  ])('leaves %j to the parser', (words) => {
    expect(readPlainFlags(words, OPTIONS)).toBeUndefined();
  });
});

it('both ways to read flags call every option by the same name', () => {
  for (const { key, flag } of TOOLSET_IDS.flatMap(optionsOf)) {
    if (flag !== undefined) expect(new Option(flag).attributeName()).toBe(key);
  }
});
