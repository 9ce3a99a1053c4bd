import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit, pathOf } = libraryTools();

describe('validate_book', () => {
  it('finds nothing wrong with a book that the tools have written', async () => {
    await write(INTRO, '# Intro\n');
    expect(await call('validate_book', BOOK)).toMatchInlineSnapshot(`
      {
        "book_id": "ai-python",
        "errors": [],
        "summary": {
          "content_files": 1,
          "error_count": 0,
          "total_files": 1,
          "warning_count": 0,
        },
        "valid": true,
        "warnings": [],
      }
    `);
  });

  it('names files that are in the wrong place; with strict the first', async () => {
    await write(INTRO, '# Intro\n');
    writeFileSync(pathOf('books/ai-python/content/01-Part/01-Chapter/no-number.md'), 'x');
    mkdirSync(pathOf('books/ai-python/static/fonts'), { recursive: true });
    writeFileSync(pathOf('books/ai-python/static/fonts/a.ttf'), 'x');
    expect(await call('validate_book', BOOK)).toMatchInlineSnapshot(`
      {
        "book_id": "ai-python",
        "errors": [
          {
            "issue": "The lesson is not named NN-name.md or NN-name.summary.md",
            "path": "content/01-Part/01-Chapter/no-number.md",
          },
          {
            "issue": "Assets belong below static/img, static/slides, static/videos or static/audio",
            "path": "static/fonts/a.ttf",
          },
        ],
        "summary": {
          "content_files": 2,
          "error_count": 2,
          "total_files": 3,
          "warning_count": 0,
        },
        "valid": false,
        "warnings": [],
      }
    `);
    const strict = await call('validate_book', { ...BOOK, strict: true, include_warnings: false });
    expect(strict).toMatchInlineSnapshot(`
      {
        "book_id": "ai-python",
        "errors": [
          {
            "issue": "The lesson is not named NN-name.md or NN-name.summary.md",
            "path": "content/01-Part/01-Chapter/no-number.md",
          },
        ],
        "failed_at": "content/01-Part/01-Chapter/no-number.md",
        "summary": {
          "content_files": 2,
          "error_count": 1,
          "total_files": 3,
          "warning_count": 0,
        },
        "valid": false,
        "warnings": [],
      }
    `);
  });

  it('warns of links and pictures that lead nowhere, with their lines', async () => {
    const lesson = [
      '---',
      'title: Links',
      '---',
      '[good](02-next.md#part) [good](./02-next.md?x) [good](../../../static/img/a%20b.png)',
      '![good](/img/a%20b.png) [elsewhere](https://example.org/x.md) [mail](mailto:a@b.c) [here](#top) [page](../other/page)',
      '[site](/blog/x.md) [asset](https://cdn.example.org/books/ai-python/static/slides/used.pptx)',
      '[bad](02-none.md)',
      '![bad](/img/none.png) and [bad][later], <a href="../../none.md">bad</a>',
      '<img src="../../../static/img/c.png">',
      '[out](../../../../x.md)',
      '',
      '`[code](no.md)`',
      '',
      '[later]: none.pdf',
      '',
      "import pic from '@site/static/img/gone.png';",
    ].join('\n');
    await write(INTRO, lesson);
    await write('content/01-Part/01-Chapter/02-next.md', '---\ntitle: Next\n---\n');
    await write('content/01-Part/01-Chapter/03-last.md', '# Last\n');
    for (const [asset_type, filename] of [
      ['img', 'a b.png'],
      ['slides', 'used.pptx'],
      ['audio', 'unused.mp3'],
    ])
      await call('upload_asset', { ...BOOK, asset_type, filename, binary_data: 'eA==' });
    const { valid, warnings } = await call('validate_book', BOOK);
    const told = (warnings as { path: string; line?: number; issue: string }[]).map(
      ({ path, line, issue }) => `${path.split('/').at(-1)}:${line ?? ''} ${issue}`,
    );
    expect(valid).toBe(true);
    expect(told).toMatchInlineSnapshot(`
      [
        "01-intro.md:7 "02-none.md" leads to content/01-Part/01-Chapter/02-none.md, which is not there",
        "01-intro.md:8 "/img/none.png" leads to static/img/none.png, which is not there",
        "01-intro.md:8 "none.pdf" leads to content/01-Part/01-Chapter/none.pdf, which is not there",
        "01-intro.md:8 "../../none.md" leads to content/none.md, which is not there",
        "01-intro.md:9 "../../../static/img/c.png" leads to static/img/c.png, which is not there",
        "01-intro.md:10 "../../../../x.md" leads out of the book",
        "01-intro.md:16 "@site/static/img/gone.png" leads to static/img/gone.png, which is not there",
        "03-last.md:1 The lesson has no front matter, which most lessons of this book have",
        "unused.mp3: No shared lesson refers to this asset",
      ]
    `);
    const without = await call('validate_book', { ...BOOK, include_warnings: false });
    expect(without).toMatchObject({ warnings: [], summary: { warning_count: 0 } });
  });

  it('warns of lessons that a site would give the same address', async () => {
    await write(INTRO, '# Intro\n');
    await write('content/01-Part/01-Chapter/02-intro.md', '# Intro\n');
    await write('content/01-Part/02-Chapter/01-start.md', '---\nslug: "/home" # all begin here\n---\n');
    await write('content/02-Part/01-End/01-end.md', '---\r\nslug: /home\r\n---\r\n');
    await write('content/02-Part/01-End/02-own.md', '---\nslug: intro\n---\n');
    const { warnings } = await call('validate_book', BOOK);
    expect(
      (warnings as { path: string; issue: string }[]).map(({ path, issue }) => [path, issue]),
    ).toMatchInlineSnapshot(`
      [
        [
          "content/01-Part/01-Chapter/02-intro.md",
          "A site would give this lesson the address /Part/Chapter/intro, which content/01-Part/01-Chapter/01-intro.md has",
        ],
        [
          "content/02-Part/01-End/01-end.md",
          "A site would give this lesson the address /home, which content/01-Part/02-Chapter/01-start.md has",
        ],
        [
          "content/01-Part/01-Chapter/01-intro.md",
          "The lesson has no front matter, which most lessons of this book have",
        ],
        [
          "content/01-Part/01-Chapter/02-intro.md",
          "The lesson has no front matter, which most lessons of this book have",
        ],
      ]
    `);
  });

  it('goes by the names that lessons had in a tree without numbers', async () => {
    await write('content/01-guides/01-Docs/01-first.md', '[next](second%20step.mdx) [none](third.mdx)\n');
    await write('content/01-guides/01-Docs/02-second.md', '[back](first.md) [root](../index.md)\n');
    const files = {
      'guides/first.md': '01-guides/01-Docs/01-first.md',
      'guides/second step.mdx': '01-guides/01-Docs/02-second.md',
    };
    const layout = pathOf('books/ai-python/content/_layout_.json');
    writeFileSync(layout, JSON.stringify({ folders: { guides: '01-guides/01-Docs' }, files }));
    const { warnings } = await call('validate_book', BOOK);
    expect((warnings as { issue: string }[]).map(({ issue }) => issue)).toEqual([
      '"third.mdx" leads to content/guides/third.mdx, which is not there',
      '"../index.md" leads to content/index.md, which is not there',
    ]);
    writeFileSync(layout, '{}');
    expect(await call('validate_book', BOOK)).toMatchObject({ valid: true });
  });

  it('sees what has changed, and says what it could not look through', async () => {
    await write(INTRO, '[next](02-next.md)\n');
    expect(await call('validate_book', BOOK)).toMatchObject({ summary: { warning_count: 1 } });
    const hash = await write('content/01-Part/01-Chapter/02-next.md', '[x](03-x.md)');
    expect(await call('validate_book', BOOK)).toMatchObject({
      warnings: [{ path: 'content/01-Part/01-Chapter/02-next.md', line: 1 }],
    });
    await write('content/01-Part/01-Chapter/02-next.md', 'x'.repeat(1_000_001), { expected_hash: hash });
    expect(await call('validate_book', BOOK)).toMatchObject({
      valid: true,
      warnings: [
        { path: 'content/01-Part/01-Chapter/02-next.md', issue: expect.stringMatching(/^The links of 1 lessons/) },
      ],
    });
  });

  it('says when there is no such book', async () => {
    expect(await call('validate_book', BOOK)).toMatchInlineSnapshot(`
      {
        "code": "NOT_FOUND",
        "error": "ContentNotFoundError",
        "isError": true,
        "message": "There is no such book. List the books with list_books.",
        "path": "ai-python",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | validate_book | __base__ | error | NOT_FOUND",
      ]
    `);
  });

  it('shows as many findings as fit, errors first, and counts them all', async () => {
    const chapter = pathOf('books/ai-python/content/01-Part/01-Chapter');
    mkdirSync(chapter, { recursive: true });
    for (let number = 100; number < 400; number++) {
      writeFileSync(`${chapter}/${number}_lesson.md`, 'x');
      writeFileSync(`${chapter}/${number}.txt`, 'x');
    }
    const report = await call('validate_book', BOOK);
    expect(report).toMatchObject({ valid: false, summary: { error_count: 300, warning_count: 300 }, warnings: [] });
    const { length } = report.errors as unknown[];
    expect(length).toBeGreaterThan(50);
    expect(JSON.stringify(report).length).toBeLessThan(14_000);
    expect(report.hint).toBe(`${600 - length} more are not shown. Mend these, then validate again.`);
  });
});
