import { describe, expect, it } from 'vitest';
import { verify } from '../maintenance/verify.ts';
import { behind, damageTexts, openLibrary } from '../testing/library.ts';
import { lessonNamed as lesson, searching } from './testing/searching.ts';

const library = searching();
const { found, names, write, remove } = library;

describe('ranking', () => {
  it('puts a heading before a heading above, and that before text', async () => {
    await write(
      lesson('a'),
      '# Cats\n\nThey hunt many animals, among them a mouse, and sleep for the rest of the day.\n',
    );
    await write(lesson('b'), '# Animals\n\nMany.\n\n## The mouse\n\nIt is small.\n\n### Food\n\nCheese, they say.\n');
    expect(await names('mouse')).toEqual(['b: Animals > The mouse', 'b: Animals > The mouse > Food', 'a: Cats']);
  });

  it('puts a short text that speaks of it often before a long one that hardly does', async () => {
    await write(lesson('a'), `# A\n\n${'Something else entirely. '.repeat(50)} Owls.\n`);
    await write(lesson('b'), '# B\n\nOwls and owls, nothing but owls.\n');
    expect(await names('owls')).toEqual(['b: B', 'a: A']);
  });

  it('orders equal ones by path and line, and goes on where a page has ended', async () => {
    for (const name of ['c', 'a', 'b']) await write(lesson(name), '# One\n\nowl\n\n# One\n\nowl\n');
    const all = ['a', 'b', 'c'].flatMap((name) => [`${name}: One`, `${name}: One [2]`]);
    expect(await names('owl')).toEqual(all);
    const first = await found('owl', { limit: 4 });
    expect(first.hasMore).toBe(true);
    expect(first.hits.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
    expect(await names('owl', { offset: 4 })).toEqual(all.slice(4));
    expect((await found('owl', { limit: 6 })).hasMore).toBe(false);
  });
});

describe('words', () => {
  it.each([
    ['fox dog', ['a: A']],
    ['fox cat', []],
    ['"brown fox"', ['a: A']],
    ['"fox brown"', []],
    ['br*', ['a: A']],
    ['"br*"', []],
    ['quick -fox', ['b: B']],
    ['quick -"quick cat"', ['a: A']],
    ['foxes', ['a: A']],
    ['GRÖSSE', ['c: C']],
    ['grosse', ['c: C']],
    ['cafe', ['c: C']],
    ['read_content', ['d: D']],
    ['"read content"', ['d: D']],
    ['content_read', []],
    ['検索', ['e: E']],
    ['全文検索', ['e: E']],
    ['索検', []],
    ['ภาษา', ['e: E']],
    ['검색', ['e: E']],
    ['password', ['f: F']],
    ['１２３', ['f: F']],
  ])('%s', async (query, expected) => {
    await write(lesson('a'), '# A\n\nThe quick brown fox jumps over the dog.\n');
    await write(lesson('b'), '# B\n\nThe quick cat sleeps.\n');
    await write(lesson('c'), '# C\n\nDie Größe des Cafés.\n');
    await write(lesson('d'), '# D\n\nCall `read_content` first.\n');
    await write(lesson('e'), '# E\n\n日本語の全文検索です。 ภาษาไทย 전문검색을\n');
    await write(lesson('f'), '# F\n\nYour pass\u200bword is 123.\n');
    expect(await names(query)).toEqual(expected);
  });

  it('tells where: the heading’s line, or that of a piece of a long section', async () => {
    const long = Array.from({ length: 200 }, (_, n) => `line ${n} of a long section`).join('\n');
    await write(lesson('a'), `---\r\ntitle: Told\r\n---\r\n\r\nfirst\r\n\r\n# Second\r\n\r\nowl\r\n`);
    await write(lesson('b'), `# Long\n\n${long}\nneedle\n`);
    expect((await found('owl')).hits).toMatchObject([{ line: 7, section: 'Second', title: 'Told', excerpt: '«owl»' }]);
    const [hit] = (await found('needle')).hits;
    const lines = `# Long\n\n${long}\nneedle\n`.split('\n');
    expect(lines[(hit?.line ?? 0) - 1]).toMatch(/^line 1\d\d of a long section$/);
    expect(hit?.excerpt).toMatch(/^….*line 199 of a long section «needle»$/);
  });
});

describe('whose', () => {
  it('a user’s own lessons take the place of shared ones, for that user alone', async () => {
    await write(lesson('a'), '# A\n\nshared owl\n');
    await write(lesson('b'), '# B\n\nshared owl\n');
    await write(lesson('a', 'ann'), '# Mine\n\nsecret owl\n');
    await write(lesson('b', 'bob'), '# Silent\n\nnothing\n');
    expect(await names('owl')).toEqual(['a: A', 'b: B']);
    expect(await names('owl', { user: 'ann' })).toEqual(['a: Mine', 'b: B']);
    expect(await names('owl', { user: 'bob' })).toEqual(['a: A']);
    expect(await names('secret')).toEqual([]);
    expect(await names('secret', { user: 'bob' })).toEqual([]);
    await remove(lesson('b', 'bob'));
    expect(await names('owl', { user: 'bob' })).toEqual(['a: A', 'b: B']);
  });

  it('of one book, or of all', async () => {
    await write(lesson('a'), '# A\n\nowl\n');
    await write(lesson('a', undefined, 'other'), '# Other\n\nowl\n');
    expect(await names('owl')).toEqual(['a: A']);
    const all = await found('owl', { books: ['other', 'sample'] });
    expect(all.hits.map(({ bookId }) => bookId)).toEqual(['other', 'sample']);
  });
});

describe('up to date', () => {
  it('with what is written, replaced and deleted', async () => {
    await write(lesson('a'), 'owl');
    expect(await names('owl')).toHaveLength(1);
    await write(lesson('a'), 'fox');
    expect(await names('owl')).toEqual([]);
    expect(await names('fox')).toHaveLength(1);
    await remove(lesson('a'));
    expect(await names('fox')).toEqual([]);
    await write(lesson('a'), 'fox');
    expect(await names('fox')).toHaveLength(1);
  });

  it('with what somebody changes by hand', async () => {
    await write(lesson('a'), 'owl');
    expect(await names('owl')).toHaveLength(1);
    const ground = behind(library.root);
    ground.write(lesson('a').key, 'fox');
    ground.write(lesson('b').key, 'owl and fox');
    await expect.poll(() => names('fox'), { timeout: 10_000 }).toHaveLength(2);
    expect(await names('owl')).toHaveLength(1);
    ground.remove(lesson('b').key);
    await expect.poll(() => names('fox'), { timeout: 10_000 }).toHaveLength(1);
  });

  it('after a restart, with what has changed meanwhile', async () => {
    for (const name of ['a', 'b', 'c']) await write(lesson(name), `owl ${name}`);
    expect(await names('owl')).toHaveLength(3);
    await library.reopen();
    const indexed = await library.library.journal.texts.lessons('sample', '__base__');
    expect(indexed.size).toBe(3);
    await write(lesson('a'), 'fox');
    await remove(lesson('b'));
    await library.reopen();
    expect(await names('owl')).toEqual(['c: (start)']);
    expect(await names('fox')).toEqual(['a: (start)']);
  });

  it('says what it had no time for, and goes on from there', async () => {
    for (let n = 0; n < 100; n++) await write(lesson(`a${n}`), `owl ${n}`);
    const late = await found('owl', { deadline: 0 });
    expect(late).toMatchObject({ waiting: 100, hits: [] });
    expect(await found('owl')).toMatchObject({ waiting: 0, hits: { length: 50 } });
  });

  it('when another process has cleared the index', async () => {
    await write(lesson('a'), 'owl');
    expect(await names('owl')).toHaveLength(1);
    const other = await openLibrary(library.root);
    await other.journal.texts.clear();
    await other.close();
    expect(await names('owl')).toHaveLength(1);
  });

  it('when another process has indexed an old version late', async () => {
    await write(lesson('a'), 'owl');
    await write(lesson('b'), 'owl');
    await names('owl');
    const { texts } = library.library.journal;
    const passage = { section: '', line: 1, start: 0, end: 3, headingWords: '', aboveWords: '', textWords: 'fox' };
    const old = { stamp: '2020-01-01T00:00:00.000Z', sha256: 'f'.repeat(64), title: '', passages: [passage] };
    await texts.put([{ ...lesson('a'), ...old }]);
    expect(await names('owl')).toHaveLength(2);
    await remove(lesson('b'));
    await names('owl');
    await texts.put([{ ...lesson('b'), ...old }]);
    expect(await names('fox')).toEqual([]);
    expect((await texts.lessons('sample', '__base__')).size).toBe(1);
  });

  it('leaves out what is no text, and says what cannot be read', async () => {
    await write(lesson('a'), Buffer.from([0xff, 0x6f, 0x77, 0x6c]));
    await write(lesson('a', 'ann'), Buffer.from([0xff, 0x6f, 0x77, 0x6c]));
    await write(lesson('b'), 'owl');
    expect(await names('owl')).toEqual(['b: (start)']);
    await write(lesson('a'), 'owl');
    expect(await names('owl', { user: 'ann' })).toEqual(['b: (start)']);
  });
});

describe('verify', () => {
  it('finds nothing wrong with an index, or without one', async () => {
    await write(lesson('a'), '# A\n\nowl\n');
    expect((await verify(library.library, { repair: false })).findings).toEqual([]);
    await names('owl');
    expect((await verify(library.library, { repair: false })).findings).toEqual([]);
  });

  it('finds damage, and with it mended the search finds everything again', async () => {
    await write(lesson('a'), '# A\n\nowl\n');
    await names('owl');
    await damageTexts(library.root);
    expect(await names('owl')).toEqual([]);
    const damaged = {
      kind: 'texts',
      detail: expect.stringMatching(/^the index of search_content is damaged: 1|2 lessons/),
    };
    expect((await verify(library.library, { repair: false })).findings).toMatchObject([
      { ...damaged, repaired: false },
    ]);
    expect((await verify(library.library, { repair: true })).findings).toMatchObject([{ ...damaged, repaired: true }]);
    expect(await names('owl')).toEqual(['a: A']);
    expect((await verify(library.library, { repair: false })).findings).toEqual([]);
  });
});

describe('hostile lessons', () => {
  it('10 MB of text are found in pieces', async () => {
    const filler = `${'lorem ipsum dolor sit amet '.repeat(40)}\n\n`;
    const text = `# Big\n\n${filler.repeat(Math.floor(9_900_000 / filler.length))}needle\n`;
    await write(lesson('a'), text);
    await write(lesson('b'), '# Small\n\nneedle\n');
    const { hits } = await found('needle');
    expect(hits.map(({ path, section }) => [path, section])).toEqual([
      [lesson('b').path, 'Small'],
      [lesson('a').path, ''],
    ]);
    expect(hits[1]?.line).toBeGreaterThan(17_000);
    expect(hits[1]?.excerpt).toMatch(/ «needle»$/);
  });

  it('a line of a million characters, also without a space, and words without an end', async () => {
    const commas = Array.from({ length: 100_000 }, (_, n) => `w${n}`).join(',');
    await write(lesson('a'), commas);
    await write(lesson('b'), `${'x'.repeat(1_000_000)} owl`);
    await write(lesson('c'), `# ${'y '.repeat(400_000)}heading\n\nowl\n`);
    for (const n of [0, 777, 50_000, 99_999]) expect(await names(`w${n}`)).toEqual(['a: (start)']);
    expect((await names('owl')).sort()).toEqual(['b: ', expect.stringMatching(/^c: y y/)]);
    expect(await names(`${'x'.repeat(400)}`)).toContain('b: ');
    expect(await names('heading')).toHaveLength(1);
    for (const { excerpt } of (await found('owl')).hits) expect(excerpt.length).toBeLessThan(300);
  });

  it('100,000 headings', async () => {
    await write(lesson('a'), Array.from({ length: 100_000 }, (_, n) => `# H${n}\n`).join(''));
    expect((await found('H99999')).hits).toMatchObject([{ section: '', path: lesson('a').path }]);
  });

  it('what cannot be seen, or turns the writing around', async () => {
    await write(lesson('a'), '# \u202eOwl\u202c\n\n\u2066ow\u00adl\u2069 \u200bfox\u200d \u{e0041}tag\n');
    expect(await names('owl fox')).toHaveLength(1);
    expect(await names('owl')).toHaveLength(1);
  });
});
