import { expect, it } from 'vitest';
import { shownText } from './text-lines.ts';

/** The lines with their numbers, and the matches with theirs. */
function told(text: string, query: string, line?: number): string[] {
  return shownText(text, query, line).lines.map(
    ({ number, parts }) =>
      `${number}: ${parts.map((part) => (part.match === undefined ? part.text : `[${part.match} ${part.text}]`)).join('')}`,
  );
}

it('numbers the lines and the matches', () => {
  expect(told('one\r\ntwo one\rthree\n\nONE', 'one')).toEqual([
    '1: [0 one]',
    '2: two [1 one]',
    '3: three',
    '4: ',
    '5: [2 ONE]',
  ]);
  expect(told('a line\n', 'none')).toEqual(['1: a line']);
  expect(told('', 'x')).toEqual(['1: ']);
});

it('marks a match over several lines in each of them', () => {
  expect(told('the quarterly\n  report\n', 'quarterly report')).toEqual(['1: the [0 quarterly]', '2: [0   report]']);
});

it('begins with the match in the line that the search named', () => {
  const text = 'x\nword\nx\nword\n';
  expect(shownText(text, 'word').first).toBe(0);
  expect(shownText(text, 'word', 4).first).toBe(1);
  expect(shownText(text, 'none', 4)).toMatchObject({ first: 0, matches: 0 });
});

it('shows as much of a long text as is quick, around the match', () => {
  const text = `${'some line\n'.repeat(30_000)}the needle\n${'other line\n'.repeat(30_000)}`;
  const { lines, cut, matches, first } = shownText(text, 'needle', 30_001);
  expect({ cut, matches, first }).toEqual({ cut: true, matches: 1, first: 0 });
  expect(lines.length).toBeLessThanOrEqual(4002);
  const at = lines.findIndex(({ parts }) => parts.some((part) => part.match === 0));
  expect(lines[at]?.number).toBe(30_001);
  expect(lines[0]?.parts.map((part) => part.text).join('')).toBe('some line');
});

it('cuts a line that is a whole file', () => {
  const text = `${'a'.repeat(700_000)} needle ${'b'.repeat(700_000)}`;
  const { lines, cut } = shownText(text, 'needle');
  const [line] = lines;
  expect(cut).toBe(true);
  expect(lines).toHaveLength(1);
  expect(line?.parts.map((part) => part.text).join('').length).toBeLessThanOrEqual(200_000);
  expect(line?.parts.some((part) => part.match === 0)).toBe(true);
});
