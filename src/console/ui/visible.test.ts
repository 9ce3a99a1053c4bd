import { expect, it } from 'vitest';
import { visible } from './visible.ts';

it('shows what would be unseen, or turn the text around', () => {
  expect(visible('two\nlines\t')).toBe('two↵lines⇥');
  expect(visible('photo\u202egnp.exe')).toBe('photo‹202E›gnp.exe');
  expect(visible('a\u200bb\x7f')).toBe('a‹200B›b‹7F›');
});

it('leaves all else as it is', () => {
  const text = 'Naïve 日本 שלום <b>&amp;</b> 👩‍👩 می‌خواهم';
  expect(visible(text)).toBe(text);
});
