import { expect, it } from 'vitest';
import { filtered, neighbours, nextNumber, slug, treeOf } from './tree.ts';

const PATHS = [
  'content/README.md',
  'content/02-Next/01-Only/01-last.md',
  'content/01-Start/01-First/02-b.md',
  'content/01-Start/01-First/01-a.md',
  'content/01-Start/01-First/01-a.summary.md',
  'content/01-Start/02-Second/01-c.summary.md',
  'content/01-Start/notes.md',
];

it('lessons are below their chapter and part, with their summary, by number', () => {
  const { parts, others } = treeOf(PATHS);
  expect(parts.map(({ label, chapters }) => [label, chapters.map((chapter) => chapter.label)])).toEqual([
    ['1 Start', ['1 First', '2 Second']],
    ['2 Next', ['1 Only']],
  ]);
  expect(parts[0]?.chapters[0]?.lessons).toEqual([
    { path: PATHS[3], label: '1 A', summary: PATHS[4] },
    { path: PATHS[2], label: '2 B', summary: undefined },
  ]);
  expect(parts[0]?.chapters[1]?.lessons).toEqual([{ path: PATHS[5], label: '1 C (summary)', summary: undefined }]);
  expect(others).toEqual(['content/01-Start/notes.md', 'content/README.md']);
});

it('the neighbours of a lesson are those before and after it, over the ends of chapters', () => {
  const tree = treeOf(PATHS);
  expect(neighbours(tree, PATHS[5] as string)).toMatchObject({ before: { label: '2 B' }, after: { label: '1 Last' } });
  expect(neighbours(tree, PATHS[4] as string)).toMatchObject({ after: { label: '2 B' } });
  expect(neighbours(tree, PATHS[3] as string).before).toBeUndefined();
  expect(neighbours(tree, 'content/01-X/01-Y/01-z.md')).toEqual({});
});

it('a filter looks at paths and at what is shown', () => {
  const labels = (query: string) => filtered(treeOf(PATHS), query).map(({ label }) => label);
  expect(labels('start b')).toEqual(['2 B']);
  expect(labels('01-only')).toEqual(['1 Last']);
  expect(labels('1 FIRST')).toEqual(['1 A', '2 B']);
  expect(labels('none of them')).toEqual([]);
});

it('the next number is behind the last, or the first that is free', () => {
  expect(nextNumber([])).toBe('01');
  expect(nextNumber(['01-a', '07-b', 'README.md'])).toBe('08');
  expect(nextNumber(['99-z', '00-a', '01-b'])).toBe('02');
  expect(nextNumber(Array.from({ length: 100 }, (_, at) => `${String(at).padStart(2, '0')}-x`))).toBeUndefined();
});

it('words become a name that the layout takes', () => {
  expect(slug('  Über Größe & Maß! ')).toBe('Uber-Gro-e-Ma');
  expect(slug('***')).toBe('');
});
