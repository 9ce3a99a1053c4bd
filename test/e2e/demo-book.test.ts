import { posix } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lessonsOfBook } from '../../src/demo-book/testing/lessons.ts';
import { followPage } from '../harness/docs/follow-page.ts';
import { Reader } from '../harness/docs/reader.ts';

const lessons = lessonsOfBook();
const chapters = [...new Set(lessons.map(({ path }) => posix.dirname(path)))];

// A lesson may go on with what the one before it has made, so a chapter is read as a whole.
it.each(chapters)(
  'what %s shows is what happens',
  async (chapter) => {
    const reader = new Reader();
    onTestFinished(() => reader.leave());
    let run = 0;
    for (const { path, text } of lessons.filter((lesson) => posix.dirname(lesson.path) === chapter)) {
      run += (await followPage(path, text, reader)).run;
      await reader.stopServers();
    }
    expect(run).toBeGreaterThan(0);
  },
  300_000,
);
