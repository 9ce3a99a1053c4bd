import { posix } from 'node:path';
import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { codeBlocksOf } from '../../test/harness/docs/code-blocks.ts';
import { isBookId, isLessonPath } from '../engines/library/model/names.ts';
import { itemOf } from '../toolsets/cobol/tools/testing/call.ts';
import { DEMO_BOOK } from './index.ts';
import { bytesOf, filesOfBook, formulasOf, lessonsOfBook, linksOf } from './testing/lessons.ts';

const files = filesOfBook();
const lessons = lessonsOfBook();
const pictures = files.filter((path) => path.startsWith('static/'));

describe('the demo book', () => {
  it('has lessons in parts and chapters, and pictures, all of which tools can write', () => {
    expect(isBookId(DEMO_BOOK.id)).toBe(true);
    expect(lessons.length).toBeGreaterThanOrEqual(14);
    expect(lessons.filter(({ path }) => !isLessonPath(path))).toEqual([]);
    expect(new Set(lessons.map(({ path }) => posix.dirname(path))).size).toBeGreaterThanOrEqual(6);
    expect(lessons[0]?.path).toBe(DEMO_BOOK.firstLesson);
    expect(pictures.length).toBeGreaterThanOrEqual(4);
    expect(pictures.filter((path) => !/^static\/img\/[a-z-]+\.png$/.test(path))).toEqual([]);
  });

  it('each lesson begins with its only title', () => {
    for (const { path, tokens } of lessons) {
      const titles = tokens.filter(({ type, tag }) => type === 'heading_open' && tag === 'h1');
      expect([path, titles.length, titles[0] === tokens[0]]).toEqual([path, 1, true]);
    }
  });

  it('every link and every picture is there, and every file can be reached from the first lesson', () => {
    const reached = new Set<string>([DEMO_BOOK.firstLesson]);
    for (const from of reached) {
      const lesson = lessons.find(({ path }) => path === from);
      for (const link of lesson ? linksOf(lesson) : []) {
        const target = posix.join(posix.dirname(from), decodeURI(link));
        expect(files, `${link} in ${from}`).toContain(target);
        reached.add(target);
      }
    }
    expect([...reached].sort()).toEqual(files);
  });

  it('every formula can be set, and no dollar sign is left over', () => {
    let count = 0;
    for (const lesson of lessons) {
      for (const { formula, displayMode } of formulasOf(lesson)) {
        expect(() => katex.renderToString(formula, { displayMode, throwOnError: true, strict: 'error' })).not.toThrow();
        count++;
      }
      const prose = lesson.text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
      expect(prose.split('$').length % 2, `dollar signs in ${lesson.path}`).toBe(1);
    }
    expect(count).toBeGreaterThan(10);
  });

  it('pictures are small PNGs, and the whole is small', () => {
    for (const path of pictures) {
      const bytes = bytesOf(path);
      expect(bytes.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
      expect(bytes.length, path).toBeLessThan(40_000);
    }
    const total = files.reduce((sum, path) => sum + bytesOf(path).length, 0);
    expect(total).toBeLessThan(125_000);
  });

  it('a call of a tool stands in a console block, where it is tried with its answer', () => {
    for (const lesson of lessons) {
      for (const { language, text } of codeBlocksOf(lesson.text)) {
        if (language !== 'console') expect(text, lesson.path).not.toMatch(/\bquartet call\b/);
      }
    }
    const languages = new Set(lessons.flatMap(({ text }) => codeBlocksOf(text)).map(({ language }) => language));
    for (const wanted of ['python', 'ts', 'json', 'sh', 'console']) expect(languages).toContain(wanted);
  });

  it('the table of rounding modes is what the tool does', async () => {
    const { text } = lessons.find(({ path }) => path.endsWith('/03-rounding.md')) ?? { text: '' };
    const table = text.split('\n').filter((line) => line.startsWith('| '));
    const [head = [], ...rows] = table.map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
    const amounts = head.slice(1);
    expect(amounts).toHaveLength(4);
    expect(rows).toHaveLength(8);
    for (const [name = '', ...shown] of rows) {
      const rounding = /`(.+)`/.exec(name)?.[1];
      for (const [at, amount] of amounts.entries()) {
        const item = String(await itemOf(amount, { rounding, picture: '-9.99' })).trim();
        if (shown[at] === 'refused') expect(item).toContain('rounding is prohibited');
        else expect(item, `${rounding} of ${amount}`).toBe(shown[at]);
      }
    }
  });
});
