import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Library } from '../commit/library.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { BASE } from '../model/file-key.ts';
import { sha256 } from '../model/files.ts';
import { bookId } from '../model/names.ts';
import { readFolder } from '../reading/read-lessons.ts';
import { closeLibrary, collected, temporaryFolder } from '../testing/library.ts';
import { FileSystemStorage } from './fs/fs-storage.ts';

const CHAPTERS = ['content/01-Part/01-Chapter', 'content/02-Part/01-Chapter'];
const LESSONS = CHAPTERS.flatMap((chapter) => [`${chapter}/01-a.md`, `${chapter}/02-b.md`]);

const lesson = fc.constantFrom(...LESSONS);
const chapter = fc.constantFrom(...CHAPTERS);
const event = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path: lesson, text: fc.stringMatching(/^[ab]{1,2}$/) }),
  fc.record({ kind: fc.constant('remove' as const), path: lesson }),
  fc.record({ kind: fc.constantFrom('folder' as const, 'link' as const, 'pipe' as const), path: lesson }),
  fc.record({ kind: fc.constantFrom('hide' as const, 'show' as const), path: chapter }),
  fc.record({ kind: fc.constant('restart' as const), path: fc.constant('') }),
);

it.skipIf(process.platform === 'win32')(
  'whatever stands in the place of lessons and chapters is named, and known lessons are neither forgotten nor lost',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
        const { root, remove } = await temporaryFolder();
        const inBook = (path: string) => join(root, 'books/sample', path);
        const open = async () =>
          new Library(
            await FileSystemStorage.open(root, { tellsChanges: true }),
            await openSqliteJournal(join(root, '.quartet/journal.db')),
          );
        let library = await open();
        /** What is at each path: a text, something odd, or nothing. */
        const there = new Map<string, { text: string } | 'odd'>();
        const hidden = new Set<string>();
        const known = new Map<string, string>();
        /** What was gone, or had something odd in its place, at the last start, and has not been seen since. */
        let missing = new Set<string>();
        try {
          for (const { kind, path, ...more } of events) {
            const isHidden = hidden.has(dirname(path));
            if (kind === 'restart') {
              await closeLibrary(library);
              library = await open();
              missing = new Set([...known.keys()].filter((one) => !there.has(one) || there.get(one) === 'odd'));
            } else if (kind === 'hide' && !hidden.has(path)) {
              mkdirSync(inBook(path), { recursive: true });
              renameSync(inBook(path), join(root, path.replaceAll('/', '_')));
              symlinkSync(join(root, path.replaceAll('/', '_')), inBook(path));
              hidden.add(path);
            } else if (kind === 'show' && hidden.delete(path)) {
              unlinkSync(inBook(path));
              renameSync(join(root, path.replaceAll('/', '_')), inBook(path));
            } else if (kind !== 'hide' && kind !== 'show' && !isHidden) {
              mkdirSync(dirname(inBook(path)), { recursive: true });
              rmSync(inBook(path), { recursive: true, force: true });
              there.delete(path);
              if (kind === 'write') writeFileSync(inBook(path), (more as { text: string }).text);
              if (kind === 'folder') mkdirSync(inBook(path));
              if (kind === 'link') symlinkSync(inBook('nowhere'), inBook(path));
              if (kind === 'pipe') execFileSync('mkfifo', [inBook(path)]);
              if (kind === 'write') there.set(path, more as { text: string });
              else if (kind !== 'remove') there.set(path, 'odd');
            }
            const expected = new Set<string>();
            for (const one of LESSONS) {
              const found = there.get(one);
              const outOfSight = hidden.has(dirname(one));
              if (outOfSight && known.has(one)) expected.add(one).add(dirname(one));
              else if (outOfSight) continue;
              else if (found === 'odd' && known.has(one)) expected.add(one);
              else if (found === undefined && !missing.has(one)) known.delete(one);
              else if (found !== undefined && found !== 'odd') known.set(one, sha256(found.text));
              if (!outOfSight && found !== undefined && found !== 'odd') missing.delete(one);
            }
            const named = (await library.reconciled(bookId('sample'))).map((one) => one.path);
            expect(named.sort()).toEqual([...expected].sort());
            const rows = await library.journal.rows('sample', [BASE]);
            expect(new Map(rows.map((row) => [row.path, row.sha256]))).toEqual(
              new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
            );
            const whole = { book: bookId('sample'), folder: '', deep: true, user: BASE, after: '' } as const;
            const items = await collected(readFolder(library, whole, async () => {}));
            const shown = items.filter((item) => 'content' in item).map((item) => [item.path, item.content]);
            const readable = LESSONS.filter(
              (one) => there.has(one) && there.get(one) !== 'odd' && !hidden.has(dirname(one)),
            );
            expect(shown).toEqual(readable.map((one) => [one, (there.get(one) as { text: string }).text]));
          }
        } finally {
          await closeLibrary(library);
          await remove();
        }
      }),
      { numRuns: 40 },
    );
  },
);
