import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, callAll, write, audit } = libraryTools();
const NEXT = 'content/01-Part/01-Chapter/02-next.md';

describe('search_content', () => {
  it('finds sections by their words, headings first', async () => {
    await write(INTRO, '# Intro\n\nPython is fun.\n\n## Install on Windows\n\nRun the installer of Python.\n');
    await write(NEXT, '---\ntitle: "What comes next"\n---\nNothing to install.\n');
    expect(await call('search_content', { ...BOOK, query: 'install' })).toMatchInlineSnapshot(`
      {
        "result": [
          {
            "excerpt": "Run the installer of Python.",
            "heading": "Intro > Install on Windows",
            "line": 5,
            "path": "content/01-Part/01-Chapter/01-intro.md",
          },
          {
            "excerpt": "Nothing to «install».",
            "heading": "(start)",
            "line": 4,
            "path": "content/01-Part/01-Chapter/02-next.md",
            "title": "What comes next",
          },
        ],
      }
    `);
  });

  it('says when only some of the words were found, or when there is nothing to look for', async () => {
    await write(INTRO, '# Intro\n\nPython is fun.\n');
    const some = await call('search_content', { ...BOOK, query: 'python snakes' });
    expect(some).toMatchObject({ result: [{ heading: 'Intro', excerpt: '«Python» is fun.' }] });
    expect(some.hint).toBe('No section has all of the words; these have some of them.');
    for (const query of ['-python', '!?', '"', '*']) {
      const { result, hint } = await call('search_content', { ...BOOK, query });
      expect([result, hint]).toEqual([[], expect.stringMatching(/^The query holds no word/)]);
    }
    const many = Array.from({ length: 40 }, (_, n) => `python${n === 39 ? 'x' : ''}`).join(' ');
    expect((await call('search_content', { ...BOOK, query: many })).hint).toMatch(/^Only the first 32 words/);
  });

  it('gives ten sections, or as many as are asked for, and the rest with cursors, each once', async () => {
    const sections = Array.from({ length: 60 }, (_, n) => `## Part ${n}\n\nAn owl, number ${n}.\n\n`).join('');
    await write(INTRO, `# Birds\n\n${sections}`);
    const headings = (result: unknown) => (result as { heading: string }[]).map(({ heading }) => heading);
    const query = 'owl nightingale';
    const { result } = await call('search_content', { ...BOOK, query });
    expect(result).toHaveLength(10);
    const all = await callAll('search_content', { ...BOOK, query, limit: 25 });
    const expected = Array.from({ length: 60 }, (_, n) => `Birds > Part ${n}`);
    expect(headings(all)).toEqual(expected);
    const { next_cursor: cursor } = await call('search_content', { ...BOOK, query });
    expect(await call('search_content', { ...BOOK, query: 'owl', cursor })).toMatchObject({ isError: true });
  });

  it('keeps a page short, whatever the lessons hold', async () => {
    const long = 'ü'.repeat(199);
    const sections = Array.from({ length: 12 }, (_, n) => `# ${long}${n}\n\nowl ${'🦉'.repeat(500)}\n\n`).join('');
    await write(INTRO, sections);
    const { result, next_cursor } = await call('search_content', { ...BOOK, query: 'owl' });
    expect(JSON.stringify(result).length).toBeLessThan(5500);
    expect(next_cursor).toEqual(expect.any(String));
    expect(await callAll('search_content', { ...BOOK, query: 'owl' })).toHaveLength(12);
  });

  it.each([
    ['English', 'An owl hunts at night, silently, because its feathers break the air before it can make a sound. '],
    ['German', 'Die Eule (owl) jagt nachts, lautlos, weil ihre Federn die Luft brechen, bevor sie Geräusche macht. '],
    ['Japanese', 'フクロウ owl は夜に音もなく狩りをする。羽が空気を砕くからである。'],
    ['code', 'const owl = await readFile(`${folder}/${name}.md`, { encoding: "utf8" }); // 0x1f989 '],
  ])('takes at most 1,500 tokens in %s', async (_, sentence) => {
    const section = (n: number) => `## ${sentence.slice(0, 60)} ${n}\n\n${sentence.repeat(10)}\n\n`;
    await write(INTRO, `# ${sentence.slice(0, 30)}\n\n${Array.from({ length: 30 }, (_, n) => section(n)).join('')}`);
    const answer = await call('search_content', { ...BOOK, query: 'owl' });
    expect(countTokens(JSON.stringify(answer))).toBeLessThanOrEqual(1500);
    expect((answer.result as unknown[]).length).toBeGreaterThanOrEqual(5);
  });

  it('says what to do where nothing was found, and where there is no such book', async () => {
    await write(INTRO, '# Owls\n');
    const nothing = { result: [], hint: expect.stringMatching(/^No section has any of the words\. Try/) };
    expect(await call('search_content', { ...BOOK, query: 'unicorn' })).toEqual(nothing);
    expect(await call('search_content', { book_id: 'unknown', query: 'owl' })).toEqual({
      result: [],
      hint: 'There is no such book. List the books with list_books.',
    });
  });

  it('searches every book when told so, and wants to know which otherwise', async () => {
    await write(INTRO, '# Owls\n');
    await write(INTRO, '# More owls\n', { book_id: 'another' });
    expect(await call('search_content', { query: 'owl', all_books: true })).toMatchInlineSnapshot(`
      {
        "result": [
          {
            "book_id": "ai-python",
            "excerpt": "",
            "heading": "Owls",
            "line": 1,
            "path": "content/01-Part/01-Chapter/01-intro.md",
          },
          {
            "book_id": "another",
            "excerpt": "",
            "heading": "More owls",
            "line": 1,
            "path": "content/01-Part/01-Chapter/01-intro.md",
          },
        ],
      }
    `);
    expect(await call('search_content', { query: 'owl' })).toMatchObject({
      isError: true,
      code: 'VALIDATION_ERROR',
      message: 'Name a book as book_id, or search every book with all_books: true.',
    });
    expect(await call('search_content', { ...BOOK, query: '' })).toMatchObject({ isError: true });
    expect(await call('search_content', { book_id: 'No', query: 'x' })).toMatchObject({ isError: true });
    expect(await audit()).toContain('tester 1 | search_content | __base__ | success');
  });

  it('shows a user’s own lessons to nobody else', async () => {
    await write(INTRO, '# Shared\n\nowl\n');
    await write(INTRO, '# Own\n\nsecret owl\n', { user_id: 'ann' });
    const headings = async (args: object) =>
      ((await call('search_content', { ...BOOK, ...args })).result as { heading: string }[]).map(
        ({ heading }) => heading,
      );
    expect(await headings({ query: 'owl' })).toEqual(['Shared']);
    expect(await headings({ query: 'owl', user_id: 'ann' })).toEqual(['Own']);
    expect(await headings({ query: 'secret', user_id: 'bob' })).toEqual([]);
    expect(await headings({ query: 'secret' })).toEqual([]);
  });
});
