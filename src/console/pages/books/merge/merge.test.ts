import { describe, expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';
import { type Choice, chosen, conflictsIn, merge, settled } from './merge.ts';

const lines = (...words: string[]) => words.join('\n');
const BASE = lines('one', 'two', 'three', 'four');
const NONE = new Map<number, Choice>();

describe('a merge of three texts', () => {
  it('takes the changes of both, also of lines that are neighbours', () => {
    const pieces = merge(BASE, lines('one', 'TWO', 'three', 'four'), lines('one', 'two', 'THREE', 'four'));
    expect(pieces).toEqual([
      { kind: 'same', lines: ['one'] },
      { kind: 'mine', lines: ['TWO'] },
      { kind: 'theirs', lines: ['THREE'] },
      { kind: 'same', lines: ['four'] },
    ]);
    expect(settled(pieces, NONE)).toBe(lines('one', 'TWO', 'THREE', 'four'));
  });

  it('takes what one has added at the beginning and the other at the end', () => {
    expect(settled(merge(BASE, `zero\n${BASE}`, `${BASE}\nfive`), NONE)).toBe(`zero\n${BASE}\nfive`);
  });

  it('takes what one has deleted and the other has changed elsewhere', () => {
    const merged = merge(BASE, lines('one', 'three', 'four'), lines('one', 'two', 'three', 'FOUR'));
    expect(settled(merged, NONE)).toBe(lines('one', 'three', 'FOUR'));
  });

  it('asks where both have changed the same line', () => {
    const pieces = merge(BASE, lines('one', 'mine', 'three', 'four'), lines('one', 'theirs', 'three', 'four'));
    expect(pieces[1]).toEqual({ kind: 'conflict', base: ['two'], mine: ['mine'], theirs: ['theirs'] });
    expect(conflictsIn(pieces)).toEqual([1]);
    expect(settled(pieces, NONE)).toBeUndefined();
    const result = (choice: Choice) =>
      settled(pieces, new Map([[1, choice]]))
        ?.split('\n')
        .slice(1, -2);
    expect(result('mine')).toEqual(['mine']);
    expect(result('theirs')).toEqual(['theirs']);
    expect(result('both')).toEqual(['mine', 'theirs']);
    expect(result({ text: 'by\nhand' })).toEqual(['by', 'hand']);
    expect(result({ text: '' })).toEqual([]);
  });

  it('asks where both have put something else into the same place', () => {
    const pieces = merge('a\nb', 'a\nmine\nb', 'a\ntheirs\nb');
    expect(pieces[1]).toEqual({ kind: 'conflict', base: [], mine: ['mine'], theirs: ['theirs'] });
  });

  it('asks where one has changed what the other has deleted', () => {
    const pieces = merge(BASE, lines('one', 'four'), lines('one', 'two', 'THREE', 'four'));
    expect(pieces[1]).toMatchObject({ kind: 'conflict', mine: [], theirs: ['two', 'THREE'] });
  });

  it('does not ask where both have done the same', () => {
    const pieces = merge(BASE, lines('one', 'new', 'three', 'four'), lines('one', 'new', 'three', 'four'));
    expect(pieces[1]).toEqual({ kind: 'agreed', lines: ['new'] });
  });

  it('a new lesson that somebody else has made too is one conflict', () => {
    expect(merge('', 'mine', 'theirs')).toEqual([{ kind: 'conflict', base: [''], mine: ['mine'], theirs: ['theirs'] }]);
  });

  it('nothing is chosen without a choice', () => {
    expect(chosen({ kind: 'conflict', base: [], mine: ['a'], theirs: ['b'] }, undefined)).toEqual([]);
  });
});

it('texts with very many lines that have nothing to do with each other are one difference, at once', () => {
  const [before, after] = ['a', 'b'].map((letter) => Array.from({ length: 60_000 }, (_, at) => `${letter}${at % 7}`));
  expect(diffLines(['first', ...(before ?? []), 'last'], ['first', ...(after ?? []), 'last'])).toEqual([
    { start: 1, end: 60_001, newStart: 1, newEnd: 60_001 },
  ]);
});

it('names of what every object has are plain lines', () => {
  expect(settled(merge('constructor\n__proto__', 'constructor\nx', 'toString\n__proto__'), NONE)).toBe('toString\nx');
});
