// Paths and links. The comment above a test says what the incident was; docs/security.md is made from both.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { BooksClient } from '../../harness/books/client.ts';
import { spotlightServer } from '../../harness/spotlight-server.ts';

const LESSON = { book_id: 'sample', path: 'content/01-Part/01-Chapter/01-intro.md' };
const SECRET = 'needle of somebody else';

async function library(root: string, ...options: string[]): Promise<BooksClient> {
  const books = new BooksClient(root, options);
  await books.start();
  onTestFinished(async () => void (await books.kill().catch(() => {})));
  return books;
}

/** Every way to look at a file or a folder, and what it gives; of a refusal its reason, without the path. */
async function looks(server: ReturnType<typeof spotlightServer>, folder: string, file: string): Promise<string[]> {
  const answers = [
    await server.told('get_metadata', { path: file }),
    await server.told('get_metadata', { path: file, text: true }),
    await server.told('search', { query: 'needle', scope: folder }),
    await server.told('search_by_kind', { kind: 'document', scope: folder }),
    await server.told('recent_files', { scope: folder }),
    await server.told('preview_file', { path: file }),
  ];
  return answers.map(({ isError, text }) => (isError ? `refused: ${text.split(': ').slice(0, 2).join(': ')}` : text));
}

/** Not for another reason: behind this guard there are others, which would refuse as well. */
const ALL_OUTSIDE = Array(6).fill('refused: Invalid argument: Path outside scope');

/** The reference file system server followed a link inside an allowed folder to whatever it led to, for reading and for writing. */
it('CVE-2025-53109: a link inside an allowed folder or a library leads nowhere outside, whether to a file, to a folder or to nothing yet', async () => {
  const secrets = ['01-Chapter/01-secret.md', '01-secret.md', 'secret.txt'];
  const outside = temporaryFolder(Object.fromEntries(secrets.map((name) => [name, SECRET])));
  const allowed = temporaryFolder({ 'own.txt': 'needle of mine' });
  symlinkSync(outside, join(allowed, 'door'));
  symlinkSync(join(outside, 'secret.txt'), join(allowed, 'window.txt'));
  const server = spotlightServer(['--allow', allowed, '--extras']);
  for (const file of ['door/secret.txt', 'window.txt'])
    expect(await looks(server, join(allowed, 'door'), join(allowed, file))).toEqual(ALL_OUTSIDE);
  expect(await server.found('search', { query: 'needle', scope: allowed })).toEqual([join(allowed, 'own.txt')]);

  const root = temporaryFolder();
  const lessons = join(root, 'books/sample/content');
  mkdirSync(join(lessons, '01-Part/01-Chapter'), { recursive: true });
  symlinkSync(join(outside, 'secret.txt'), join(lessons, '01-Part/01-Chapter/01-intro.md'));
  symlinkSync(join(outside, 'new.md'), join(lessons, '01-Part/01-Chapter/02-later.md'));
  symlinkSync(outside, join(lessons, '01-Part/02-Door'));
  // Behind this one there is a plain folder, with plain files in it.
  symlinkSync(outside, join(lessons, '02-Door'));
  const books = await library(root);
  for (const path of [
    '01-Part/01-Chapter/01-intro.md',
    '01-Part/01-Chapter/02-later.md',
    '01-Part/02-Door/01-secret.md',
    '01-Part/02-Door/03-new.md',
    '02-Door/01-Chapter/01-secret.md',
    '02-Door/01-Chapter/03-new.md',
  ]) {
    const lesson = { ...LESSON, path: `content/${path}` };
    for (const [tool, args] of [
      ['read_content', lesson],
      ['write_content', { ...lesson, content: '# Mine' }],
      ['delete_content', lesson],
    ] as const) {
      const { isError, content } = await books.raw(tool, args);
      const reason = expect.stringContaining('there is a link or a special file, which the library does not follow');
      expect([tool, path, isError, content[0]?.text]).toEqual([tool, path, true, reason]);
    }
  }
  for (const [tool, args] of [
    ['grep_search', { book_id: 'sample', pattern: 'needle' }],
    ['glob_search', { book_id: 'sample', pattern: '**/*' }],
  ] as const) {
    expect(await books.list(tool, args)).toEqual([]);
  }
  expect(readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort()).toEqual(['01-Chapter', ...secrets]);
  for (const name of secrets) expect(readFileSync(join(outside, name), 'utf8')).toBe(SECRET);
});

/** The reference file system server compared paths as texts, so that a folder whose name only begins like an allowed one was allowed too. */
it('CVE-2025-53110: a folder whose name begins like that of an allowed one is not allowed', async () => {
  const place = temporaryFolder({
    'data/own.txt': 'needle of mine',
    'data-evil/secret.txt': SECRET,
    'dat/a.txt': SECRET,
  });
  const server = spotlightServer(['--allow', join(place, 'data'), '--extras']);
  const own = await looks(server, join(place, 'data'), join(place, 'data/own.txt'));
  expect(own.filter((text) => text.startsWith('refused'))).toEqual([]);
  for (const [folder, file] of [
    ['data-evil', 'data-evil/secret.txt'],
    ['data/../data-evil', 'data/../data-evil/secret.txt'],
    ['dat', 'dat/a.txt'],
  ] as const) {
    expect(await looks(server, `${place}/${folder}`, `${place}/${file}`)).toEqual(ALL_OUTSIDE);
  }
});

/** A tool of the reference Git server made a repository in any folder of the machine that a caller named. */
it('CVE-2025-68143: no tool that writes makes anything outside of the library', async () => {
  const place = temporaryFolder({ 'root/.keep': '' });
  const root = join(place, 'root');
  const books = await library(root, '--extras');
  const target = join(place, 'made');
  for (const outside of [target, '../made', '../../made', `sample/../../made`, `..\\made`]) {
    const lesson = `${outside}/content/01-Part/01-Chapter/01-intro.md`;
    for (const [tool, args] of [
      ['write_content', { ...LESSON, book_id: outside, content: 'x' }],
      ['write_content', { ...LESSON, path: lesson, content: 'x' }],
      ['write_content', { ...LESSON, user_id: outside, content: 'x' }],
      ['write_many', { book_id: 'sample', changes: [{ path: lesson, content: 'x' }] }],
      ['upload_asset', { book_id: 'sample', asset_type: 'img', filename: `${outside}/x.png`, binary_data: 'AAAA' }],
      ['upload_asset', { book_id: 'sample', asset_type: outside, filename: 'x.png', binary_data: 'AAAA' }],
      ['get_book_archive', { book_id: outside }],
    ] as const) {
      const refused = await books.raw(tool, args);
      // By its name, before the storage, which would not take it either, is asked.
      const reason = expect.stringMatching(/INVALID_PATH|VALIDATION_ERROR/);
      expect([tool, refused.isError, JSON.stringify(refused.content)]).toEqual([tool, true, reason]);
    }
  }
  expect(readdirSync(place)).toEqual(['root']);
});

/** The reference Git server was told with --repository where to stay, and did not compare the paths of later calls with it. */
it('CVE-2025-68145: what the server was started with holds for every call, whatever a client says about its own roots', async () => {
  const place = temporaryFolder({ 'own/a.txt': 'needle of mine', 'other/secret.txt': SECRET });
  const server = spotlightServer(['--allow', join(place, 'own'), '--extras'], { HOME: place });
  server.process.write(
    {
      jsonrpc: '2.0',
      id: 'hello',
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { roots: { listChanged: true } },
        clientInfo: { name: 'test', version: '1' },
      },
    },
    { jsonrpc: '2.0', method: 'notifications/roots/list_changed', params: { roots: [{ uri: 'file:///' }] } },
  );
  for (const [folder, file] of [
    [join(place, 'other'), join(place, 'other/secret.txt')],
    [place, '~/other/secret.txt'],
    ['/', '/etc/passwd'],
    [`${place}/own/..`, `${place}/own/../other/secret.txt`],
  ] as const) {
    expect(await looks(server, folder, file)).toEqual(ALL_OUTSIDE);
  }
  const asked = { query: 'needle', scope: join(place, 'other') };
  const { isError, text } = await server.told('search', asked, { roots: [place], allow: [place] });
  expect([isError, text]).toEqual([true, expect.stringContaining('Path outside scope')]);
});

/** git_add of the reference Git server took a list of files and staged those outside of the repository that began with `../`. */
it('CVE-2026-27735: one path that leads out refuses a whole list of changes, wherever it stands in it', async () => {
  const place = temporaryFolder({ 'root/.keep': '' });
  const books = await library(join(place, 'root'), '--extras');
  const good = (number: number) => ({ path: `content/01-Part/01-Chapter/0${number}-good.md`, content: '# Good' });
  for (const path of ['../out.md', '../../out.md', 'content/01-Part/01-Chapter/../../../../out.md', '/out.md']) {
    for (const at of [0, 1, 2]) {
      const changes: object[] = [good(1), good(2)];
      changes.splice(at, 0, { path, content: 'x' });
      const refused = await books.raw('write_many', { book_id: 'sample', changes });
      // By its path, before the storage, which would not take it either, is asked.
      expect([path, refused.isError, JSON.stringify(refused.content)]).toEqual([
        path,
        true,
        expect.stringContaining('INVALID_PATH'),
      ]);
    }
  }
  expect(existsSync(join(place, 'root/books/sample/content'))).toBe(false);
  expect(readdirSync(place)).toEqual(['root']);
  expect((await books.raw('write_many', { book_id: 'sample', changes: [good(1), good(2)] })).isError).toBeUndefined();
  expect(existsSync(join(place, 'root/books/sample/content'))).toBe(true);
});
