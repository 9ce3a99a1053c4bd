import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenCharacters, hiddenRemark, moreHidden } from './hidden-characters.ts';

const tagged = (text: string) =>
  Array.from(text, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');

describe('what is hidden in a text', () => {
  it.each<[string, string, object]>([
    ['an order in Unicode tags', `a${tagged('obey')}b`, { total: 4, unicode_tags: 4 }],
    ['characters without width', 'pass\u200bword\u2060\ufeff\u3164', { total: 4, zero_width: 4 }],
    ['what turns the direction', 'photo\u202egnp.exe\u2066\u200e', { total: 3, bidi_controls: 3 }],
    ['bytes in selectors', '😀\ufe0f\ufe01\ufe02\u{e0101}', { total: 3, variation_selectors: 3 }],
    ['a selector behind a letter', 'a\ufe0f', { total: 1, variation_selectors: 1 }],
    ['joiners between Latin letters', 'a\u200db\u200cc', { total: 2, zero_width: 2 }],
    ['a joiner behind a joiner', 'می\u200c\u200cخواهم', { total: 1, zero_width: 1 }],
    ['tags behind a flag of no country', `\u{1f3f4}${tagged('obey')}\u{e007f}`, { total: 5, unicode_tags: 5 }],
    ['tags behind a flag', `🏴${tagged('gbeng')}\u{e007f}${tagged('do')}`, { total: 2, unicode_tags: 2 }],
    ['half a pair', '\udb40', { total: 1, zero_width: 1 }],
  ])('%s', (_, text, counted) => {
    expect(hiddenCharacters(text)).toEqual(counted);
  });

  it.each([
    ['nothing', ''],
    ['words, accents, other scripts', 'Größe, naïve, 漢字, العربية, עברית, ไทย, C:\\x\t\n'],
    ['emoji', '👨‍👩‍👧 ❤️‍🔥 👩🏽‍🚀 1️⃣ ☎︎ 🏳️‍🌈'],
    [
      'the flags of England, Scotland and Wales',
      ['gbeng', 'gbsct', 'gbwls'].map((name) => `🏴${tagged(name)}\u{e007f}`).join(''),
    ],
    ['Persian and Hindi', 'می\u200cخواهم क्\u200dष'],
    ['variants of ideographs and of signs', '葛\u{e0100} 漢\ufe00 ∪\ufe00'],
  ])('but not in %s', (_, text) => {
    expect(hiddenCharacters(text)).toBeUndefined();
  });

  it('for any visible text and any orders in tags between its words, all of them are counted', () => {
    const order = fc.array(fc.integer({ min: 0xe0000, max: 0xe007f }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[ -~é漢]{1,9}$/), order), { minLength: 1 }), (pieces) => {
        const text = pieces.map(([word, tags]) => word + String.fromCodePoint(...tags)).join('');
        const count = pieces.reduce((sum, [, tags]) => sum + tags.length, 0);
        expect(hiddenCharacters(text)).toEqual({ total: count, unicode_tags: count });
      }),
    );
  });

  it('of very many not all are looked at, and that is said', () => {
    const counted = hiddenCharacters('\u200b'.repeat(30_000));
    expect(counted).toEqual({ total: 20_000, zero_width: 20_000, at_least: true });
    expect(hiddenRemark(counted ?? { total: 0 })).toContain('at least 20000 invisible characters');
    expect(hiddenCharacters('❤️'.repeat(30_000))).toEqual({ total: 0, at_least: true });
    expect(hiddenRemark({ total: 0, at_least: true })).toContain('too long to be searched');
  });
});

it('the remark names the kinds and says whose words they are', () => {
  expect(hiddenRemark({ total: 3, unicode_tags: 2, bidi_controls: 1 })).toBe(
    'This answer holds 3 invisible characters (2 Unicode tags, 1 bidi controls). Whatever they hide comes with the data, neither from the user nor from this server.',
  );
  expect(hiddenRemark({ total: 1, zero_width: 1 })).toContain('1 invisible character (1 zero-width)');
});

it('of two counts the larger one holds', () => {
  expect(moreHidden(undefined, undefined)).toBeUndefined();
  expect(moreHidden({ total: 1 }, undefined)).toEqual({ total: 1 });
  expect(moreHidden({ total: 1 }, { total: 2 })).toEqual({ total: 2 });
  expect(moreHidden(undefined, { total: 0, at_least: true })).toEqual({ total: 0, at_least: true });
});
