import { mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileSystemStorage } from '../storage/fs/fs-storage.ts';
import { fileOf, type TextPage } from '../storage/text-page.ts';
import { textOf } from './testing/text-of.ts';
import { type TextStorage, Texts } from './texts.ts';

let root: string;
let storage: FileSystemStorage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'texts-'));
  storage = await FileSystemStorage.open(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function put(key: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(root, key)), { recursive: true });
  await writeFile(join(root, key), content);
}

async function found(texts: Texts, prefix = 'books/b/content/'): Promise<Record<string, string>> {
  const all: [string, string][] = [];
  const look = (page: TextPage) => page.keys.map((key, at) => [key, textOf(fileOf(page, at))] as const);
  for await (const files of texts.below(prefix, look)) {
    for (const [key, text] of files) if (text !== undefined) all.push([key, text]);
  }
  expect(all.map(([key]) => key)).toEqual(all.map(([key]) => key).sort());
  return Object.fromEntries(all);
}

/** Every read by way of the interface is counted. */
function counting(reads: string[], withReader: boolean): TextStorage {
  return {
    list: (prefix, signal) => storage.list(prefix, signal),
    stat: (key) => storage.stat(key),
    read: (key) => {
      reads.push(key);
      return storage.read(key);
    },
    ...(withReader && { folderReader: storage.folderReader }),
  };
}

describe.each([
  ['by folder', true],
  ['listed', false],
])('the texts of a book, %s', (_, withReader) => {
  const open = (reads: string[] = [], cacheBytes?: number) => new Texts(counting(reads, withReader), cacheBytes);

  it('show what has come in the place of a link or of another kind of file', async () => {
    const texts = open();
    await put('books/b/content/01-a/1.md', 'one');
    await put('books/b/content/01-a/more', 'no text');
    await put('elsewhere.md', 'elsewhere');
    await symlink(join(root, 'elsewhere.md'), join(root, 'books/b/content/01-a/2.md'));
    await sleep(60);
    for (let looks = 0; looks < 3; looks++) expect(Object.keys(await found(texts))).toHaveLength(1);
    await rm(join(root, 'books/b/content/01-a/2.md'));
    await put('books/b/content/01-a/2.md', 'two');
    expect(Object.keys(await found(texts))).toHaveLength(2);
    await sleep(60);
    for (let looks = 0; looks < 3; looks++) await found(texts);
    await rm(join(root, 'books/b/content/01-a/more'));
    await put('books/b/content/01-a/more/3.md', 'three');
    expect(Object.keys(await found(texts))).toHaveLength(3);
  });

  it('are those of the Markdown files that are text, in the order of the keys', async () => {
    await put('books/b/content/01-a-b/1.md', 'one');
    await put('books/b/content/01-a/2.md', 'two\r\nlines\r\n');
    await put('books/b/content/01-a.md', 'é🎻');
    await put('books/b/content/empty.md', '');
    await put('books/b/content/picture.png', 'x');
    await put('books/b/content/.hidden.md', 'x');
    await put('books/b/content/binary.md', 'x\0');
    await put('books/b/content/broken.md', Buffer.from([0x78, 0xff]));
    await put('outside/secret.md', 'secret');
    await symlink(join(root, 'outside'), join(root, 'books/b/content/link'));
    await symlink(join(root, 'outside/secret.md'), join(root, 'books/b/content/link.md'));
    expect(await found(open())).toEqual({
      'books/b/content/01-a-b/1.md': 'one\n',
      'books/b/content/01-a.md': 'é🎻\n',
      'books/b/content/01-a/2.md': 'two\nlines\n',
      'books/b/content/empty.md': '',
    });
    expect(await found(open(), 'books/nobody/content/')).toEqual({});
  });

  it('a large file is there too, and read once', async () => {
    const reads: string[] = [];
    const texts = open(reads);
    await put('books/b/content/large.md', 'line\n'.repeat(200_000));
    await put('books/b/content/small.md', 'x');
    await sleep(60);
    const first = await found(texts);
    expect(first['books/b/content/large.md']).toHaveLength(1_000_000);
    expect(await found(texts)).toEqual(first);
    expect(reads.filter((key) => key.endsWith('large.md'))).toHaveLength(1);
  });

  it('for any edits, moves and removals by hand, they are what is there now', async () => {
    const key = fc.constantFrom('1/a.md', '1/b.md', '1/c.md', '2/a.md', '3.md', '1/deep/x.md');
    const content = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r\n', '🎻'), maxLength: 5 });
    const step = fc.oneof(
      fc.record({ edit: key, content }),
      fc.record({ replace: key, content }),
      fc.record({ remove: key }),
      fc.record({ look: fc.constant(true) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await rm(join(root, 'books'), { recursive: true, force: true });
        const texts = open();
        const now = new Map<string, string>();
        for (const one of steps) {
          if ('edit' in one || 'replace' in one) {
            const to = `books/b/content/${'edit' in one ? one.edit : one.replace}`;
            await put('edit' in one ? to : 'new', one.content);
            if ('replace' in one) {
              await mkdir(dirname(join(root, to)), { recursive: true });
              await rename(join(root, 'new'), join(root, to));
            }
            now.set(to, one.content);
          } else if ('remove' in one) {
            await rm(join(root, `books/b/content/${one.remove}`), { force: true });
            now.delete(`books/b/content/${one.remove}`);
          } else await expectAll(texts, now);
        }
        await expectAll(texts, now);
      }),
      { numRuns: 150 },
    );
  });

  it('a change that keeps size and time of modification is seen', async () => {
    const texts = open();
    await put('books/b/content/a.md', 'one');
    const before = new Date(Date.now() - 60_000);
    await utimes(join(root, 'books/b/content/a.md'), before, before);
    await sleep(60);
    expect(await found(texts)).toEqual({ 'books/b/content/a.md': 'one\n' });
    await put('books/b/content/a.md', 'two');
    await utimes(join(root, 'books/b/content/a.md'), before, before);
    expect(await found(texts)).toEqual({ 'books/b/content/a.md': 'two\n' });
  });

  it('a look that fails is no file that cannot be read', async () => {
    await put('books/b/content/a.md', 'x'.repeat(500_000));
    await put('books/b/content/b.md', 'x'.repeat(500_000));
    const failing = () => {
      throw new Error('no look');
    };
    const pages = open().below('books/b/content/', failing);
    await expect(pages[Symbol.asyncIterator]().next()).rejects.toThrow('no look');
  });

  it('are not asked for when the search is cancelled', async () => {
    await put('books/b/content/a.md', 'one');
    const pages = open().below('books/b/content/', String, { signal: AbortSignal.abort(new Error('enough')) });
    await expect(pages[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
  });
});

async function expectAll(texts: Texts, now: ReadonlyMap<string, string>): Promise<void> {
  const expected = [...now].map(([key, content]) => [key, lined(content)]);
  expect(await found(texts)).toEqual(Object.fromEntries(expected));
}

/** As it is on a page. */
function lined(content: string): string {
  const text = content.replaceAll('\r\n', '\n');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

describe('listed texts', () => {
  it('an unchanged file is read once, a changed one again', async () => {
    const reads: string[] = [];
    const texts = new Texts(counting(reads, false));
    for (const name of ['a', 'b', 'c']) await put(`books/b/content/${name}.md`, name === 'c' ? 'x\0' : name);
    await sleep(60);
    await found(texts);
    await found(texts);
    expect(reads).toHaveLength(3);
    await put('books/b/content/b.md', 'changed');
    expect((await found(texts))['books/b/content/b.md']).toBe('changed\n');
    expect(reads).toHaveLength(4);
  });

  it('the cache has its limit', async () => {
    const reads: string[] = [];
    const texts = new Texts(counting(reads, false), 2500);
    for (const name of ['a', 'b', 'c']) await put(`books/b/content/${name}.md`, 'x'.repeat(1000));
    await sleep(60);
    await found(texts);
    await found(texts);
    // The last two are still there; the first one, when it comes back, drives out another.
    expect(reads).toHaveLength(4);
  });
});

describe.runIf(process.platform === 'linux')('texts by folder', () => {
  it('what is looked at once is not kept, what is looked at twice is', async () => {
    const texts = new Texts(storage);
    await put('books/b/content/a.md', 'a line\n'.repeat(50_000));
    await sleep(60);
    const reads: number[] = [];
    for (let looks = 0; looks < 4; looks++) {
      const before = await bytesRead();
      await found(texts);
      reads.push(Math.floor(((await bytesRead()) - before) / 350_000));
    }
    expect(reads).toEqual([1, 1, 0, 0]);
  });

  it('only what has changed in a folder is read', async () => {
    const texts = new Texts(storage);
    await put('books/b/content/a.md', 'a line\n'.repeat(50_000));
    await put('books/b/content/b.md', 'first');
    await sleep(60);
    // What is looked at a second time is kept.
    await found(texts);
    await found(texts);
    await put('books/b/content/b.md', 'second');
    const before = await bytesRead();
    expect(await found(texts)).toMatchObject({ 'books/b/content/b.md': 'second\n' });
    expect((await bytesRead()) - before).toBeLessThan(100_000);
  });
});

/** By this process, since it started. */
async function bytesRead(): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);
}
