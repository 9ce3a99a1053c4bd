import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groundOf, stateOf } from '../../harness/books/ground.ts';
import { type Result, Wire } from '../../harness/books/wire.ts';
import { dataOf } from '../../harness/result-data.ts';
import { treeOf } from '../../harness/tree.ts';
import { ATTACKS, type Attack, PLAIN } from './hostile-calls.ts';
import { BOOK, LESSON } from './hostile-texts.ts';

const parent = mkdtempSync(join(tmpdir(), 'quartet-attack-'));
const root = join(parent, 'library');
const ground = groundOf(root);
const secret = 'the operator’s secret';
let wire: Wire;

beforeAll(async () => {
  mkdirSync(join(parent, 'outside', '01-Chapter'), { recursive: true });
  writeFileSync(join(parent, 'outside', '01-Chapter', '01-secret.md'), secret);
  writeFileSync(join(parent, 'outside', 'x.png'), secret);
  wire = await Wire.books(root, { QUARTET_EXTRAS: '1' });
  await wire.data('write_content', { book_id: BOOK, path: LESSON, content: `# Safe\n\n${'a'.repeat(5000)}!\n` });
  await wire.data('write_content', { book_id: BOOK, path: LESSON, content: 'eve’s own', user_id: 'eve' });
  await wire.data('upload_asset', { ...PLAIN.upload_asset });
});

afterAll(async () => {
  await wire.end();
  expect({ code: wire.child.exitCode, stderr: wire.stderr }).toEqual({ code: 0, stderr: '' });
  rmSync(parent, { recursive: true });
});

/** The journal changes with every call, for the audit. */
function content(): string[] {
  const onDisk = treeOf(parent).filter((line) => !line.startsWith('library/.quartet/journal.db'));
  return ground.kind === 'fs' ? onDisk : [...onDisk, ...stateOf(ground, '')];
}

async function attempt({ tool, args, codes, mayFindNothing }: Attack): Promise<string | undefined> {
  const answer = await wire.call(tool, args);
  const shown = `${tool} ${JSON.stringify(args).slice(0, 200)}`;
  if (answer?.result === undefined) return `${shown}: ${JSON.stringify(answer?.error ?? 'died').slice(0, 300)}`;
  const { isError } = answer.result;
  const text = answer.result.content[0]?.text ?? '';
  if (/eve’s own|users\/eve\/content\/.*"$/.test(text) || text.includes(parent)) return `${shown} gives away ${text}`;
  if (mayFindNothing && !isError) return undefined;
  if (!isError) return `${shown} was accepted: ${text.slice(0, 300)}`;
  const { code, error } = dataOf(answer.result);
  const known = mayFindNothing || codes?.includes(String(code));
  return known && typeof error === 'string' ? undefined : `${shown}: ${text.slice(0, 300)}`;
}

describe('hostile input', () => {
  it(`SC-005: ${ATTACKS.length} attacks are refused with a typed error and leave no trace`, async () => {
    const before = content();
    const faults: string[] = [];
    for (let at = 0; at < ATTACKS.length; at += 20) {
      const answers = await Promise.all(ATTACKS.slice(at, at + 20).map(attempt));
      faults.push(...answers.filter((fault) => fault !== undefined));
    }
    expect(faults).toEqual([]);
    expect(content()).toEqual(before);
    expect((await wire.data('read_content', { book_id: BOOK, path: LESSON })).source).toBe('base');
  });

  it('far too much is refused in time, whether it is a line that can be read or not', async () => {
    const before = content();
    const huge = 'a'.repeat(100_000_000);
    const large = await wire.result('write_content', { ...PLAIN.write_content, content: huge });
    expect(dataOf(large)).toMatchObject({ code: 'VALIDATION_ERROR' });
    const asset = await wire.result('upload_asset', { ...PLAIN.upload_asset, binary_data: huge });
    expect(dataOf(asset)).toMatchObject({ code: 'ASSET_TOO_LARGE' });
    // A line of 140 MB is not read, but for its id.
    const params = { name: 'write_content', arguments: { ...PLAIN.write_content, content: 'a'.repeat(140_000_000) } };
    const unread = await wire.ask('unread', { jsonrpc: '2.0', id: 'unread', method: 'tools/call', params });
    expect(unread?.error?.code).toBeLessThan(0);
    expect(content()).toEqual(before);
  });

  it('grep of a slow pattern does not hold up anybody else', async () => {
    const slow = wire.result('grep_search', { book_id: BOOK, pattern: '((a{1,30}){1,30}){1,3}b' });
    const started = performance.now();
    await wire.data('list_books', {});
    expect(performance.now() - started).toBeLessThan(1000);
    await slow;
  });
});

describe.runIf(ground.kind === 'fs')('a tree with links and pipes in it', () => {
  beforeAll(() => {
    const book = join(root, 'books', BOOK);
    symlinkSync(join(parent, 'outside'), join(book, 'content', '02-Linked'));
    symlinkSync(join(parent, 'outside'), join(root, 'books', 'linked-book'));
    symlinkSync(join(parent, 'outside', 'x.png'), join(book, 'static', 'img', 'linked.png'));
    symlinkSync(join(parent, 'outside'), join(book, 'users', 'mallory'));
    const chapter = join(book, 'content', '01-Part', '01-Chapter');
    execFileSync('mkfifo', [join(chapter, '02-pipe.md'), join(book, 'static', 'img', 'pipe.png')]);
    symlinkSync('01-loop.md', join(chapter, '03-loop.md'));
    symlinkSync('03-loop.md', join(chapter, '01-loop.md'));
  });

  const linked = ['content/02-Linked/01-Chapter/01-secret.md', 'content/01-Part/01-Chapter/03-loop.md'];
  const pipe = 'content/01-Part/01-Chapter/02-pipe.md';
  const calls: [string, object][] = [
    ...[...linked, pipe].flatMap((path): [string, object][] => [
      ['read_content', { book_id: BOOK, path }],
      ['write_content', { book_id: BOOK, path, content: 'mine' }],
      ['delete_content', { book_id: BOOK, path }],
    ]),
    ...['chapter', 'part', 'book'].map((scope): [string, object] => [
      'read_content',
      { book_id: BOOK, path: scope === 'chapter' ? 'content/02-Linked/01-Chapter' : 'content/02-Linked', scope },
    ]),
    ['read_content', { book_id: BOOK, path: 'content/01-Part', scope: 'part', user_id: 'mallory' }],
    ['write_content', { book_id: BOOK, path: LESSON, content: 'mine', user_id: 'mallory' }],
    ...['linked.png', 'pipe.png'].flatMap((filename): [string, object][] => [
      ['get_asset', { book_id: BOOK, asset_type: 'img', filename, include_binary: true }],
      ['upload_asset', { book_id: BOOK, asset_type: 'img', filename, binary_data: 'QUJD' }],
    ]),
    ['list_assets', { book_id: BOOK }],
    ['glob_search', { book_id: BOOK, pattern: '**', all_books: true }],
    ['grep_search', { book_id: BOOK, pattern: 'secret', all_books: true }],
    ['list_books', {}],
    ['get_book_archive', { book_id: BOOK }],
    ['validate_book', { book_id: BOOK }],
    ['validate_book', { book_id: 'linked-book' }],
    ['get_book_archive', { book_id: 'linked-book' }],
    ['delta_build', { book_id: BOOK, since: '2020-01-01T00:00:00Z', include_content: true }],
    ['audit_trail', { book_id: BOOK, path: 'content/02-Linked/01-Chapter/01-secret.md' }],
  ];

  it.each(calls)('%s %j neither follows nor waits', async (tool, args) => {
    const traps = () => content().filter((line) => /^outside| -> | special$/.test(line));
    const before = traps();
    const started = performance.now();
    const result: Result = await wire.result(tool, args);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(JSON.stringify(result)).not.toContain(secret);
    // An error may name the path that was asked for.
    const asked = String((args as { path?: string }).path);
    expect(JSON.stringify(result).replaceAll(asked, '')).not.toContain('01-secret.md"');
    if (result.isError) expect(dataOf(result)).toMatchObject({ error: expect.any(String) });
    expect(traps()).toEqual(before);
  });

  it('the library itself still shows what it has', async () => {
    expect((await wire.data('list_books', {})).result).toEqual([{ book_id: BOOK, storage_backend: 'fs' }]);
    const { result } = await wire.data('glob_search', { book_id: BOOK, pattern: '**' });
    expect(result).toEqual([`books/${BOOK}/${LESSON}`, `books/${BOOK}/static/img/x.png`]);
  });
});
