import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fill, modifiedAt, temporaryFolder } from './folders.testing.ts';
import { createNaiveEngine } from './naive-engine.testing.ts';

const { signal } = new AbortController();

/** What a search finds in a folder with these files, in order. */
async function found(
  files: Record<string, string | Uint8Array>,
  query: string,
  everything = false,
  limit = 100,
): Promise<string[]> {
  const folder = temporaryFolder(files);
  for (const name of Object.keys(files)) modifiedAt(join(folder, name), '2024-01-01T00:00:00Z');
  const engine = createNaiveEngine({ budgetMs: 60_000, everything });
  const { hits } = await engine.search(query, { scope: folder, limit, signal, snippets: false });
  return hits.map(({ path }) => path.slice(folder.length + 1));
}

describe('the reference engine', () => {
  it.each(['cafe', 'CAFÉ', 'cafe\u0301', 'Café'])('R27, R28: %j finds every spelling', async (query) => {
    const files = { a: 'x cafe x', b: 'CAFÉ', c: 'un cafe\u0301.', d: 'cofe' };
    expect(await found(files, query)).toEqual(['a', 'b', 'c']);
  });

  it('R29, R30, R33: the phrase in the content, then in the name only, then all words; newest first, then by path', async () => {
    const files = {
      'red fox.txt': '',
      'b.txt': 'a red fox',
      'a.txt': 'the red fox',
      'c.txt': 'the fox was red',
      'red.txt': 'fox',
      'd.txt': 'red',
    };
    expect(await found(files, 'red fox')).toEqual(['a.txt', 'b.txt', 'red fox.txt', 'c.txt', 'red.txt']);
  });

  it('R31: white space matches any run of it', async () => {
    expect(await found({ a: 'red\n\t fox' }, 'red fox')).toEqual(['a']);
  });

  it.each(['*', '?', '"', '\\', '(', '$', '.*', '" || true'])('R32: %j is itself', async (query) => {
    expect(await found({ a: `x ${query} y`, b: 'plain' }, query)).toEqual(['a']);
  });

  it('R34: binaries match by name only, UTF-16 and Latin-1 are read', async () => {
    const files = {
      a: Buffer.from('\0 needle'),
      'needle.bin': Buffer.from('\0'),
      b: Buffer.from('\ufeffneedle', 'utf16le'),
      c: Buffer.from('needle caf\xe9', 'latin1'),
    };
    expect(await found(files, 'needle')).toEqual(['b', 'c', 'needle.bin']);
    expect(await found(files, 'café')).toEqual(['c']);
  });

  const TREE = {
    'a.txt': 'needle',
    '.hidden.txt': 'needle',
    '.git/x.txt': 'needle',
    'cache.noindex/x.txt': 'needle',
    'private/.metadata_never_index': '',
    'private/x.txt': 'needle',
    'node_modules/x.js': 'needle',
    '__pycache__/x.txt': 'needle',
    'venv/pyvenv.cfg': '',
    'venv/x.py': 'needle',
    'crate/Cargo.toml': '',
    'crate/target/x.rs': 'needle',
    'target/x.txt': 'needle',
    'other/venv/x.txt': 'needle',
  };

  it('R36, R37, D4: leaves out what is in the way', async () => {
    expect(await found(TREE, 'needle')).toEqual(['a.txt', 'other/venv/x.txt', 'target/x.txt']);
  });

  it('R37: looks into dependencies when told', async () => {
    expect(await found(TREE, 'needle', true)).toEqual([
      '__pycache__/x.txt',
      'a.txt',
      'crate/target/x.rs',
      'node_modules/x.js',
      'other/venv/x.txt',
      'target/x.txt',
      'venv/x.py',
    ]);
  });

  it('R36: the scope itself may be hidden', async () => {
    const folder = join(temporaryFolder(TREE), '.git');
    const { hits } = await createNaiveEngine({ budgetMs: 60_000, everything: false }).recent(0, {
      scope: folder,
      limit: 5,
      signal,
    });
    expect(hits).toHaveLength(1);
  });

  it('R48, R51, R52: links, pipes and directories are no results and are not followed', async () => {
    const folder = temporaryFolder({ 'a.txt': 'needle' });
    mkdirSync(join(folder, 'needle'));
    symlinkSync(folder, join(folder, 'loop'));
    symlinkSync(join(folder, 'a.txt'), join(folder, 'needle-link'));
    execFileSync('mkfifo', [join(folder, 'needle-pipe')]);
    const engine = createNaiveEngine({ budgetMs: 60_000, everything: false });
    const findings = await engine.search('needle', { scope: folder, limit: 9, signal, snippets: false });
    expect(findings).toMatchObject({ complete: true, truncated: false, scanned: 1 });
    expect(findings.hits.map(({ path }) => path)).toEqual([join(folder, 'a.txt')]);
  });

  it('R18: cuts after ordering and says so', async () => {
    const folder = temporaryFolder();
    fill(folder, { 'old.txt': 'x', 'new.txt': 'x' });
    modifiedAt(join(folder, 'old.txt'), '2020-01-01T00:00:00Z');
    const findings = await createNaiveEngine({ budgetMs: 60_000, everything: false }).byKind('document', {
      scope: folder,
      limit: 1,
      signal,
    });
    expect(findings).toMatchObject({ truncated: true, hits: [{ path: join(folder, 'new.txt') }] });
  });

  it('R57: when time runs out, it says so', async () => {
    const folder = temporaryFolder();
    for (let n = 0; n < 20; n++) writeFileSync(join(folder, `${n}.txt`), 'x');
    const findings = await createNaiveEngine({ budgetMs: -1, everything: false }).recent(0, {
      scope: folder,
      limit: 9,
      signal,
    });
    expect(findings).toMatchObject({ complete: false, note: 'time ran out' });
  });
});
