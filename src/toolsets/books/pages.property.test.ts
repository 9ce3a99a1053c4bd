import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../../engines/library/model/files.ts';
import { temporaryFolder } from '../../engines/library/testing/library.ts';
import { Dispatcher } from '../../kernel/dispatch.ts';
import { keepingLog, origin } from '../../kernel/testing/toolsets.ts';
import { books } from './index.ts';
import { closeBooks, openBooks } from './open.ts';
import { PAGE_BYTES } from './pages.ts';

type Json = Record<string, unknown>;
type Files = Map<string, string>;

const BOOK = { book_id: 'sample' };
const LONG_AGO = '2000-01-01T00:00:00Z';

const ALWAYS = ['content/09-Part/09-Chapter/09-always.md', 'needle'] as const;

// Long names and long lines, so that few files make several pages.
const name = fc
  .tuple(fc.constantFrom('Part', 'P-2', 'ab', 'a'.repeat(60)), fc.nat(3), fc.nat(99))
  .map(([word, folder, file]) => `content/0${folder}-${word}/0${folder}-${word}/${String(file).padStart(2, '0')}-x.md`);
const line = fc.constantFrom('needle', '', '# Title', `a needle ${'long '.repeat(50)}`, '“needle” 🎻'.repeat(9));
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
const asset = fc
  .tuple(fc.constantFrom('img', 'audio'), fc.constantFrom('a', 'ü 🎻', 'b'.repeat(90)), fc.nat(99))
  .map(([type, word, number]) => `static/${type}/${word}/${number}.bin`);
const files = fc
  .tuple(
    fc.array(fc.tuple(name, text), { maxLength: 60, size: 'max' }),
    fc.array(fc.tuple(asset, text), { maxLength: 60, size: 'max' }),
  )
  .map(([lessons, assets]): Files => new Map([ALWAYS, ...lessons, ...assets]));
/** What happens to the book after each page: a file is written, or deleted. */
const events = fc.array(fc.tuple(name, fc.option(text)), { maxLength: 30 });

it('following the cursors gives what one answer would have given, whatever else happens to the book', async () => {
  await fc.assert(
    fc.asyncProperty(files, events, async (start, changes) => {
      const folder = await temporaryFolder();
      const inBook = (path: string) => join(folder.root, 'books/sample', path);
      const put = (path: string, content: string) => {
        mkdirSync(dirname(inBook(path)), { recursive: true });
        writeFileSync(inBook(path), content);
      };
      for (const [path, content] of start) put(path, content);
      const world = await openBooks({ root: folder.root }, keepingLog().log);
      const dispatcher = new Dispatcher([{ toolset: books, world }], { log: keepingLog().log });
      const touched = new Set(changes.map(([path]) => path));
      const now: Files = new Map(start);
      const waiting = [...changes];

      /** The pages of an answer; after each of them something happens, if anything is left to happen. */
      async function pages(tool: string, args: Json, live: boolean): Promise<Json[]> {
        const all: Json[] = [];
        for (let cursor: unknown; all.length === 0 || cursor !== undefined; ) {
          const given = { ...BOOK, ...args, ...(cursor !== undefined && { cursor }) };
          const { structuredContent = {}, content } = await dispatcher.call(tool, given, origin());
          // One item may exceed a page; what is beside the items is short.
          const items = structuredContent.result ?? structuredContent.changed_files;
          if ((items as Json[]).length > 1) expect(content[0]?.text.length).toBeLessThan(PAGE_BYTES + 1000);
          all.push(structuredContent);
          cursor = structuredContent.next_cursor;
          const [path, change] = (live && waiting.shift()) || [];
          if (path === undefined) continue;
          if (typeof change === 'string') {
            put(path, change);
            now.set(path, change);
          } else {
            rmSync(inBook(path), { force: true });
            now.delete(path);
          }
        }
        return all;
      }
      const list = async (tool: string, args: Json, live: boolean) =>
        (await pages(tool, args, live)).flatMap(({ result }) => result as (Json | string)[]);

      try {
        for (const live of [false, true]) {
          const isSure = (path: string) => !live || !touched.has(path);
          const sure = [...now.keys()].filter(isSure).sort();
          const lessons = sure.filter((path) => path.startsWith('content/'));
          const keys = (await list('glob_search', { pattern: '**' }, live)) as string[];
          const paths = keys.map((key) => key.slice('books/sample/'.length));
          expect(paths.filter(isSure)).toEqual(sure);
          expect(paths).toEqual([...new Set(paths)].sort());

          const read = (await list('read_content', { path: '', scope: 'book' }, live)) as Json[];
          const contents = read.filter(({ path }) => isSure(String(path)));
          expect(contents.map(({ path, content }) => [path, content])).toEqual(
            lessons.map((path) => [path, now.get(path)]),
          );

          const assets = (await list('list_assets', {}, live)) as Json[];
          expect(assets.map(({ asset_type, filename }) => ['static', asset_type, filename].join('/'))).toEqual(
            sure.filter((path) => path.startsWith('static/')),
          );

          for (const pattern of ['needle', 'n+e+dle']) {
            const found = (await list('grep_search', { pattern, max_results: 1000 }, live)) as Json[];
            const told = found.map(({ file_path, line_number }) => [String(file_path).slice(13), line_number]);
            const expected = lessons.flatMap((path) =>
              (now.get(path) ?? '')
                .split('\n')
                .flatMap((words, at) => (words.includes('needle') ? [[path, at + 1]] : [])),
            );
            expect(told.filter(([path]) => isSure(String(path)))).toEqual(expected);
          }

          for (const include_content of [false, true]) {
            const copy = new Map<string, string>();
            let since: unknown = LONG_AGO;
            for (let quiet = false; !quiet; ) {
              const isLast = !live || waiting.length === 0;
              const seen = await pages('delta_build', { since, include_content }, live);
              for (const { changed_files, deleted_files } of seen) {
                for (const { path, sha256: hash } of changed_files as Json[]) copy.set(String(path), String(hash));
                for (const { path } of deleted_files as Json[]) copy.delete(String(path));
              }
              since = seen.at(-1)?.next_since;
              quiet = isLast && seen[0]?.status === 'unchanged';
            }
            const state = [...now].map(([path, content]): [string, string] => [path, sha256(content)]);
            expect(copy).toEqual(new Map(state));
          }
        }
      } finally {
        await closeBooks(world);
        await folder.remove();
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);
