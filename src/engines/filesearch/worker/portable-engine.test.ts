import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Findings } from '../engine.ts';
import { Bench, find, never, pathsOf } from '../testing/engine.ts';

const bench = new Bench();
const engine = bench.engine({ accelerate: false });
afterAll(() => bench.end(), 60_000);

const names = (findings: Findings) => pathsOf(findings).map((path) => basename(path));

/** A folder whose files are the older the later they are listed. */
function aged(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = bench.folder(files);
  Object.keys(files).forEach((file, index) => utimesSync(join(folder, file), 1_700_000_000, 1_700_000_000 - index));
  return folder;
}

describe('what a text search finds', () => {
  it.each(['cafe', 'CAFÉ', 'cafe\u0301', 'Café'])(
    'R28 %s in any case, with and without accents, in any normal form',
    async (query) => {
      const scope = aged({ 1: 'a cafe', 2: 'a CAFÉ', 3: 'a cafe\u0301', 4: 'a caf', 5: 'nothing' });
      expect(names(await find(engine, query, scope))).toEqual(['1', '2', '3']);
    },
  );

  it('R29 R30 R33 a phrase in quotes: text and name, then text, then name; the newest first, then by path', async () => {
    const scope = aged({
      'words in.txt': 'report and budget',
      'budget report name.bin': '\0',
      'old content.txt': 'the budget report',
      'budget report both.txt': 'budget report',
      'older content.txt': 'BUDGET   report',
      'budget.txt': 'a report',
      'none.txt': 'budget',
    });
    utimesSync(join(scope, 'budget.txt'), 1_700_000_000, 1_700_000_000);
    expect(names(await find(engine, '"budget report"', scope))).toEqual([
      'budget report both.txt',
      'old content.txt',
      'older content.txt',
      'budget report name.bin',
    ]);
    expect(names(await find(engine, 'budget report', scope))).toEqual([
      'budget report both.txt',
      'budget report name.bin',
      'older content.txt',
      'old content.txt',
      'words in.txt',
      'budget.txt',
    ]);
  });

  it('R31 white space of any length and sort between the words', async () => {
    const scope = aged({ 1: 'one two', 2: 'one\r\n\t two', 3: 'one\u00a0\u2003two', 4: 'é one \n two', 5: 'one' });
    expect(names(await find(engine, '" one \n two "', scope))).toEqual(['1', '2', '3', '4']);
    expect(names(await find(engine, ' one \n two ', scope))).toEqual(['1', '3', '2', '4', '5']);
  });

  it.each(['*', '?', '"', '\\', '(', '$', '[a-', '.', '^', '|', '{2}', '-'])('R32 %s as itself', async (query) => {
    const scope = aged({ 1: `x${query}y`, 2: 'xay zz', 3: `é${query}y` });
    expect(names(await find(engine, query, scope))).toEqual(['1', '3']);
  });

  it('R12 nothing for a query without a character to look for', async () => {
    const scope = aged({ 1: 'a b' });
    for (const query of [' ', '\n\t', '\u0301']) expect((await find(engine, query, scope)).hits).toEqual([]);
  });

  it('R34 binary files by name only, UTF-16 with a mark, Latin-1 when it is no UTF-8', async () => {
    const scope = aged({
      'needle.bin': 'needle\0needle',
      '1': Buffer.from('\ufeffa needle', 'utf16le'),
      '2': Buffer.from('\ufeffa needle', 'utf16le').swap16(),
      '3': Buffer.from('n\xe9edle n\xe9\xe9dle', 'latin1'),
      '4': `${'x'.repeat(9000)}\0 needle`,
      '5': '\0 needle',
      '6': '\ufeffneedle',
    });
    expect(names(await find(engine, '"needle"', scope))).toEqual(['1', '2', '3', '4', '6', 'needle.bin']);
    expect(names(await find(engine, 'needle', scope)).sort()).toEqual(['1', '2', '3', '4', '6', 'needle.bin']);
  });

  it('R35 PDF files by their text; a broken one is skipped and counted', async () => {
    const scope = aged({ 'a.pdf': pdf('Annual zebra report'), 'b.pdf': 'no zebra', 'c.txt': 'nothing' });
    const findings = await find(engine, 'ZEBRA report', scope);
    expect(names(findings)).toEqual(['a.pdf']);
    expect(findings).toMatchObject({ complete: false, skipped: 1 });
  });

  it('R56 names with line breaks, quotes and backslashes', async () => {
    const scope = aged({ 'new\nline "q" \\.txt': 'needle' });
    expect(names(await find(engine, 'line "q" \\', scope))).toEqual(['new\nline "q" \\.txt']);
  });

  it('R18 R59 the first of the ordered list, and says when there are more', async () => {
    const scope = aged({ 1: 'x needle', 2: 'x needle', 3: 'x needle', 'needle.txt': 'needle' });
    const findings = await find(engine, 'needle', scope, 2);
    expect(names(findings)).toEqual(['needle.txt', '1']);
    expect(findings).toMatchObject({ truncated: true, complete: true, scanned: 4, skipped: 0, engine: 'portable' });
    expect((await find(engine, 'needle', scope, 4)).truncated).toBe(false);
  });

  it('shows the line of the match, white space made single', async () => {
    const scope = aged({ 1: 'first\nsome  naïve\tText here\nlast', 2: 'é\nsome naïve text', 3: 'zz' });
    const { hits } = await find(engine, 'NAIVE text', scope);
    expect(hits.map(({ snippet }) => snippet)).toEqual([
      { text: 'some naïve Text here', start: 5, end: 15, line: 2 },
      { text: 'some naïve text', start: 5, end: 15, line: 2 },
    ]);
  });

  it('tells the line of a match, also far into a large file; a document has none, a name has no snippet', async () => {
    const long = 'a line\r\n'.repeat(300_000);
    const scope = aged({
      1: `\n\rneedle`,
      2: `${long}a needle`,
      3: `é${long}a needle`,
      4: Buffer.from(`\ufeff\na needle\n${long}`, 'utf16le'),
      5: Buffer.from(`\ufeff${long}a needle`, 'utf16le'),
      'a.pdf': pdf('a needle'),
      'needle.bin': '\0',
    });
    const { hits } = await find(engine, '"needle"', scope);
    expect(hits.map(({ path, snippet }) => [basename(path), snippet?.line])).toEqual([
      ['1', 3],
      ['2', 300_001],
      ['3', 300_001],
      ['4', 2],
      ['5', undefined],
      ['a.pdf', undefined],
      ['needle.bin', undefined],
    ]);
    expect(hits.map(({ snippet }) => snippet?.text)).toEqual(['needle', ...Array(5).fill('a needle'), undefined]);
  });
});

describe('where a search looks', () => {
  it('R36 not at hidden names, .noindex folders and marked folders below the scope', async () => {
    const files = {
      '.h': 'x',
      '.d/f': 'x',
      'a.noindex/f': 'x',
      'b/.metadata_never_index': '',
      'b/f': 'x',
      'c/ok': 'x',
    };
    const scope = bench.folder({ ...files, '.metadata_never_index': '', '.d/c/f': 'x' });
    expect(pathsOf(await find(engine, 'x', scope))).toEqual([join(scope, 'c/ok')]);
    expect(pathsOf(await find(engine, 'x', join(scope, '.d'))).sort()).toEqual([
      join(scope, '.d/c/f'),
      join(scope, '.d/f'),
    ]);
    expect(pathsOf(await find(engine, 'x', join(scope, 'b')))).toEqual([join(scope, 'b/f')]);
  });

  it('R37 not at what tools have made, unless all is asked for', async () => {
    const files = {
      'node_modules/f': 'x',
      '__pycache__/f': 'x',
      'venv/f': 'x',
      'venv/pyvenv.cfg': '',
      'target/f': 'x',
    };
    const scope = bench.folder({ ...files, 'Cargo.toml': '', 'sub/target/f': 'x', 'sub/venv/f': 'x' });
    expect(pathsOf(await find(engine, 'x', scope)).sort()).toEqual([
      join(scope, 'sub/target/f'),
      join(scope, 'sub/venv/f'),
    ]);
    const all = bench.engine({ accelerate: false, all: true });
    expect((await find(all, 'x', scope)).hits).toHaveLength(6);
  });

  it('R51 R52 not through links, and only at regular files', async () => {
    const outside = bench.folder({ secret: 'needle' });
    const scope = bench.folder({ 'a/f': 'needle' });
    symlinkSync(outside, join(scope, 'needle-directory'));
    symlinkSync(join(outside, 'secret'), join(scope, 'needle-file'));
    symlinkSync(scope, join(scope, 'a/loop'));
    mkdirSync(join(scope, 'needle-is-a-directory'));
    expect(pathsOf(await find(engine, 'needle', scope))).toEqual([join(scope, 'a/f')]);
  });

  it('R41 kinds by name, and by the first bytes where there is no extension', async () => {
    const scope = aged({ 'b.py': '', script: '#!/bin/sh\n', letter: 'Dear all', 'photo.png': '', 'a.py': '' });
    const request = { scope, limit: 10, signal: never };
    expect(names(await engine.byKind('code', request))).toEqual(['b.py', 'script', 'a.py']);
    const first = await engine.byKind('code', { ...request, limit: 1 });
    expect([names(first), first.truncated]).toEqual([['b.py'], true]);
  });

  it('R43 R44 R47 R48 recent files from the moment on, newest first, no directories', async () => {
    const scope = aged({ b: '', a: '', 'd/c': '' });
    utimesSync(join(scope, 'b'), 1_700_000_000, 1_699_999_999);
    const since = (ms: number) => engine.recent(ms, { scope, limit: 10, signal: never });
    expect(names(await since(1_699_999_998_000))).toEqual(['a', 'b', 'c']);
    expect(names(await since(1_699_999_999_000))).toEqual(['a', 'b']);
    expect(names(await since(1_699_999_999_001))).toEqual([]);
  });

  it("gives a file's info as the file system has it", async () => {
    const scope = aged({ a: 'needle' });
    const { hits } = await find(engine, 'needle', scope);
    expect(hits[0]).toMatchObject({
      path: join(scope, 'a'),
      size: 6,
      modifiedMs: 1_700_000_000_000,
      uid: process.getuid?.(),
    });
  });
});

function pdf(text: string): string {
  const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xref = `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}`;
  return `${body}${xref}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}
