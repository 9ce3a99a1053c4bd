import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../../../../test/harness/books/setup.ts';
import type { Library } from '../commit/library.ts';
import { verify } from '../maintenance/verify.ts';
import { BASE } from '../model/file-key.ts';
import { keyOf } from '../model/files.ts';
import { bookId } from '../model/names.ts';
import { behind, closeLibrary, openLibrary, temporaryFolder } from '../testing/library.ts';
import { findBrokenReferences } from './book-references.ts';
import { FactsReader } from './lesson-facts.ts';
import { MarkdownParser, UnparsableLesson } from './markdown-parser.ts';
import { move as moveIn } from './move.ts';

const book = bookId('moving');
const actor = { agentId: 'ada', operation: 'move_content' };
const signal = new AbortController().signal;
const parser = new MarkdownParser();
afterAll(() => parser.close());

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root);
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const place = { bookId: book, path, userId: BASE };
    await library.put({ ...place, key: keyOf(place) }, Buffer.from(text), actor);
  }
}

function move(from: string, to: string, more = {}) {
  const request = { book, from, to, originals: new Map<string, string>(), signal, admit: async () => {}, ...more };
  return moveIn(library, parser, request, actor);
}

function state(): Record<string, string> {
  const start = `books/${book}/`;
  const ground = behind(folder.root);
  return Object.fromEntries(ground.keys(start).map((key) => [key.slice(start.length), ground.read(key).toString()]));
}

/** The broken references of the book, by what they lead to. */
async function broken(): Promise<string[]> {
  const found = await findBrokenReferences(library, new FactsReader(library, parser), {
    book,
    originals: new Map(),
    signal,
  });
  return found.flatMap(({ issue }) => /leads (.*)$/.exec(issue)?.[1] ?? []).sort();
}

const CHAPTER = 'content/01-Part/01-Chapter';
const OTHER = 'content/02-Part/01-Other';

describe('a move', () => {
  it('takes a lesson with its summary, and every way of writing an address follows', async () => {
    await write({
      [`${CHAPTER}/01-a.md`]:
        '# A\n\nSee [b](02-b.md#part), ![pic](../../../static/img/p.png "Title") and [gone](nowhere.md).\n',
      [`${CHAPTER}/01-a.summary.md`]: '[whole](01-a.md)\n',
      [`${CHAPTER}/02-b.md`]:
        '---\nlink: 01-a.md\n---\n> quoted [a](./01-a.md?x=1#y)\n> - listed\n>   [a][ref] <img src="01-a.md">\n\n' +
        '| one | two |\r\n|---|---|\r\n| [a](01-a.md) | [a](<01-a.md>) `[a](01-a.md)` |\r\n\r\n```\n[a](01-a.md)\n```\n\n' +
        '[ref]: 01-a.md "Title"\n<div>\n<a href=\'01-a.md\'>x</a>\n</div>\n\n## Head [a](%30%31-a.md) ##\n[up](../../01-Part/01-Chapter/01-a.md)\n',
      [`${OTHER}/01-c.md`]: '[a](../../01-Part/01-Chapter/01-a.md) [a](/docs/01-Part/01-Chapter/01-a.md) 01-a.md\n',
      'static/img/p.png': 'picture',
    });
    const before = await broken();
    const plan = await move(`${CHAPTER}/01-a.md`, `${OTHER}/07-z.md`);
    expect(plan.moved.map(({ from, to }) => [from, to])).toEqual([
      [`${CHAPTER}/01-a.md`, `${OTHER}/07-z.md`],
      [`${CHAPTER}/01-a.summary.md`, `${OTHER}/07-z.summary.md`],
    ]);
    expect(state()).toEqual({
      [`${OTHER}/07-z.md`]:
        '# A\n\nSee [b](../../01-Part/01-Chapter/02-b.md#part), ![pic](../../../static/img/p.png "Title") and [gone](../../01-Part/01-Chapter/nowhere.md).\n',
      [`${OTHER}/07-z.summary.md`]: '[whole](07-z.md)\n',
      [`${CHAPTER}/02-b.md`]:
        '---\nlink: 01-a.md\n---\n> quoted [a](./../../02-Part/01-Other/07-z.md?x=1#y)\n> - listed\n>   [a][ref] <img src="../../02-Part/01-Other/07-z.md">\n\n' +
        '| one | two |\r\n|---|---|\r\n| [a](../../02-Part/01-Other/07-z.md) | [a](<../../02-Part/01-Other/07-z.md>) `[a](01-a.md)` |\r\n\r\n```\n[a](01-a.md)\n```\n\n' +
        '[ref]: ../../02-Part/01-Other/07-z.md "Title"\n<div>\n<a href=\'../../02-Part/01-Other/07-z.md\'>x</a>\n</div>\n\n## Head [a](../../02-Part/01-Other/07-z.md) ##\n[up](../../02-Part/01-Other/07-z.md)\n',
      [`${OTHER}/01-c.md`]: '[a](07-z.md) [a](/docs/02-Part/01-Other/07-z.md) 01-a.md\n',
      'static/img/p.png': 'picture',
    });
    expect(await broken()).toEqual(before);
    const notes = (await library.journal.audit({ operation: 'move_content', limit: 6 })).map(
      ({ path, errorMessage }) => `${path}: ${errorMessage?.replace(/^group [0-9a-f-]{36}; /, '')}`,
    );
    expect(notes).toContain(`${OTHER}/07-z.md: moved from ${CHAPTER}/01-a.md`);
    expect(notes).toContain(`${CHAPTER}/01-a.md: moved to ${OTHER}/07-z.md`);
    expect((await verify(library, { repair: false })).findings).toEqual([]);
  });

  it('finds addresses in cells with escaped bars, in rows without outer bars, beside a zero byte and without quotes', async () => {
    const lines = (to: string) =>
      [
        '| a | b |',
        '|---|---|',
        `| [x\\|y](${to}) \`a\\|b\` [z](${to}) | \\| [z](${to} "\\|") |`,
        '',
        'a | b',
        '--|--',
        `[z](${to}) | [z](${to})`,
        '',
        `\0 [z](${to})`,
        '',
        `<img width=20 src=${to}> and <a href=${to}>z</a>`,
        '',
        `<div data=${to} class="x">`,
        '</div>',
      ].join('\n');
    await write({ [`${CHAPTER}/01-a.md`]: lines('02-b.md'), [`${CHAPTER}/02-b.md`]: '# B' });
    const { rewritten } = await move(`${CHAPTER}/02-b.md`, `${CHAPTER}/03-c.md`);
    expect(state()[`${CHAPTER}/01-a.md`]).toBe(lines('03-c.md'));
    expect(rewritten.map(({ links }) => links)).toEqual([9]);
    expect(await broken()).toEqual([]);
  });

  it('finds the last of very many addresses, and names a lesson that has more', async () => {
    const links = (count: number, to: string) => `${'[b](02-b.md) '.repeat(count)}[z](${to})\n`;
    await write({
      [`${CHAPTER}/01-a.md`]: links(5000, '03-c.md'),
      [`${CHAPTER}/02-b.md`]: '# B',
      [`${CHAPTER}/03-c.md`]: '# C',
      [`${CHAPTER}/04-d.md`]: links(20_001, '03-c.md'),
    });
    const { unchecked } = await move(`${CHAPTER}/03-c.md`, `${CHAPTER}/05-e.md`);
    expect(state()[`${CHAPTER}/01-a.md`]).toBe(links(5000, '05-e.md'));
    expect([...unchecked]).toEqual([`${CHAPTER}/04-d.md`]);
  });

  it('does not fail because of a lesson that is too much for the parser', async () => {
    class BusyParser extends MarkdownParser {
      override addresses(texts: readonly string[]) {
        if (texts.some((text) => text.includes('too much'))) throw new UnparsableLesson('takes too long');
        return super.addresses(texts);
      }
    }
    await write({
      [`${CHAPTER}/01-a.md`]: 'too much [b](02-b.md)',
      [`${CHAPTER}/02-b.md`]: '# B',
      [`${CHAPTER}/03-c.md`]: '[b](02-b.md)',
    });
    const request = { book, from: `${CHAPTER}/02-b.md`, to: `${CHAPTER}/04-d.md`, originals: new Map(), signal };
    const busy = new BusyParser();
    const { rewritten, unchecked } = await moveIn(library, busy, { ...request, admit: async () => {} }, actor);
    await busy.close();
    expect(rewritten.map(({ path }) => path)).toEqual([`${CHAPTER}/03-c.md`]);
    expect([...unchecked]).toEqual([`${CHAPTER}/01-a.md`]);
  });

  describe('while others write', () => {
    /** Moves a lesson; what others do meanwhile happens between plan and commit. */
    function moveWhile(meanwhile: () => Promise<void>) {
      let isFirst = true;
      const admit = async () => {
        if (isFirst) {
          isFirst = false;
          await meanwhile();
        }
      };
      return move(`${CHAPTER}/02-b.md`, `${OTHER}/02-b.md`, { admit });
    }
    const link = (to: string) => `[b](${to}) ![p](../../../static/img/p.png)\n`;

    it('rewrites links that came after the plan was made, and leaves other words of that moment alone', async () => {
      await write({ [`${CHAPTER}/01-a.md`]: 'plain\n', [`${CHAPTER}/02-b.md`]: '# B' });
      const { rewritten, unchecked } = await moveWhile(async () => {
        await write({ [`${CHAPTER}/01-a.md`]: link('02-b.md'), [`${CHAPTER}/09-new.md`]: link('./02-b.md#x') });
        await write({ [`${CHAPTER}/10-other.md`]: 'plain' });
      });
      expect(state()).toEqual({
        [`${CHAPTER}/01-a.md`]: link('../../02-Part/01-Other/02-b.md'),
        [`${CHAPTER}/09-new.md`]: link('./../../02-Part/01-Other/02-b.md#x'),
        [`${CHAPTER}/10-other.md`]: 'plain',
        [`${OTHER}/02-b.md`]: '# B',
      });
      expect(rewritten.map(({ path }) => path)).toEqual([`${CHAPTER}/01-a.md`, `${CHAPTER}/09-new.md`]);
      expect([...unchecked]).toEqual([]);
    });

    it('is planned again as long as there is time, and then says what was in its way', async () => {
      await write({ [`${CHAPTER}/01-a.md`]: link('02-b.md'), [`${CHAPTER}/02-b.md`]: '# B' });
      let writes = 0;
      let admitted = 0;
      class Crossed extends MarkdownParser {
        most = 0;
        override async addresses(texts: readonly string[]) {
          const found = await super.addresses(texts);
          if (texts[0] !== '# B' && writes < this.most)
            await write({ [`${CHAPTER}/01-a.md`]: `${++writes} ${link('02-b.md')}` });
          return found;
        }
      }
      const crossed = new Crossed();
      const admit = async (bytes: number) => {
        admitted += bytes;
      };
      const moved = (most: number, patienceMs: number) => {
        crossed.most = most;
        const request = { book, from: `${CHAPTER}/02-b.md`, to: `${OTHER}/02-b.md`, originals: new Map(), signal };
        return moveIn(library, crossed, { ...request, admit }, actor, patienceMs);
      };
      await expect(moved(Number.POSITIVE_INFINITY, -1)).rejects.toThrow('others keep changing lessons');
      expect(state()).toHaveProperty([`${CHAPTER}/02-b.md`]);
      admitted = 0;
      await moved(9, 60_000);
      await crossed.close();
      expect(state()).toEqual({
        [`${CHAPTER}/01-a.md`]: `9 ${link('../../02-Part/01-Other/02-b.md')}`,
        [`${OTHER}/02-b.md`]: '# B',
      });
      expect(admitted).toBeLessThan(200);
    });

    it('does not mind that a lesson without such a link is deleted', async () => {
      await write({ [`${CHAPTER}/02-b.md`]: '# B', [`${CHAPTER}/03-c.md`]: '02-b' });
      const gone = { bookId: book, path: `${CHAPTER}/03-c.md`, userId: BASE };
      await moveWhile(async () => {
        await library.remove({ ...gone, key: keyOf(gone) }, actor);
      });
      expect(state()).toEqual({ [`${OTHER}/02-b.md`]: '# B' });
    });
  });

  it('takes the history along, there and back, each version once', async () => {
    const [here, there] = [`${CHAPTER}/01-a.md`, `${OTHER}/01-a.md`];
    const history = async (path: string) => {
      const rows = await library.journal.history.list({ bookId: book, path, userId: BASE }, 10);
      const texts = rows.map(async (row) => {
        const { sha256: hash, size } = row;
        return hash === null ? 'gone' : String(await library.versions.read(row, { sha256: hash, size }));
      });
      return (await Promise.all(texts)).reverse();
    };
    await write({ [here]: 'one' });
    await write({ [here]: 'two' });
    await move(here, there);
    expect(await history(there)).toEqual(['one', 'two', 'two']);
    expect(await history(here)).toEqual(['one', 'two', 'gone']);
    await write({ [there]: 'three' });
    await move(there, here);
    expect(await history(here)).toEqual(['one', 'two', 'gone', 'three', 'three']);
    expect(await history(there)).toEqual(['one', 'two', 'two', 'three', 'gone']);
    expect((await verify(library, { repair: false })).findings).toEqual([]);
  });

  it('takes a chapter with all that is in it; links within it stay as they are', async () => {
    await write({
      [`${CHAPTER}/README.md`]: '[a](01-a.md)\n',
      [`${CHAPTER}/01-a.md`]: '[b](02-b.md) [c](../02-Next/01-c.md)\n',
      [`${CHAPTER}/02-b.md`]: 'plain\n',
      'content/01-Part/02-Next/01-c.md': '[a](../01-Chapter/01-a.md)\n',
    });
    await move(`${CHAPTER}/`, OTHER);
    expect(state()).toEqual({
      [`${OTHER}/README.md`]: '[a](01-a.md)\n',
      [`${OTHER}/01-a.md`]: '[b](02-b.md) [c](../../01-Part/02-Next/01-c.md)\n',
      [`${OTHER}/02-b.md`]: 'plain\n',
      'content/01-Part/02-Next/01-c.md': '[a](../../02-Part/01-Other/01-a.md)\n',
    });
  });

  it('takes an asset, whose names may need to be encoded', async () => {
    const text =
      '![a](/img/my%20pic.png) ![b](@site/static/img/my%20pic.png) ![c](<../../../static/img/my pic.png>) <https://cdn.example/books/moving/static/img/my%20pic.png>\n';
    await write({ [`${CHAPTER}/01-a.md`]: text, 'static/img/my pic.png': 'picture' });
    expect(await broken()).toEqual([]);
    await move('static/img/my pic.png', 'static/slides/new (1).png');
    expect(state()[`${CHAPTER}/01-a.md`]).toBe(
      '![a](/slides/new%20%281%29.png) ![b](@site/static/slides/new%20%281%29.png) ![c](<../../../static/slides/new%20%281%29.png>) <https://cdn.example/books/moving/static/slides/new%20%281%29.png>\n',
    );
    expect(await broken()).toEqual([]);
  });

  it.each<[string, string, string, object?]>([
    ['NOT_FOUND', `${CHAPTER}/08-none.md`, `${CHAPTER}/09-x.md`],
    ['CONFLICT', `${CHAPTER}/01-a.md`, `${CHAPTER}/02-b.md`],
    ['CONFLICT', CHAPTER, 'content/01-Part/02-Next'],
    ['CONFLICT', `${CHAPTER}/01-a.md`, `${CHAPTER}/09-x.md`, { expectedHash: '0'.repeat(64) }],
    ['VALIDATION_ERROR', `${CHAPTER}/01-a.md`, `${CHAPTER}/01-a.md`],
    ['VALIDATION_ERROR', `${CHAPTER}/01-a.md`, `${CHAPTER}/01-a.summary.md`],
    ['VALIDATION_ERROR', CHAPTER, OTHER, { expectedHash: '0'.repeat(64) }],
    [
      'VALIDATION_ERROR',
      `${CHAPTER}/01-a.md`,
      `${OTHER}/01-a.md`,
      { originals: new Map([[`${CHAPTER}/01-a.md`, 'content/a.md']]) },
    ],
    ['SCHEMA_VIOLATION', `${CHAPTER}/01-a.md`, `${CHAPTER}/a.md`],
    ['SCHEMA_VIOLATION', CHAPTER, 'content/02-Part'],
    ['INVALID_PATH', `${CHAPTER}/01-a.md`, '../x.md'],
  ])('is refused with %s: %s to %s', async (code, from, to, more) => {
    await write({ [`${CHAPTER}/01-a.md`]: 'a', [`${CHAPTER}/02-b.md`]: 'b', 'content/01-Part/02-Next/01-c.md': 'c' });
    const before = state();
    await expect(move(from, to, more)).rejects.toThrow(`"code":"${code}"`);
    expect(state()).toEqual(before);
  });
});

const FOLDERS = [CHAPTER, 'content/01-Part/02-Next', OTHER];
const LESSONS = FOLDERS.flatMap((one) => [`${one}/01-a.md`, `${one}/02-b.md`]);
const ASSETS = ['static/img/p.png', 'static/audio/deep/q r.mp3'];

/** The shortest relative address of a file. */
function shortest(from: string, to: string): string {
  const [own, goal] = [from.split('/').slice(0, -1), to.split('/')];
  while (own.length > 0 && goal.length > 1 && own[0] === goal[0]) {
    own.shift();
    goal.shift();
  }
  return [...own.map(() => '..'), ...goal].join('/').replaceAll(' ', '%20');
}

const styles: ((from: string, to: string) => string)[] = [
  (from, to) => `[x](${shortest(from, to)})`,
  (from, to) => `![x](./${shortest(from, to)} "t")`,
  (from, to) => `- item\n\n  > [*x* \`y\`](<${shortest(from, to)}#h>)`,
  (_, to) => `[x](../../../${to.replaceAll(' ', '%20')})`,
  (from, to) => `<img alt='' src="${shortest(from, to)}"> text`,
  (from, to) => `| a | b |\n|--|--|\n| \`c\` | [x](${shortest(from, to)}) |`,
  (from, to) => `\`\`\`\n[x](${shortest(from, to)})\n\`\`\``,
  (from, to) => `[r][r${to.length}] ![y][r${to.length}]\n\n[r${to.length}]: ${shortest(from, to)}`,
];

const paragraph = fc.record({
  style: fc.constantFrom(...styles),
  to: fc.constantFrom(...LESSONS, ...ASSETS, `${CHAPTER}/09-missing.md`),
  text: fc.constantFrom('plain ü 😀', '# Head', '1. one\n2. two', '[not a link] (x)', 'a\\\nb', '***'),
});

it('of anything breaks no link, and the way back restores every byte', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(paragraph, { maxLength: 4 }), { minLength: LESSONS.length, maxLength: LESSONS.length }),
      fc.constantFrom(
        [`${CHAPTER}/01-a.md`, `${OTHER}/05-new.md`],
        [`${CHAPTER}/02-b.md`, `${CHAPTER}/03-renamed.md`],
        [CHAPTER, 'content/03-Part/01-New'],
        [OTHER, 'content/02-Part/04-New'],
        ['static/img/p.png', 'static/img/deep/er.png'],
        ['static/audio/deep/q r.mp3', 'static/audio/q.mp3'],
      ),
      fc.constantFrom('\n', '\r\n'),
      async (lessons, [from, to], lineEnd) => {
        const texts = lessons.map((paragraphs, at) =>
          ['---\ntitle: x\n---', ...paragraphs.flatMap((one) => [one.text, one.style(LESSONS[at] as string, one.to)])]
            .join('\n\n')
            .replaceAll('\n', lineEnd),
        );
        await write(
          Object.fromEntries([...LESSONS.map((path, at) => [path, texts[at]]), ...ASSETS.map((path) => [path, path])]),
        );
        const [before, brokenBefore] = [state(), await broken()];
        await move(from, to);
        expect(state()).not.toEqual(before);
        expect(await broken()).toEqual(brokenBefore);
        await move(to, from);
        expect(state()).toEqual(before);
      },
    ),
    { numRuns: times(40) },
  ));
