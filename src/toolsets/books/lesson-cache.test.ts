import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Library } from '../../engines/library/commit/library.ts';
import {
  behind,
  closeLibrary,
  openLibrary,
  sampleLesson,
  temporaryFolder,
} from '../../engines/library/testing/library.ts';
import { LessonCache } from './lesson-cache.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const file = sampleLesson();
/** Longer than a file counts as fresh. */
const SETTLED_MS = 80;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
let lessons: LessonCache;

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root);
  lessons = new LessonCache(library);
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

const read = () => lessons.read(file, 'base');
const put = (content: string) => library.put(file, Buffer.from(content), actor);

describe('what was answered before', () => {
  it('is given again, at once where that can be told, until the file is another one', async () => {
    await put('one');
    await sleep(SETTLED_MS);
    expect(lessons.again(file)).toBeUndefined();
    const first = await read();
    expect(first?.data.content).toBe('one');
    expect(await read()).toBe(first);
    expect(lessons.again(file)).toBe(library.storage.versionAtOnce?.(file.key) === undefined ? undefined : first);
    behind(folder.root).write(file.key, 'two');
    expect(lessons.again(file)).toBeUndefined();
    expect((await read())?.data.content).toBe('two');
    await library.remove(file, actor);
    expect(lessons.again(file)).toBeUndefined();
    expect(await read()).toBeUndefined();
  });

  it('never differs from what is there, for any sequence of changes by program and by hand', async () => {
    const ground = behind(folder.root);
    const step = fc.constantFrom('put', 'by hand', 'by hand, same time', 'remove', 'read', 'wait and read');
    const content = fc.constantFrom('aaa', 'bbb', 'cccc');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, content), { minLength: 4, maxLength: 14 }), async (steps) => {
        await put('start');
        let real: string | undefined = 'start';
        for (const [what, text] of steps) {
          if (what === 'put') await put((real = text));
          if (what.startsWith('by hand') && real !== undefined) ground.write(file.key, (real = text));
          if (what === 'by hand, same time' && real !== undefined) ground.date(file.key, new Date('2026-01-01'));
          if (what === 'remove') {
            await library.remove(file, actor);
            real = undefined;
          }
          if (what === 'wait and read') await sleep(SETTLED_MS);
          if (what.endsWith('read')) expect((await read())?.data.content).toBe(real);
          const again = lessons.again(file);
          expect([real, undefined]).toContain(again?.data.content);
        }
      }),
      { numRuns: 25 },
    );
  });
});
