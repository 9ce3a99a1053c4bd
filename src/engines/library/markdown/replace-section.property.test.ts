import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { BookFailure } from '../model/failures.ts';
import { MarkdownParser } from './markdown-parser.ts';
import { replaceSection } from './replace-section.ts';
import type { Section, Sections } from './sections.ts';
import { anyEdit, anyLesson } from './testing/lessons.ts';

const parser = new MarkdownParser();
afterAll(() => parser.close());

/** The lesson after an edit by somebody who has read it before; undefined when the edit is refused, never when somebody else was quicker. */
async function edit(text: string, { name, hash }: Section, content: string): Promise<string | undefined> {
  try {
    return (await replaceSection(parser, 'lesson.md', text, { section: name, hash, content })).text;
  } catch (error) {
    if (error instanceof BookFailure && error.code === 'VALIDATION_ERROR') return undefined;
    throw error;
  }
}

function replaced({ text }: Sections, { start, end }: Section, content: string): string {
  return `${text.slice(0, start)}${content}${text.slice(end)}`;
}

it('for any lesson, an edit of a section changes nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(anyLesson, fc.nat(), anyEdit('A'), async (text, which, content) => {
      const sections = await parser.sections(text);
      const section = sections.all[which % sections.all.length];
      if (!section) return;
      const after = await edit(text, section, content);
      if (after !== undefined) expect(after).toBe(replaced(sections, section, content));
    }),
    { numRuns: 300 },
  );
});

it('for any lesson and any two edits of different sections, both survive in either order', async () => {
  let both = 0;
  await fc.assert(
    fc.asyncProperty(anyLesson, fc.nat(), fc.nat(), anyEdit('A'), anyEdit('B'), async (text, one, other, a, b) => {
      const sections = await parser.sections(text);
      const { length } = sections.all;
      const [first, second] = [Math.min(one % length, other % length), Math.max(one % length, other % length)];
      const [upper, lower] = [sections.all[first], sections.all[second]];
      if (!upper || !lower || upper === lower) return;
      const [afterA, afterB] = [await edit(text, upper, a), await edit(text, lower, b)];
      if (afterA === undefined || afterB === undefined) return;
      const wanted = replaced({ ...sections, text: replaced(sections, lower, b) } as Sections, upper, a);
      expect(await edit(afterA, lower, b)).toBe(wanted);
      expect(await edit(afterB, upper, a)).toBe(wanted);
      both++;
    }),
    { numRuns: 600 },
  );
  // Most edits are not refused.
  expect(both).toBeGreaterThan(100);
});
