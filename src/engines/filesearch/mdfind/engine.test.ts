import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine, Findings } from '../engine.ts';
import { createMdfindEngine } from './engine.ts';
import { literalsOf } from './testing/literals.ts';
import { StandInSpotlight } from './testing/spotlight.ts';

let spotlight: StandInSpotlight;
let time: number;
let engine: Engine;
let closed: number;
beforeEach(() => {
  spotlight = new StandInSpotlight();
  time = 0;
  closed = 0;
  engine = engineWith(5000);
});
afterEach(() => spotlight.close());

const portableFindings: Findings = {
  hits: [],
  complete: true,
  truncated: false,
  scanned: 7,
  skipped: 0,
  engine: 'portable',
};

/** The other engine says only that it was asked; the verification looks for the text in name and content. */
function engineWith(budgetMs: number): Engine {
  const findings = () => Promise.resolve(portableFindings);
  return createMdfindEngine({
    portable: {
      name: 'portable',
      indexed: async () => ({ files: 7, bytes: 70 }),
      search: findings,
      byKind: findings,
      recent: findings,
      close: async () => {
        closed++;
      },
    },
    budgetMs,
    now: () => time,
    verify: async (query, paths, { limit }) => {
      const matching = paths.filter((path) => (basename(path) + readFileSync(path, 'utf8')).includes(query));
      const hits = matching.slice(0, limit).map((path) => ({ ...portableHit, path }));
      return { ...portableFindings, hits, truncated: matching.length > limit, scanned: paths.length };
    },
    admits: (path) => !path.includes('node_modules'),
    isOfKind: (kind, path) => path.endsWith(`.${kind}`),
  });
}

test('of what Spotlight names, a filter takes what is like it; what it cannot be asked goes to the files', async () => {
  const paths = ['a.pdf', 'bb.pdf', 'c.txt'].map((name) => spotlight.file(name));
  spotlight.names(paths);
  const listed = await engine.byKind('pdf', { ...request(), filter: { name: 'b*', minSize: 1 } });
  expect(listed.hits.map(({ path }) => path)).toEqual([paths[1]]);
  expect((await engine.recent(0, { ...request(), filter: { maxSize: 5 } })).hits).toHaveLength(2);
  expect(await engine.search('a', { ...request(), snippets: false, regex: true })).toBe(portableFindings);
  const conditions = { phrases: [], without: ['a'] };
  expect(await engine.recent(0, { ...request(), conditions })).toBe(portableFindings);
});

const portableHit = { rank: 0, size: 0, blocks: 0, modifiedMs: 0, createdMs: 0, uid: 0, gid: 0 };
const request = (limit = 100) => ({
  scope: spotlight.scope,
  limit,
  signal: new AbortController().signal,
  snippets: false,
});
const pathsOf = ({ hits }: Findings) => hits.map(({ path }) => path);
const age = (path: string, seconds: number) => utimesSync(path, seconds, seconds);

test('a search gives what Spotlight names and what still matches', async () => {
  const [a, b, c] = ['a b', 'b', 'c'].map((name) => spotlight.file(name, 'some needle'));
  spotlight.file('c', 'no longer');
  spotlight.names([a, b, c] as string[]);
  const found = await engine.search('needle', request());
  expect(pathsOf(found)).toEqual([a, b]);
  expect(found).toMatchObject({ engine: 'mdfind', complete: true, scanned: 3 });
  expect(found.note).toBeUndefined();
  expect(spotlight.called('mdfind')?.slice(0, 3)).toEqual(['-0', '-onlyin', spotlight.scope]);
});

test('R32, W1: for any text mdfind gets one predicate, with the text as literals only', async () => {
  const text = fc.string({
    unit: fc.constantFrom('"', "'", '\\', '*', '?', ' ', '|', '(', '-', '$', 'a', 'é', '🎻'),
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      fc.pre(query.trim() !== '');
      await engine.search(query, request());
      const called = spotlight.called('mdfind') ?? [];
      expect(called).toHaveLength(4);
      expect(new Set(literalsOf(called[3] ?? ''))).toEqual(new Set(query.trim().split(/\s+/)));
    }),
    { numRuns: 25 },
  );
});

test('R50–R52: candidates that are gone, links, directories, or outside the scope do not count', async () => {
  const good = spotlight.file('good', 'x');
  const twin = `${spotlight.scope}-twin`;
  mkdirSync(join(spotlight.scope, 'folder'));
  mkdirSync(twin);
  symlinkSync(good, join(spotlight.scope, 'link'));
  symlinkSync(twin, join(spotlight.scope, 'way-out'));
  for (const outside of [join(twin, 'x'), join(spotlight.root, 'x')]) {
    renameSync(spotlight.file('moved', 'x'), outside);
  }
  const names = ['gone', 'folder', 'link', 'way-out/x', '../x', '../scope-twin/x'].map((name) =>
    join(spotlight.scope, name),
  );
  spotlight.names([...names, join(spotlight.root, 'x'), join(twin, 'x'), 'good', '', `${spotlight.scope}/../x`, good]);
  const found = await engine.search('x', request());
  expect(pathsOf(found)).toEqual([good]);
  expect(await engine.recent(0, request())).toMatchObject({ hits: [{ path: good }], skipped: names.length + 5 });
});

test('R56: names may hold anything but NUL', async () => {
  const path = spotlight.file('line\nbreak "quoted" \\ é\u0301 🎻', 'x');
  spotlight.names([path]);
  expect(pathsOf(await engine.search('x', request()))).toEqual([path]);
});

test('R36, R37: what other searches do not look at, this one does not either', async () => {
  const [module, own] = [spotlight.file('node_modules/x/a.image'), spotlight.file('a.image')];
  spotlight.names([module, own]);
  expect(pathsOf(await engine.byKind('image', request()))).toEqual([own]);
});

test('R38, R18: kinds are looked at again, and ordered before they are cut', async () => {
  const names = ['old.image', 'new.image', 'b.image', 'a.image', 'other.txt'];
  const paths = names.map((name) => spotlight.file(name));
  paths.forEach((path, index) => age(path, [1000, 3000, 2000, 2000, 4000][index] ?? 0));
  spotlight.names(paths);
  const found = await engine.byKind('image', request(3));
  expect(pathsOf(found).map((path) => basename(path))).toEqual(['new.image', 'a.image', 'b.image']);
  expect(found).toMatchObject({ truncated: true, complete: true, engine: 'mdfind' });
  expect(found.hits[0]).toMatchObject({ size: 9, modifiedMs: 3_000_000 });
  expect(spotlight.called('mdfind')?.[3]).toBe('kMDItemContentTypeTree == "public.image"');
});

test('R44, R47: recent files are those changed at or after the moment, newest first', async () => {
  const paths = ['before', 'at', 'after'].map((name) => spotlight.file(name));
  paths.forEach((path, index) => age(path, 1000 + index));
  spotlight.names(paths);
  expect(pathsOf(await engine.recent(1_001_000, request())).map((path) => basename(path))).toEqual(['after', 'at']);
});

test('W16: where Spotlight has nothing, the files have the last word', async () => {
  const nothing = { engine: 'portable', scanned: 7 };
  expect(await engine.search('needle', request())).toMatchObject(nothing);
  expect(await engine.byKind('image', request())).toMatchObject(nothing);
  expect(await engine.recent(0, request())).toMatchObject(nothing);
  spotlight.names([spotlight.file('stale', 'changed since')]);
  expect(await engine.search('needle', request())).toMatchObject(nothing);
});

test('W16: a volume without an index is searched by its files, with a note', async () => {
  spotlight.program('mdutil', 'console.log("/:\\n\\tIndexing and searching disabled.");');
  const found = await engine.search('needle', request());
  expect(found).toMatchObject({ engine: 'portable', note: expect.stringContaining('no index') });
  expect(spotlight.called('mdutil')).toEqual(['-s', spotlight.scope]);
  expect(spotlight.called('mdfind')).toBeUndefined();
});

test('the state of a volume is asked for once a minute', async () => {
  await engine.recent(0, request());
  spotlight.program('mdutil', 'console.log("disabled");');
  expect((await engine.recent(0, request())).note).toBeUndefined();
  time = 60_000;
  expect((await engine.recent(0, request())).note).toContain('no index');
});

test('without mdfind, or when it fails, the files are searched, with a note; mdutil may be missing', async () => {
  const note = expect.stringContaining('could not be asked');
  spotlight.program('mdfind', 'process.stdout.write("/x\\0"); process.exitCode = 1;');
  expect(await engine.search('needle', request())).toMatchObject({ engine: 'portable', note });
  spotlight.remove('mdfind');
  expect(await engine.byKind('pdf', request())).toMatchObject({ engine: 'portable', note });
  spotlight.remove('mdutil');
  time = 100_000;
  const path = spotlight.file('a.pdf');
  spotlight.names([path]);
  expect(pathsOf(await engine.byKind('pdf', request()))).toEqual([path]);
});

test('R12: a blank text, and one with a NUL, are none of Spotlight’s business', async () => {
  for (const query of [' ', 'a\0b'])
    expect(await engine.search(query, request())).toMatchObject({ engine: 'portable' });
  expect(spotlight.called('mdfind')).toBeUndefined();
});

const HANGS = 'setInterval(() => {}, 1000);';

test('R57: what was named before time ran out counts, and the answer says that it is not complete', async () => {
  const path = spotlight.file('a.pdf');
  spotlight.program('mdfind', `process.stdout.write(${JSON.stringify(`${path}\0`)}); ${HANGS}`);
  const found = await engineWith(4000).byKind('pdf', request());
  expect(pathsOf(found)).toEqual([path]);
  expect(found).toMatchObject({ complete: false, engine: 'mdfind' });
});

test('R58: a search that is given up ends, and so does mdfind', async () => {
  const pidFile = join(spotlight.root, 'pid');
  spotlight.program('mdfind', `fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); ${HANGS}`);
  const giveUp = new AbortController();
  const search = engine.search('needle', { ...request(), signal: giveUp.signal });
  await expect.poll(() => readIfThere(pidFile), { timeout: 20_000 }).toMatch(/\d/);
  giveUp.abort(new Error('given up'));
  await expect(search).rejects.toThrow('given up');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  await expect(engine.recent(0, { ...request(), signal: giveUp.signal })).rejects.toThrow('given up');
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('R60: a flood of candidates is cut off', async () => {
  const path = spotlight.file('a.pdf');
  spotlight.program(
    'mdfind',
    `const many = ${JSON.stringify(`${path}\0`)}.repeat(1000); for (;;) fs.writeSync(1, many);`,
  );
  const found = await engine.byKind('pdf', request(2));
  expect(found).toMatchObject({ complete: false, truncated: true });
  expect(found.hits).toHaveLength(2);
});

test('it has a name, and what is indexed is the other engine’s', async () => {
  expect([engine.name, await engine.indexed()]).toEqual(['mdfind', { files: 7, bytes: 70 }]);
});

test('closing closes the other engine', async () => {
  await engine.close();
  expect(closed).toBe(1);
  rmSync(spotlight.scope, { recursive: true });
});
