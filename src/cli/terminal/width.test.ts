import { describe, expect, it } from 'vitest';
import { wrapText } from './spans.ts';
import { displayWidth, fitting } from './width.ts';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['café', 4],
    ['cafe\u0301', 4],
    ['日本語', 6],
    ['ﾊﾝ', 2],
    ['Ａ', 2],
    ['한국', 4],
    ['e\u200bx', 2],
    ['👍', 2],
    ['👨‍👩‍👧', 2],
    ['🇫🇷', 2],
    ['❤️', 2],
    ['—…“”', 4],
  ])('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

it('cuts by columns, and takes no character apart', () => {
  expect(fitting('日本語', 5)).toBe('日本');
  expect(fitting('cafe\u0301s', 4)).toBe('cafe\u0301');
  expect(fitting('日', 1)).toBe('日');
});

describe('wrapText', () => {
  it('breaks between words, by columns', () => {
    expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapText('日本 日本 日本', 9)).toEqual(['日本 日本', '日本']);
    expect(wrapText('a\nb', 10)).toEqual(['a', 'b']);
    expect(wrapText('', 10)).toEqual(['']);
  });

  it('breaks a word that is too long, a path behind a slash', () => {
    expect(wrapText('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(wrapText('content/chapter/lesson.md', 18)).toEqual(['content/chapter/', 'lesson.md']);
    expect(wrapText('日本語', 1)).toEqual(['日', '本', '語']);
  });

  it('never makes a line too long, and loses nothing but blanks', () => {
    const text = 'The quick 日本語 fox/jumps/over cafe\u0301 👨‍👩‍👧 and-a-very-long-word-at-the-end';
    for (let columns = 2; columns < 40; columns++) {
      const lines = wrapText(text, columns);
      expect(lines.every((line) => displayWidth(line) <= columns)).toBe(true);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }
  });
});
