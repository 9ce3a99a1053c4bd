import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRank, type Findings, type Hit } from '../../engines/filesearch/engine.ts';
import { temporaryFolder } from '../../engines/filesearch/testing/folders.ts';
import { ask, type ToolAnswer } from './tools/testing/call.ts';

const S = temporaryFolder({ 'sub/x.txt': 'x' });
const info = { size: 5, blocks: 8, createdMs: 1, uid: 1, gid: 1 };

/** Many hits of the same age, as after unpacking an archive, and some between. */
const hits = fc
  .uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-zé🙂 ]{1,60}$/u),
      rank: fc.integer({ min: 32, max: 128 }).map((steps) => steps / 32),
      modifiedMs: fc.constantFrom(1e12, 1e12 + 0.25, 1.5e12),
      text: fc.option(fc.string({ unit: 'grapheme', maxLength: 160 }), { nil: undefined }),
    }),
    { selector: ({ name }) => name, maxLength: 120 },
  )
  .map((files) =>
    files
      .map(({ name, rank, modifiedMs, text }): Hit => {
        const snippet = text !== undefined && { snippet: { text, start: 0, end: 0, line: 7 } };
        return { ...info, path: `${S}/${name}.txt`, rank, modifiedMs, ...snippet };
      })
      .sort(byRank),
  );

/** An engine that finds these files. */
function finding(all: () => readonly Hit[]) {
  const search = async (_: unknown, { limit }: { limit: number }): Promise<Findings> => {
    const truncated = all().length > limit;
    return { hits: all().slice(0, limit), complete: true, truncated, scanned: 9, skipped: 0, engine: 'x' };
  };
  return { search, byKind: search, recent: search };
}

const cursorOf = ({ structure }: ToolAnswer) => structure?.cursor as string | undefined;

async function allPages(name: string, args: object, engine: ReturnType<typeof finding>): Promise<ToolAnswer[]> {
  const pages: ToolAnswer[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(name, { ...args, scope: S, ...(cursor && { cursor }) }, { engine });
    if (page.isError) throw new Error(page.text);
    pages.push(page);
    cursor = cursorOf(page);
  } while (cursor !== undefined);
  return pages;
}

const TOOLS = [
  ['search', { query: 'x' }],
  ['search_by_kind', { kind: 'document' }],
  ['recent_files', {}],
] as const;

describe('following the cursors', () => {
  it.each(TOOLS)('%s: gives every hit once, in order, up to the limit', async (name, args) => {
    const detail = fc.constantFrom('brief', 'full');
    const limit = fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(undefined));
    await fc.assert(
      fc.asyncProperty(hits, limit, detail, async (all, most, chosen) => {
        const pages = await allPages(
          name,
          { ...args, limit: most, detail: chosen },
          finding(() => all),
        );
        const wanted = all.slice(0, most ?? 100);
        expect(pages.flatMap(({ results }) => results.map(({ _path }) => _path))).toEqual(
          wanted.map(({ path }) => path),
        );
        let shown = 0;
        for (const { text, remark, results, structure } of pages) {
          const from = shown + 1;
          shown += results.length;
          const more = wanted.length - shown;
          expect(structure).toMatchObject({
            results,
            total: wanted.length,
            more,
            truncated: all.length > wanted.length,
          });
          expect(results.length === 1 || Buffer.byteLength(text) <= 4100).toBe(true);
          const total = `${wanted.length}${all.length > wanted.length ? ' or more' : ''}`;
          if (more > 0) expect(remark).toContain(`Hits ${from} to ${shown} of ${total}. `);
          else expect(remark).toBeUndefined();
          if (more > 0) expect(remark).toContain(`"cursor": "${cursorOf({ structure } as ToolAnswer)}"`);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('a cursor', () => {
  const file = (name: string, modifiedMs: number): Hit => ({ ...info, path: `${S}/${name}.txt`, rank: 0, modifiedMs });
  const many = Array.from({ length: 60 }, (_, at) => file(`${100 + at}`.repeat(20), 2e12 - at));
  const first = () => ask('recent_files', { scope: S }, { engine: finding(() => many) });
  const paths = ({ results }: ToolAnswer) => results.map(({ _path }) => _path);

  it('goes on behind the last hit though files have come and gone', async () => {
    const page = await first();
    const count = page.results.length;
    const changed = [file('new', 3e12), ...many.slice(5, count - 1), ...many.slice(count)];
    const next = await ask('recent_files', { scope: S, cursor: cursorOf(page) }, { engine: finding(() => changed) });
    expect(paths(next)[0]).toBe(many[count]?.path);
    expect(next.structure).toMatchObject({ total: 60 });
  });

  it('leads nowhere when the limit has been reached', async () => {
    const args = { scope: S, cursor: cursorOf(await first()), limit: 3 };
    const told = await ask('recent_files', args, { engine: finding(() => many) });
    expect(told).toMatchObject({ text: '[]', structure: { more: 0 } });
  });

  it.each([null, '', 5])('%j counts as not given', async (cursor) => {
    const told = await ask('recent_files', { scope: S, cursor }, { engine: finding(() => many) });
    expect(told.text).toBe((await first()).text);
  });

  it('of another search, or changed, is refused with what to do', async () => {
    const cursor = cursorOf(await first()) ?? '';
    const foreign = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
    const refused: [string, object][] = [
      ['recent_files', { scope: S, since: '2020-01-01', cursor }],
      ['recent_files', { scope: `${S}/sub`, cursor }],
      ['search', { scope: S, query: 'x', cursor }],
      ['search_by_kind', { scope: S, kind: 'code', cursor }],
      ...[foreign, `${cursor}A`, cursor.slice(1), 'x', '{}', `${cursor}=`, '\0'].map((bad): [string, object] => [
        'recent_files',
        { scope: S, cursor: bad },
      ]),
    ];
    for (const [name, args] of refused) {
      const told = await ask(name, args, { engine: finding(() => many) });
      expect(told.isError).toBe(true);
      expect(told.text).toMatch(
        /^Invalid argument: cursor does not belong to this search\. Give .*none to begin anew$/,
      );
    }
  });
});

it('a server with full metadata gives the whole list at once, as the original does', async () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ ...info, path: `${S}/${at}.txt`, rank: 0, modifiedMs: at }));
  const told = await ask('recent_files', { scope: S }, { engine: finding(() => many), fullMetadata: true });
  expect(told.results).toHaveLength(100);
  expect([told.remark, cursorOf(told)]).toEqual([undefined, undefined]);
});

it('an unknown detail is refused', async () => {
  const told = await ask('recent_files', { scope: S, detail: 'all' });
  expect(told).toMatchObject({
    text: 'Invalid argument: Unknown detail: all. Valid details: brief, full',
    isError: true,
  });
});
