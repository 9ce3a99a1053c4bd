import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit } = libraryTools();
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
});
