import { posix } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { codeOf, type Lesson, lessonsOfBook } from '../../src/demo-book/testing/lessons.ts';
import { isAnswer, stepsOf } from '../harness/demo-book/console-steps.ts';
import { hasPython, Reader } from '../harness/demo-book/reader.ts';

const lessons = lessonsOfBook();
const chapters = [...new Set(lessons.map(({ path }) => posix.dirname(path)))];

/** Does all that a lesson says, in its order, and expects what it shows. */
async function follow(lesson: Lesson, reader: Reader): Promise<void> {
  for (const { language, title, text } of codeOf(lesson)) {
    if (title !== undefined) reader.save(title, text);
    if (language !== 'console') continue;
    for (const { command, shown } of stepsOf(text)) {
      if (command.includes('python3') && !hasPython) continue;
      const answer = await reader.type(command);
      if (!isAnswer(shown, answer)) expect(answer, `${lesson.path}: ${command}`).toBe(shown);
    }
  }
}

// A lesson may go on with what the one before it has made, so a chapter is read as a whole.
it.each(chapters)(
  'what %s shows is what happens',
  async (chapter) => {
    const reader = new Reader();
    onTestFinished(() => reader.leave());
    for (const lesson of lessons.filter(({ path }) => posix.dirname(path) === chapter)) {
      await follow(lesson, reader);
      await reader.stopServer();
    }
  },
  300_000,
);
