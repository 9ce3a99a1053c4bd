import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import type { Library } from '../commit/library.ts';
import { BASE } from '../model/file-key.ts';
import { lesson } from '../model/files.ts';
import { bookId, contentPath, userId } from '../model/names.ts';
import { behind, but, closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import { BookExporter, type ExportRequest } from './export-book.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const book = bookId('sample');
const PAGE = 'content/01-Part/01-Chapter/01-intro.html';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
let parent: string;
let out: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root);
  parent = await mkdtemp(join(tmpdir(), 'quartet-export-'));
  out = join(parent, 'out');
  await write('01-intro', '# Intro\n\nSee [two](02-two.md#end) and ![a dot](../../../static/img/dot.png).\n');
  await write('02-two', '# Two\n\n## End\n');
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
  await rm(parent, { recursive: true });
});

async function write(name: string, text: string, user?: string): Promise<void> {
  await library.put(sampleLesson(name, user), Buffer.from(text), actor);
}

function run(more: Partial<ExportRequest> = {}, from = library) {
  return new BookExporter(from).run({ book, folder: out, format: 'html', ...more });
}

const text = (path: string) => readFile(join(out, path), 'utf8');
const put = async (path: string, content: string) => {
  await mkdir(dirname(join(out, path)), { recursive: true });
  await writeFile(join(out, path), content);
};

describe('what is exported', () => {
  it('is every lesson, asset and summary, with links that lead there', async () => {
    behind(folder.root).write('books/sample/static/img/dot.png', 'dot');
    await write('01-intro.summary', '- short\n');
    const { report } = await run();
    expect(report).toMatchObject({ status: 'complete', pages: 2, unchanged: 0, left_out: [] });
    const page = await text(PAGE);
    expect(page).toContain('<a href="02-two.html#end">two</a>');
    expect(page).toContain('<img src="../../../static/img/dot.png" alt="a dot" />');
    expect(page).toContain('<aside class="summary"');
    expect(page).not.toContain('<script');
    expect(await text('static/img/dot.png')).toBe('dot');
    expect((await readdir(out)).sort()).toEqual([
      '.quartet-export.json',
      'content',
      'index.html',
      'static',
      'style.css',
    ]);
  });

  it('is the view of a user, whose own versions stand in the place of the shared ones', async () => {
    await write('02-two', '# Two of Ann\n', 'ann');
    await run({ user: userId('ann') });
    expect(await text('content/01-Part/01-Chapter/02-two.html')).toContain('Two of Ann');
    await expect(run()).rejects.toThrow('The folder holds an export of sample as html, as user ann sees it.');
  });

  it('is one state of the book, also when it changes while it is read', async () => {
    let changes = 3;
    const { storage } = library;
    const read: typeof storage.read = async (key, admit) => {
      if (key.endsWith('02-two.md') && changes-- > 0) {
        await write('01-intro', `# Intro ${changes}\n`);
        await write('02-two', `# Two ${changes}\n`);
      }
      return storage.read(key, admit);
    };
    const busy = but(library, {
      read: (file, admit) => new Reading(library, read).read(file, admit),
    });
    await run({}, busy);
    expect(await text(PAGE)).toContain('<h1 id="intro-0">Intro 0</h1>');
    expect(await text('content/01-Part/01-Chapter/02-two.html')).toContain('<h1 id="two-0">Two 0</h1>');
  });

  it('leaves out what cannot be read, names it and is partial', async () => {
    behind(folder.root).write('books/sample/content/01-Part/01-Chapter/03-bytes.md', Buffer.from([0xff, 0xfe, 0x00]));
    const { report } = await run();
    expect(report).toMatchObject({
      status: 'partial',
      pages: 2,
      left_out: [{ path: 'content/01-Part/01-Chapter/03-bytes.md', error: 'the stored file is not valid UTF-8' }],
    });
  });
});

/** The library's way of reading, with another way to the storage. */
class Reading {
  constructor(
    private readonly library: Library,
    private readonly through: Library['storage']['read'],
  ) {}

  async read(...[file, admit]: Parameters<Library['read']>) {
    await this.through(file.key, admit);
    return await this.library.read(file, admit);
  }
}

describe('a second run', () => {
  it('writes what has changed and removes what is gone', async () => {
    await write('03-three', '# Three\n');
    await run();
    expect((await run()).report).toMatchObject({ written: [], removed: [], unchanged: 5 });
    const before = await lstat(join(out, 'style.css'));
    await library.remove(sampleLesson('03-three'), actor);
    await write('01-intro', '# Intro\n\nNew.\n');
    expect((await run()).report).toMatchObject({ removed: ['content/01-Part/01-Chapter/03-three.html'] });
    expect(await text(PAGE)).toContain('<p>New.</p>');
    expect((await lstat(join(out, 'style.css'))).ino).toBe(before.ino);
  });

  it('touches nothing that others have put there, changed there, or linked to', async () => {
    await run();
    await put('mine.txt', 'mine');
    await put('style.css', 'body { color: red }');
    await put('content/01-Part/01-Chapter/03-three.html', 'theirs');
    const outside = join(parent, 'outside');
    await mkdir(outside);
    await rm(join(out, PAGE));
    await symlink(join(outside, 'stolen'), join(out, PAGE));
    await mkdir(join(out, 'content', '02-Part'), { recursive: true });
    await symlink(outside, join(out, 'content/02-Part/01-Chapter'));
    await write('03-three', '# Three\n');
    const far = lesson(book, contentPath('content/02-Part/01-Chapter/01-far.md'), BASE);
    await library.put(far, Buffer.from('# Far\n'), actor);
    const { report } = await run();
    expect(report).toMatchObject({
      status: 'partial',
      kept: ['style.css', PAGE],
      in_the_way: ['content/01-Part/01-Chapter/03-three.html', 'content/02-Part/01-Chapter/01-far.html'],
    });
    expect(await text('mine.txt')).toBe('mine');
    expect(await text('style.css')).toBe('body { color: red }');
    expect(await text('content/01-Part/01-Chapter/03-three.html')).toBe('theirs');
    expect(await readdir(outside)).toEqual([]);
  });

  it('keeps a page that somebody has changed when its lesson goes', async () => {
    await run();
    await put(PAGE, 'edited');
    await library.remove(sampleLesson('01-intro'), actor);
    expect((await run()).report.kept).toEqual([PAGE]);
    expect(await text(PAGE)).toBe('edited');
  });

  it('mends what a killed one has left: its files are known, and what was half done is gone', async () => {
    await run();
    await write('01-intro', '# Changed\n');
    const marker = await text('.quartet-export.json');
    await run();
    // As if it had been killed before it noted what it had done.
    const page = await text(PAGE);
    const known = JSON.parse(await text('.quartet-export.json')) as { files: Record<string, object> };
    await put('.quartet-export.json', marker);
    const lines = Object.entries(known.files).map(([path, file]) => `${JSON.stringify({ path, ...file })}\n`);
    await put('.quartet-export.tmp/published', `${lines.join('')}{"path":"in`);
    await put('.quartet-export.tmp/999-1', 'half');
    await write('01-intro', '# Changed again\n');
    expect((await run()).report).toMatchObject({ status: 'complete', kept: [] });
    expect(await text(PAGE)).not.toBe(page);
    expect(existsSync(join(out, '.quartet-export.tmp'))).toBe(false);
  });
});

describe('the folder', () => {
  it('must be empty, or hold the same export', async () => {
    await put('theirs.txt', 'x');
    await expect(run()).rejects.toThrow('The folder holds something else (theirs.txt)');
    await rm(join(out, 'theirs.txt'));
    await run();
    await expect(run({ format: 'epub' })).rejects.toThrow('The folder holds an export of sample as html.');
    await put('.quartet-export.json', '{"version":1,"book":"sample","format":"html","files":{"../../x":{}}}');
    await expect(run()).rejects.toThrow(ConfigurationFailure);
  });

  it('is not made for a book that is not there', async () => {
    await expect(run({ book: bookId('no-such-book') })).rejects.toThrow('There is no such book.');
    expect(existsSync(out)).toBe(false);
  });

  it('is left as it was by a run that is stopped before it publishes', async () => {
    const stop = new AbortController();
    const progress = () => stop.abort();
    await expect(run({ signal: stop.signal, progress })).rejects.toThrow();
    expect(await readdir(out)).toEqual([]);
    expect((await run()).report.status).toBe('complete');
  });
});
