import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fill, modifiedAt, temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { spotlightServer } from '../../harness/spotlight-server.ts';

const S = temporaryFolder({
  'menu.txt': 'Un CAFÉ noir',
  'sub/list.md': 'one cafe\u0301, one tea',
  'café bill.txt': 'eight euros',
  'tea.txt': 'The green\n  tea',
  'photo.png': 'x',
  'paper.pdf': 'no pdf at all',
  'run.py': 'print("x")',
  'song.mp3': 'x',
  'clip.mov': 'x',
  '.hidden/menu.txt': 'café',
  'node_modules/menu.js': 'café',
});
mkdirSync(join(S, 'empty'));
modifiedAt(join(S, 'menu.txt'), '2021-03-01T00:00:00Z');
modifiedAt(join(S, 'sub/list.md'), '2022-03-01T00:00:00Z');
const server = spotlightServer(['--allow', S, '--allow', join(S, '.hidden')]);
const at = (...names: string[]) => names.map((name) => join(S, name));

describe('search finds files', () => {
  it.each(['café', 'CAFE', 'cafe\u0301'])('R28, R29, R33: by %j in content and name', async (query) => {
    expect(await server.found('search', { query, scope: S })).toEqual(at('café bill.txt', 'sub/list.md', 'menu.txt'));
  });

  it('R33: in quotes, first by content and then by name', async () => {
    const found = await server.found('search', { query: '"café"', scope: S });
    expect(found).toEqual(at('sub/list.md', 'menu.txt', 'café bill.txt'));
  });

  it('R31: across a line break', async () => {
    expect(await server.found('search', { query: 'green tea', scope: S })).toEqual(at('tea.txt'));
  });

  it('R30: by all words in any order', async () => {
    expect(await server.found('search', { query: 'euros café', scope: S })).toEqual(at('café bill.txt'));
  });

  it('R5: or none, also in an empty directory', async () => {
    expect(await server.found('search', { query: 'no such words', scope: S })).toEqual([]);
    expect(await server.found('search', { query: 'x', scope: join(S, 'empty') })).toEqual([]);
  });

  it('R36: in a hidden directory that is named, and allowed by name', async () => {
    expect(await server.found('search', { query: 'cafe', scope: join(S, '.hidden') })).toEqual(at('.hidden/menu.txt'));
  });

  it.each(['*', '?', '"', '\\', '$(x)', "'", '%', '" || kMDItemFSName == "*'])('R32: %j is literal', async (query) => {
    expect(await server.found('search', { query, scope: join(S, 'sub') })).toEqual([]);
  });

  it('R37: in dependencies when the server is told', async () => {
    const thorough = spotlightServer(['--allow', S, '--all']);
    expect(await thorough.found('search', { query: 'cafe', scope: S })).toContain(join(S, 'node_modules/menu.js'));
  });
});

describe('search_by_kind finds files', () => {
  it.each([
    ['image', ['photo.png']],
    ['PDF', ['paper.pdf']],
    ['Code', ['run.py']],
    ['audio', ['song.mp3']],
    ['video', ['clip.mov']],
    ['document', ['café bill.txt', 'menu.txt', 'paper.pdf', 'sub/list.md', 'tea.txt']],
  ])('R38: %s', async (kind, names) => {
    expect((await server.found('search_by_kind', { kind, scope: S })).sort()).toEqual(at(...names).sort());
  });
});

describe('recent_files finds files', () => {
  it('R43, R47: of the last seven days', async () => {
    const found = await server.found('recent_files', { scope: S });
    expect(found).toContain(join(S, 'tea.txt'));
    expect(found).not.toContain(join(S, 'menu.txt'));
  });

  it('R44, R46, R47: since a moment, newest first', async () => {
    const found = await server.found('recent_files', { scope: S, since: '2021-03-01T00:00:00Z' });
    expect(found.slice(-2)).toEqual(at('sub/list.md', 'menu.txt'));
    expect(await server.found('recent_files', { scope: S, since: '2999-01-01' })).toEqual([]);
  });

  it('sees at once what has just been written', async () => {
    const fresh = temporaryFolder();
    const watcher = spotlightServer(['--allow', fresh]);
    expect(await watcher.found('search', { query: 'needle', scope: fresh })).toEqual([]);
    fill(fresh, { 'new.txt': 'needle' });
    expect(await watcher.found('search', { query: 'needle', scope: fresh })).toEqual([join(fresh, 'new.txt')]);
    expect(await watcher.found('recent_files', { scope: fresh })).toEqual([join(fresh, 'new.txt')]);
  });
});

describe('get_metadata', () => {
  it('R20, R24: of a file', async () => {
    const { text, structure } = await server.told('get_metadata', { path: join(S, 'photo.png') });
    expect(JSON.parse(text)).toEqual(structure);
    expect(structure).toMatchObject({ kMDItemContentType: 'public.png', kMDItemKind: 'PNG image', kMDItemFSSize: 1 });
    expect(structure).not.toHaveProperty('_path');
  });

  it('R26: of a directory', async () => {
    const { structure } = await server.told('get_metadata', { path: join(S, 'sub') });
    expect(structure).toMatchObject({ kMDItemContentType: 'public.folder', kMDItemFSNodeCount: 1 });
  });
});

describe('R16, R17, R18: limits', () => {
  const many = temporaryFolder(Object.fromEntries(Array.from({ length: 1100 }, (_, n) => [`${n}.txt`, 'needle'])));
  const crowded = spotlightServer(['--allow', many, '--full-metadata']);
  it.each<[unknown, number]>([
    [undefined, 100],
    [0, 1],
    [-5, 1],
    [1, 1],
    [1000, 1000],
    [5000, 1000],
    ['10', 100],
    [true, 100],
    [null, 100],
    [2.5, 100],
    [[], 100],
    [1e30, 100],
    [10, 10],
  ])('R16, R17: limit %j gives %i', async (limit, count) => {
    for (const [name, args] of [
      ['search', { query: 'needle' }],
      ['search_by_kind', { kind: 'document' }],
      ['recent_files', {}],
    ] as const) {
      const { text, structure } = await crowded.told(name, { ...args, scope: many, limit });
      expect(JSON.parse(text)).toHaveLength(count);
      expect(structure?.truncated).toBe(true);
    }
  });
});

describe('answers that fit', () => {
  const folders = ['alpha', 'beta'].map((name) => `Documents/projects/${name}/2026-01`);
  const notes = Array.from({ length: 130 }, (_, n) => [
    `${folders[n % 2]}/meeting notes ${n}.md`,
    `# Meeting ${n}\n\nThe needle was discussed for ${n} minutes, and everybody agreed to look for it again.\n`,
  ]);
  const scope = temporaryFolder(Object.fromEntries(notes));
  const paged = spotlightServer([], { QUARTET_SPOTLIGHT_ALLOW: scope });
  const questions = [
    ['search', { query: 'needle' }],
    ['search_by_kind', { kind: 'document' }],
    ['recent_files', {}],
  ] as const;

  it.each(questions)('%s: a short page with the rest counted, and every hit by its cursors', async (name, args) => {
    const { text, remark, structure } = await paged.told(name, { ...args, scope });
    const results = JSON.parse(text) as Record<string, unknown>[];
    expect(structure).toMatchObject({ results, total: 100, more: 100 - results.length, truncated: true });
    expect(Buffer.byteLength(text + remark)).toBeLessThan(4300);
    expect(results.length).toBeGreaterThan(9);
    const keys = ['_path', 'kMDItemContentModificationDate', 'kMDItemFSName', 'kMDItemFSSize', 'kMDItemKind'];
    expect(Object.keys(results[0] ?? {})).toEqual(name === 'search' ? [...keys, 'line', 'snippet'] : keys);
    if (name === 'search') {
      expect(results[0]).toMatchObject({ line: 3, snippet: expect.stringContaining('The needle was discussed') });
    }
    const found = await paged.found(name, { ...args, scope });
    expect([found.length, new Set(found).size]).toEqual([100, 100]);
    const whole = await paged.found(name, { ...args, scope, limit: 1000, detail: 'full' });
    expect(whole).toHaveLength(130);
    expect(whole.slice(0, 100)).toEqual(found);
  });

  it('a cursor of another search is refused', async () => {
    const { structure } = await paged.told('search', { query: 'needle', scope });
    const told = await paged.told('search', { query: 'other', scope, cursor: structure?.cursor });
    expect(told).toMatchObject({
      isError: true,
      text: expect.stringContaining('cursor does not belong to this search'),
    });
  });
});

describe('R51, R56: odd names', () => {
  it('R56: line breaks, quotes and control characters survive', async () => {
    const odd = temporaryFolder();
    const names = ['a\nb.txt', 'say "x".txt', 'back\\slash.txt', 'bell\u0007.txt', "it's $(x).txt", 'emoji 🙂.txt'];
    fill(odd, Object.fromEntries(names.map((name) => [name, 'needle'])));
    const { found } = {
      found: await spotlightServer(['--allow', odd]).found('search', { query: 'needle', scope: odd }),
    };
    expect(found.sort()).toEqual(names.map((name) => join(odd, name)).sort());
  });

  it('R51: links are no results and lead nowhere', async () => {
    const place = temporaryFolder({ 'in/a.txt': 'needle', 'out/secret.txt': 'needle' });
    const scope = join(place, 'in');
    symlinkSync(join(place, 'out'), join(scope, 'door'));
    symlinkSync(join(place, 'out/secret.txt'), join(scope, 'window.txt'));
    symlinkSync(scope, join(scope, 'loop'));
    const linked = spotlightServer(['--allow', place]);
    for (const [name, args] of [
      ['search', { query: 'needle' }],
      ['search_by_kind', { kind: 'document' }],
      ['recent_files', {}],
    ] as const) {
      expect(await linked.found(name, { ...args, scope })).toEqual([join(scope, 'a.txt')]);
    }
  });
});
