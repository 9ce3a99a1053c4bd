import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryParts } from './query-words.ts';

const none = { text: '', phrases: [], without: [], words: [] };

describe('the words of a query', () => {
  it.each<[string, Partial<ReturnType<typeof queryParts>>]>([
    ['tea leaves', { text: 'tea leaves' }],
    ['kind:pdf tea', { text: 'tea', words: [{ key: 'kind', value: 'pdf' }] }],
    ['KIND:PDF', { words: [{ key: 'kind', value: 'PDF' }] }],
    ['name:"my file*.md"', { words: [{ key: 'name', value: 'my file*.md' }] }],
    ['"exact phrase" -draft', { phrases: ['exact phrase'], without: ['draft'] }],
    ['-"two words" tea', { text: 'tea', without: ['two words'] }],
    ['https://example.org TODO: name: x', { text: 'https://example.org TODO: name: x' }],
    ['--flag -- - well-known', { text: '--flag -- - well-known' }],
    ['5" screen a"b"', { text: '5" screen a"b"' }],
    ['"" "  " -""', {}],
    [
      'tag:a tag:b size:>1MB',
      {
        words: ['a', 'b']
          .map((value) => ({ key: 'tag' as const, value }))
          .concat([{ key: 'size', value: '>1MB' }] as never),
      },
    ],
  ])('%s', (query, parts) => {
    expect(queryParts(query)).toEqual({ ...none, ...parts });
  });

  it('for any text without these forms is that text', () => {
    const word = fc.stringMatching(/^[\p{L}\p{N}.,;!?()*/\\]{1,12}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(queryParts(words.join(' '))).toEqual({ ...none, text: words.join(' ') });
      }),
    );
  });

  it('takes no longer for a long hostile query', () => {
    expect(queryParts(`-"${'a-"'.repeat(50_000)}`).phrases).toEqual([]);
  });
});
