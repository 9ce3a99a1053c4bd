import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { modifiedAt, temporaryFolder } from '../../../engines/filesearch/testing/folders.ts';
import { standInForTags } from '../../../engines/filesearch/testing/tags.ts';
import { ask, names } from './testing/call.ts';

afterAll(standInForTags(temporaryFolder()));

const NOW = Date.parse('2026-03-15T12:00:00Z');
const S = temporaryFolder({
  'tea.md': 'tea',
  'tea#work.md': 'green tea and more',
  'old tea.ts': `const tea = 1;\n${'/'.repeat(2000)}`,
  'cup.md': 'A cup\nof green  TEA',
  'plan#work#home.txt': `draft of tea ${'.'.repeat(500)}`,
  'sub/draft.md': 'tea in a draft',
});
modifiedAt(join(S, 'tea.md'), '2026-03-15T00:00:00Z');
modifiedAt(join(S, 'tea#work.md'), '2026-03-14T00:00:00Z');
modifiedAt(join(S, 'old tea.ts'), '2020-01-31T10:00:00Z');
modifiedAt(join(S, 'cup.md'), '2026-03-10T00:00:00Z');
modifiedAt(join(S, 'plan#work#home.txt'), '2026-01-31T15:00:00Z');
modifiedAt(join(S, 'sub/draft.md'), '2026-02-01T00:00:00Z');

const search = (args: object) => ask('search', { query: 'tea', scope: S, ...args }, { now: NOW });
const found = async (args: object) => names(await search(args), S);

const ALONE: [object, string[]][] = [
  [{ kind: 'CODE' }, ['old tea.ts']],
  [{ kind: 'document' }, ['tea.md', 'tea#work.md', 'cup.md', 'sub/draft.md', 'plan#work#home.txt']],
  [{ since: '7d' }, ['tea.md', 'tea#work.md', 'cup.md']],
  [{ since: '2026-03-14' }, ['tea.md', 'tea#work.md']],
  [{ until: '2026-01-31' }, ['old tea.ts', 'plan#work#home.txt']],
  [{ until: '2026-01-31T15:00:00Z' }, ['old tea.ts']],
  [{ name: '*.MD' }, ['tea.md', 'tea#work.md', 'cup.md', 'sub/draft.md']],
  [{ name: '{cup,draft}*' }, ['cup.md', 'sub/draft.md']],
  [{ min_size: 500 }, ['old tea.ts', 'plan#work#home.txt']],
  [{ min_size: '0.5kB' }, ['old tea.ts', 'plan#work#home.txt']],
  [{ max_size: '1kB' }, ['tea.md', 'tea#work.md', 'cup.md', 'sub/draft.md', 'plan#work#home.txt']],
  [{ in: 'both' }, ['tea.md', 'tea#work.md', 'old tea.ts', 'cup.md', 'sub/draft.md', 'plan#work#home.txt']],
  [{ tags: 'Work' }, ['tea#work.md', 'plan#work#home.txt']],
  [{ tags: ['work', 'home'] }, ['plan#work#home.txt']],
];

describe('search', () => {
  it.each(ALONE)('finds by %j', async (args, expected) => {
    expect(await found(args)).toEqual((await found({})).filter((name) => expected.includes(name)));
    expect((await found(args)).sort()).toEqual([...expected].sort());
  });

  it('finds by any two what both find, in the same order', { timeout: 120_000 }, async () => {
    const all = await found({});
    for (const [at, [one, byOne]] of ALONE.entries())
      for (const [other, byOther] of ALONE.slice(at + 1)) {
        if (Object.keys(one)[0] === Object.keys(other)[0]) continue;
        // What contradicts itself is refused, see below.
        if ('since' in one && 'until' in other) continue;
        const expected = all.filter((name) => byOne.includes(name) && byOther.includes(name));
        expect({ one, other, names: await found({ ...one, ...other }) }).toEqual({ one, other, names: expected });
      }
  });

  it('looks in names or in texts alone', async () => {
    expect((await found({ in: 'names' })).sort()).toEqual(['old tea.ts', 'tea#work.md', 'tea.md']);
    expect((await found({ query: 'cup', in: 'text' })).sort()).toEqual(['cup.md']);
    expect(await found({ query: 'plan', in: 'text' })).toEqual([]);
    expect(await found({ query: 'cup green', in: 'names' })).toEqual([]);
    const { results } = await search({ in: 'names', name: 'tea.md' });
    expect(results).toMatchObject([{ matched: 'name' }]);
  });

  it('takes the query for an expression', async () => {
    const { results } = await search({ query: '^of\\s+green', regex: true });
    expect(results).toMatchObject([{ _path: join(S, 'cup.md'), line: 2, snippet: 'of green TEA' }]);
    expect(await found({ query: '^TEA', regex: true })).toEqual([]);
    expect(await found({ query: '^(?:tea|of)\\b', regex: true, name: '*.md', since: '2d' })).toEqual([
      'tea.md',
      'tea#work.md',
    ]);
  });

  it('reads words in the query when asked to', async () => {
    expect(await found({ query: 'kind:code tea' })).toEqual([]);
    expect(await found({ query: 'kind:code tea', syntax: true })).toEqual(['old tea.ts']);
    expect(await found({ query: 'tea -draft name:*.md', syntax: true })).toEqual(
      await found({ name: '{tea*,cup}.md' }),
    );
    expect((await found({ query: '"green tea"', syntax: true })).sort()).toEqual(['cup.md', 'tea#work.md']);
    expect(await found({ query: 'tea "green tea" "a cup of"', syntax: true })).toEqual(['cup.md']);
    expect(await found({ query: 'tea -"green tea" in:text', syntax: true, kind: 'document' })).not.toContain('cup.md');
    expect(await found({ query: 'size:>1kB until:2021-01-01', syntax: true })).toEqual(['old tea.ts']);
    expect(await found({ query: 'tag:home', syntax: true })).toEqual(['plan#work#home.txt']);
    expect(await found({ query: '-tea', syntax: true })).toEqual([]);
    expect(await found({ query: 'tea -draft in:names', syntax: true })).toEqual(await found({ in: 'names' }));
  });

  it('what is empty or null counts as left out', async () => {
    const nothing = { kind: '', since: null, until: '', name: '', min_size: '', max_size: null, in: '', tags: '' };
    expect(await found({ ...nothing, regex: null, syntax: false })).toEqual(await found({}));
  });

  it('the cursor belongs to these arguments too', async () => {
    const many = temporaryFolder(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`note-${n}.txt`, 'tea'])));
    const ask1 = (args: object) => ask('search', { query: 'tea', scope: many, ...args }, { now: NOW });
    const { cursor } = (await ask1({ name: 'note*', tags: [] })).structure as { cursor: string };
    const next = await ask1({ name: 'note*', tags: [], cursor });
    expect(next.isError).toBe(false);
    for (const args of [{}, { name: 'note-*' }, { name: 'note*', kind: 'document' }])
      expect((await ask1({ ...args, cursor })).text).toContain('cursor does not belong');
  });
});

describe('arguments that do not fit', () => {
  it.each<[object, string]>([
    [{ kind: 'imge' }, 'Unknown kind: imge. Valid kinds: document, image, video, audio, pdf, code'],
    [{ kind: 5 }, 'kind must be a string'],
    [
      { since: 'soon' },
      'since must be a date like 2026-01-31, a time like 2026-01-31T12:00:00Z or an age like 90m, 12h, 7d, 2w: soon',
    ],
    [{ until: '2026-13-01' }, 'until must be a date like'],
    [
      { name: '{a,b}'.repeat(10) },
      'name must be a pattern such as *.md or {a,b}*; its braces stand for more than 256 patterns',
    ],
    [{ min_size: '10 apples' }, 'min_size must be bytes such as 5000, or a size such as 10kB, 1.5MB, 2GiB: 10 apples'],
    [{ max_size: -1 }, 'max_size must be bytes'],
    [{ max_size: 1.5 }, 'max_size must be a string'],
    [{ since: '7d', until: '2026-01-31' }, 'until must be later than since (7d): 2026-01-31'],
    [{ min_size: '2MB', max_size: '1MB' }, 'max_size must be at least min_size (2MB): 1MB'],
    [{ name: 'sub/*.md' }, 'name must be a pattern for the file name alone, such as *.md; scope says below which'],
    [{ in: 'title' }, 'in must be one of names, text, both: title'],
    [{ tags: [1] }, 'tags must be a string with commas or a list of strings'],
    [{ regex: 'yes' }, 'regex must be true or false'],
    [{ syntax: 1 }, 'syntax must be true or false'],
    [{ regex: true, syntax: true }, 'syntax must be left out when regex is true'],
    [{ query: 'a(?=b)', regex: true }, 'query must be a regular expression when regex is true (RE2: no look-around'],
    [{ query: 'kind:imge', syntax: true }, 'Unknown kind: imge'],
    [{ query: 'kind:pdf', kind: 'code', syntax: true }, 'kind must be given once, in the query or beside it: pdf'],
    [{ query: 'size:big', syntax: true }, 'size must be such as size:>1MB'],
    // The first that is wrong is told, and these come last.
    [{ kind: 'imge', since: 'soon' }, 'Unknown kind'],
    [{ kind: 'imge', detail: 'some' }, 'Unknown detail'],
    [{ kind: 'imge', cursor: 'x' }, 'cursor does not belong'],
    [{ kind: 'imge', query: ' ' }, 'Unknown kind'],
  ])('%j', async (args, message) => {
    const { isError, text } = await search(args);
    expect([isError, text]).toEqual([true, expect.stringContaining(`Invalid argument: ${message}`)]);
  });

  it('tags need a program', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      const { isError, text } = await search({ tags: 'work' });
      expect([isError, text]).toEqual([
        true,
        'Query failed: tags cannot be read, because this system lacks the program getfattr (package attr)',
      ]);
    } finally {
      process.env.PATH = path;
    }
  });
});

it('a client that asks for it hears how far a search is', async () => {
  const told: unknown[] = [];
  const engine = {
    search: async (_: string, { onProgress }: { onProgress?: ((seen: number, read: number) => void) | undefined }) => {
      for (const [seen, read] of [
        [5, 0],
        [5, 0],
        [5, 3],
      ] as const)
        onProgress?.(seen, read);
      return { hits: [], complete: true, truncated: false, scanned: 5, skipped: 0, engine: 'x' };
    },
  };
  await ask('search', { query: 'x', scope: S }, { engine, progress: (...args) => told.push(args) });
  expect(told).toEqual([
    [5, undefined, '5 files seen, 0 read'],
    [8, undefined, '5 files seen, 3 read'],
  ]);
});

describe('meaning', () => {
  const hit = { path: join(S, 'cup.md'), rank: 9.5, why: 'by meaning', byMeaning: true as const };
  const info = { size: 3, blocks: 1, modifiedMs: 0, createdMs: 0, uid: 0, gid: 0 };
  const told = { complete: false, truncated: false, scanned: 5, skipped: 0, engine: 'x', note: 'By meaning 1 of 5.' };

  it('is asked for, and hits that came by it say so', async () => {
    const asked: unknown[] = [];
    const engine = {
      search: async (_: string, { meaning }: { meaning?: boolean | undefined }) => {
        asked.push(meaning);
        return { ...told, hits: [{ ...info, ...hit, snippet: { text: 'A cup', start: 0, end: 0 } }] };
      },
    };
    const brief = await ask('search', { query: 'mug', scope: S, meaning: true }, { engine });
    expect(brief.results).toMatchObject([{ _path: hit.path, matched: 'meaning', snippet: 'A cup' }]);
    expect(brief.remark).toContain('By meaning 1 of 5.');
    const full = await ask('search', { query: 'mug', scope: S, meaning: true, detail: 'full' }, { engine });
    expect(full.results).toMatchObject([{ _why: 'by meaning' }]);
    await ask('search', { query: 'mug', scope: S }, { engine });
    await ask('search', { query: 'mug', scope: S, meaning: true, syntax: true }, { engine });
    expect(asked).toEqual([true, true, undefined, true]);
  });

  it.each([
    [{ meaning: 'yes' }, 'Invalid argument: meaning must be true or false'],
    [{ meaning: true, regex: true }, 'Invalid argument: meaning must be left out when regex is true'],
  ])('%j is refused', async (args, text) => {
    expect((await search(args)).text).toContain(text);
  });
});
