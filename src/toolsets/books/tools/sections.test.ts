import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, callAll, write, audit, pathOf } = libraryTools();
const lesson = { ...BOOK, path: INTRO };
const TOUR = '---\ntitle: Tour\n---\n\n# Tour\n\nHello there.\n\n## Setup\n\nOld.\n\n## Use\n\nRun it.\n';

async function hashOf(section: string, more = {}): Promise<unknown> {
  return (await call('read_content', { ...lesson, section, ...more })).section_hash;
}

describe('read_content of a part', () => {
  it('gives the outline: sections with lines, words and hash', async () => {
    await write(INTRO, TOUR);
    expect(await call('read_content', { ...lesson, outline: true })).toMatchInlineSnapshot(`
      {
        "result": [
          {
            "lines": "1-4",
            "section": "(front matter)",
            "section_hash": "3d31f932b56cdd1a",
            "words": 2,
          },
          {
            "lines": "5-8",
            "section": "Tour",
            "section_hash": "4a00d0f61b38a333",
            "words": 3,
          },
          {
            "lines": "9-12",
            "section": "Tour > Setup",
            "section_hash": "a3004846953245bb",
            "words": 2,
          },
          {
            "lines": "13-15",
            "section": "Tour > Use",
            "section_hash": "4cffaaa003222a3c",
            "words": 3,
          },
        ],
      }
    `);
  });

  it('gives one section with its hash, and not the hash of the file', async () => {
    await write(INTRO, TOUR);
    expect(await call('read_content', { ...lesson, section: 'Tour > Setup' })).toMatchInlineSnapshot(`
      {
        "content": "## Setup

      Old.

      ",
        "last_modified": "(time)",
        "section_hash": "a3004846953245bb",
        "source": "base",
      }
    `);
    expect(await call('read_content', { ...lesson, section: 'Setup' })).toMatchObject({
      content: '## Setup\n\nOld.\n\n',
    });
  });

  it('reads the own version of a user, or the shared one', async () => {
    await write(INTRO, '# A\nshared\n');
    await write(INTRO, '# A\nown\n', { user_id: 'bob' });
    const read = (user_id: string) => call('read_content', { ...lesson, section: 'A', user_id });
    expect(await read('bob')).toMatchObject({ content: '# A\nown\n', source: 'overlay' });
    expect(await read('eve')).toMatchObject({ content: '# A\nshared\n', source: 'base' });
  });

  it('gives a long outline in pages', async () => {
    const headings = Array.from({ length: 400 }, (_, n) => `# Heading ${n}\n`);
    await write(INTRO, headings.join(''));
    const { result, next_cursor } = await call('read_content', { ...lesson, outline: true });
    expect((result as unknown[]).length).toBeLessThan(400);
    expect(next_cursor).toEqual(expect.any(String));
    const all = (await callAll('read_content', { ...lesson, outline: true })) as { section: string }[];
    expect(all.map(({ section }) => `# ${section}\n`)).toEqual(headings);
  });

  it('says what to do when there is no such section', async () => {
    await write(INTRO, TOUR);
    expect(await call('read_content', { ...lesson, section: 'Set up' })).toMatchInlineSnapshot(`
      {
        "code": "SECTION_NOT_FOUND",
        "error": "ContentNotFoundError",
        "isError": true,
        "message": "The lesson has no such section, or several. Choose one of sections, spelt as it is there.",
        "path": "content/01-Part/01-Chapter/01-intro.md",
        "section": "Set up",
        "sections": [
          "(front matter)",
          "Tour",
          "Tour > Setup",
          "Tour > Use",
        ],
      }
    `);
    expect(
      await call('read_content', { ...lesson, path: INTRO.replace('01-intro', '02-none'), outline: true }),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
    writeFileSync(pathOf(`books/ai-python/${INTRO}`), Buffer.from([0x23, 0x20, 0xff]));
    expect(await call('read_content', { ...lesson, outline: true })).toMatchObject({ code: 'STORAGE_ERROR' });
  });

  it('refuses what does not go together', async () => {
    const message = async (more: object) => (await call('read_content', { ...lesson, ...more })).message;
    expect(await message({ outline: true, section: 'A' })).toBe(
      'Send outline to see the sections, or section to read one; not both.',
    );
    expect(await message({ section: 'A', scope: 'book' })).toBe('section is about one lesson. Leave scope out.');
    expect(await message({ outline: true, scope: 'part' })).toBe('outline is about one lesson. Leave scope out.');
  });
});

describe('write_content of a section', () => {
  it('replaces it, leaves the rest as it is, and leaves a row in the audit log like any write', async () => {
    await write(INTRO, TOUR);
    const section_hash = await hashOf('Setup');
    const content = '## Setup\n\nNew.\n\n';
    expect(await call('write_content', { ...lesson, content, section: 'Setup', section_hash })).toMatchInlineSnapshot(`
      {
        "file_hash": "41719ebde992b9a4b3a039e7758de0b862174766373408b28c8e2ad88c396ebb",
        "file_size": 75,
        "mode": "updated",
        "namespace": "base",
        "path": "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
        "section_hash": "d33c07056c3e45f2",
        "status": "success",
      }
    `);
    expect(readFileSync(pathOf(`books/ai-python/${INTRO}`), 'utf8')).toBe(TOUR.replace('Old.', 'New.'));
    expect((await audit()).at(-1)).toBe(`tester 1 | write_content | ${INTRO} | __base__ | success`);
  });

  it('gives the hash with which to go on', async () => {
    await write(INTRO, TOUR);
    let section_hash = await hashOf('Use');
    for (const word of ['one', 'two', 'three']) {
      const edit = { ...lesson, content: `## Use\n\n${word}\n`, section: 'Use', section_hash };
      ({ section_hash } = await call('write_content', edit));
    }
    expect(section_hash).toBe(await hashOf('Use'));
  });

  it('succeeds whatever has happened to other sections, and not when this one has changed', async () => {
    await write(INTRO, TOUR);
    const edit = { ...lesson, content: '## Use\n\nWalk.\n', section: 'Use', section_hash: await hashOf('Use') };
    writeFileSync(pathOf(`books/ai-python/${INTRO}`), TOUR.replace('# Tour', '# Journey').replace('Old.', 'By hand.'));
    expect(await call('write_content', edit)).toMatchObject({ status: 'success' });
    expect(await call('write_content', edit)).toMatchInlineSnapshot(`
      {
        "code": "CONFLICT",
        "current_section_hash": "fbd7ed094299d7c9",
        "error": "ConflictError",
        "expected_section_hash": "4cffaaa003222a3c",
        "isError": true,
        "message": "The section has changed since it was read. Read it again, merge, and retry with its new section_hash.",
        "path": "content/01-Part/01-Chapter/01-intro.md",
        "section": "Journey > Use",
      }
    `);
    expect((await audit()).at(-1)).toBe(`tester 1 | write_content | ${INTRO} | __base__ | conflict | CONFLICT`);
    expect(await call('write_content', { ...edit, section_hash: undefined })).toMatchInlineSnapshot(`
      {
        "code": "HASH_REQUIRED",
        "current_section_hash": "fbd7ed094299d7c9",
        "error": "HashRequiredError",
        "isError": true,
        "message": "The section exists. Read it, then send its section_hash.",
        "path": "content/01-Part/01-Chapter/01-intro.md",
        "section": "Journey > Use",
      }
    `);
  });

  it('edits the own version of a user, which must be there', async () => {
    await write(INTRO, TOUR);
    const edit = { ...lesson, content: '## Use\n\nMine.\n', section: 'Use', user_id: 'bob' };
    const section_hash = await hashOf('Use', { user_id: 'bob' });
    expect(await call('write_content', { ...edit, section_hash })).toMatchInlineSnapshot(`
      {
        "code": "NOT_FOUND",
        "error": "ContentNotFoundError",
        "isError": true,
        "message": "This user has no own version of the lesson. To create it, send all of it, without section and without a hash.",
        "path": "content/01-Part/01-Chapter/01-intro.md",
      }
    `);
    await write(INTRO, TOUR, { user_id: 'bob' });
    expect(await call('write_content', { ...edit, section_hash })).toMatchObject({ namespace: 'overlay' });
    expect(readFileSync(pathOf(`books/ai-python/${INTRO}`), 'utf8')).toBe(TOUR);
    expect(readFileSync(pathOf(`books/ai-python/users/bob/${INTRO}`), 'utf8')).toBe(TOUR.replace('Run it.', 'Mine.'));
  });

  it('refuses what does not go together, and what is no part of a lesson', async () => {
    const expected_hash = await write(INTRO, TOUR);
    const edit = { ...lesson, content: '## Use\n', section: 'Use', section_hash: await hashOf('Use') };
    const refusal = async (more: object) => await call('write_content', { ...edit, ...more });
    expect(await refusal({ expected_hash })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'With section, send section_hash and leave expected_hash out.',
    });
    expect(await refusal({ section: undefined })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'section_hash needs section: say which section it is of.',
    });
    expect(await refusal({ section: 'Usage', section_hash: 'x' })).toMatchObject({ code: 'SECTION_NOT_FOUND' });
    expect(await refusal({ content: '## Use\n\ud800' })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await refusal({ path: INTRO.replace('01-intro', '02-none') })).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no such lesson. To create it, send all of it, without section and without a hash.',
    });
    expect(readFileSync(pathOf(`books/ai-python/${INTRO}`), 'utf8')).toBe(TOUR);
  });
});
