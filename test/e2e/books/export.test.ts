import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unzip } from '../../../src/engines/library/archive/testing/unzip.ts';
import { groundOf } from '../../harness/books/ground.ts';
import { Wire } from '../../harness/books/wire.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { treeOf } from '../../harness/tree.ts';

const parent = mkdtempSync(join(tmpdir(), 'quartet-export-'));
const root = join(parent, 'library');
const ground = groundOf(root);
const CHAPTER = 'content/01-Part/01-Chapter';
const HOSTILE = 'A <b>"title"</b> & {x: y} # \\ end';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function put(path: string, content: string | Buffer, book = 'small-book'): void {
  ground.write(`books/${book}/${path}`, content);
}

function exported(book: string, out: string, ...args: string[]) {
  return runQuartet(['books', 'export', book, join(parent, out), '--root', root, ...args]);
}

const fileIn = (out: string, path: string) => readFileSync(join(parent, out, path), 'utf8');

beforeAll(async () => {
  mkdirSync(root, { recursive: true });
  put(
    `${CHAPTER}/01-one.md`,
    `---\ntitle: ${JSON.stringify(HOSTILE)}\ntags: [a]\n---\n\n<script>x</script> [two](02-two.md#end) {a} $x^2$\n`,
  );
  put(`${CHAPTER}/02-two.md`, '# Two\n\n![dot](/img/what%3F.png) [bad](javascript:x) [out](../../../../x)\n\n## End\n');
  put(`${CHAPTER}/02-two.summary.md`, '- short\n');
  put(`${CHAPTER}/03-bad-matter.md`, '---\ntitle: [open\n---\n# Three\n');
  put('content/con.md', '# Con\n');
  put('static/img/what?.png', Buffer.from(PIXEL, 'base64'));
  // Until a library is opened for writing, nobody has noted when its files came.
  await runQuartet(['books', 'verify', '--repair', '--root', root]);
});
afterAll(() => rmSync(parent, { recursive: true }));

describe('each format', () => {
  it('html: pages without scripts, whose links all lead to files', async () => {
    expect(await exported('small-book', 'html', '--title', 'A <title>')).toEqual({
      code: 0,
      stdout: `small-book as html: 4 pages; 7 files written, 0 removed, 0 unchanged\nOpen ${join(parent, 'html', 'index.html')}.\n`,
      stderr: '',
    });
    const pages = treeOf(join(parent, 'html')).flatMap((line) => /^(\S.*\.html) /.exec(line)?.[1] ?? []);
    expect(pages).toHaveLength(5);
    for (const page of pages) {
      const text = fileIn('html', page);
      expect(text).not.toMatch(/<script|"javascript:|<[^>]*\s(?:on\w+|style)=/i);
      for (const [, address = ''] of text.matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)) {
        const target = new URL(address, `file://${join(parent, 'html', page)}`);
        expect(existsSync(target), `${address} on ${page}`).toBe(true);
      }
    }
    const one = fileIn('html', `${CHAPTER}/01-one.html`);
    expect(one).toContain('<h1>A &lt;b&gt;&quot;title&quot;&lt;/b&gt; &amp; {x: y} # \\ end</h1>');
    expect(one).toContain('&lt;script&gt;x&lt;/script&gt;');
    expect(one).toContain('<msup><mi>x</mi><mn>2</mn></msup>');
    expect(one).toContain(
      '<title>A &lt;b&gt;&quot;title&quot;&lt;/b&gt; &amp; {x: y} # \\ end – A &lt;title&gt;</title>',
    );
  });

  it('epub: what an independent reader finds in it, and the same bytes for the same book', async () => {
    expect((await exported('small-book', 'epub', '--format', 'epub', '--language', 'de')).code).toBe(0);
    const members = await unzip(join(parent, 'epub', 'small-book.epub'));
    const names = [...members.keys()];
    expect(names[0]).toBe('mimetype');
    expect(members.get('mimetype')).toMatchObject({
      text: 'application/epub+zip',
      entry: { compressionMethod: 0, extraFieldLength: 0 },
    });
    const opf = members.get('OEBPS/content.opf')?.text ?? '';
    const listed = [...opf.matchAll(/<item id="[^"]+" href="([^"]+)"/g)].map(([, href]) => `OEBPS/${href}`);
    expect([...listed, 'OEBPS/content.opf', 'META-INF/container.xml', 'mimetype'].sort()).toEqual(names.sort());
    expect(opf).toContain('<dc:language>de</dc:language>');
    expect(opf).toMatch(
      /<dc:identifier id="id">urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}</,
    );
    expect(opf).toMatch(/href="page-1.xhtml" media-type="application\/xhtml\+xml" properties="mathml"/);
    expect(members.get('OEBPS/nav.xhtml')?.text).toContain('<nav epub:type="toc"');
    for (const [name, { text }] of members) if (name.endsWith('.xhtml')) expect(text).not.toMatch(/<script|href="\.\./);
    expect((await exported('small-book', 'epub-2', '--format', 'epub', '--language', 'de')).code).toBe(0);
    const hash = (out: string) =>
      createHash('sha256')
        .update(readFileSync(join(parent, out, 'small-book.epub')))
        .digest('hex');
    expect(hash('epub-2')).toBe(hash('epub'));
  });

  it('docusaurus: lessons with front matter, categories, a first page and all that a build needs', async () => {
    expect((await exported('small-book', 'docusaurus', '--format', 'docusaurus')).code).toBe(0);
    const one = fileIn('docusaurus', 'docs/01-Part/01-Chapter/01-one.md');
    expect(one).toBe(
      `---\ntitle: ${JSON.stringify(HOSTILE)}\ntags: [a]\nsidebar_position: 1\n---\n\n\n<script>x</script> [two](02-two.md#end) {a} $x^2$\n`,
    );
    expect(fileIn('docusaurus', 'docs/01-Part/01-Chapter/03-bad-matter.md')).toBe(
      '---\ntitle: "Three"\nsidebar_position: 3\n---\n\n# Three\n',
    );
    expect(fileIn('docusaurus', 'docs/01-Part/01-Chapter/02-two.md')).toMatch(
      /!\[dot\]\(\.\.\/\.\.\/\.\.\/static\/img\/what_-[0-9a-f]{8}\.png\)/,
    );
    expect(JSON.parse(fileIn('docusaurus', 'docs/01-Part/_category_.json'))).toEqual({
      label: 'Part',
      position: 1,
      link: { type: 'generated-index' },
    });
    expect(fileIn('docusaurus', 'docs/README.md')).toContain('\nslug: /\n');
    const { dependencies } = JSON.parse(fileIn('docusaurus', 'package.json')) as {
      dependencies: Record<string, string>;
    };
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const config = (await import(join(parent, 'docusaurus', 'sidebars.js'))) as { default: unknown };
    expect(config.default).toEqual({ book: [{ type: 'autogenerated', dirName: '.' }] });
    expect(fileIn('docusaurus', 'docusaurus.config.js')).toContain("markdown: { format: 'md'");
    expect(readdirSync(join(parent, 'docusaurus', 'docs')).join()).toMatch(/con-[0-9a-f]{8}\.md/);
  });

  it('mdbook: a summary that names every chapter', async () => {
    expect((await exported('small-book', 'mdbook', '--format', 'mdbook', '--title', HOSTILE)).code).toBe(0);
    expect(parse(fileIn('mdbook', 'book.toml'))).toMatchObject({
      book: { title: HOSTILE, language: 'en', src: 'src' },
    });
    const summary = fileIn('mdbook', 'src/SUMMARY.md');
    const chapters = [...summary.matchAll(/\]\(<([^>]+)>\)/g)].map(([, path]) => path as string);
    const written = treeOf(join(parent, 'mdbook', 'src')).flatMap((line) => /^(\S.*\.md) /.exec(line)?.[1] ?? []);
    expect([...chapters, 'SUMMARY.md'].sort()).toEqual(written.sort());
    expect(summary).toContain('\n# Part\n\n- [Chapter]()\n  - [A \\<b\\>"title"\\</b\\> \\& \\{x: y\\} \\# \\\\ end]');
    expect(summary).toMatch(
      /\n {2}- \[Two\].*\n {4}- \[Two\]\(<content\/01-Part\/01-Chapter\/02-two\.summary\.md>\)\n/,
    );
    expect(fileIn('mdbook', 'src/content/01-Part/01-Chapter/01-one.md')).toMatch(/^# A \\<b\\>/);
  });
});

describe('what is asked for', () => {
  it.each([
    [['No_Book'], 2, 'BOOK must be 3 to 50 lower-case letters'],
    [['small-book', '--format', 'ebub'], 2, 'Did you mean epub?'],
    [['small-book', '--language', 'no language'], 2, '--language must be the tag of a language'],
    [['small-book', '--title', ' '], 2, '--title must not be empty'],
    [['small-book', '--user', 'a/b'], 2, '--user must be 1 to 100 letters'],
    [['missing-book'], 1, 'There is no such book.'],
  ])('%j ends with %i', async ([book = '', ...args], code, sentence) => {
    const run = await exported(book, 'never', ...args);
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(existsSync(join(parent, 'never'))).toBe(false);
  });

  it('a file for OUT is a mistake, and so is a folder of somebody else', async () => {
    expect(await exported('small-book', 'x.epub', '--format', 'epub')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the book becomes small-book.epub in it'),
    });
    mkdirSync(join(parent, 'theirs'));
    writeFileSync(join(parent, 'theirs', 'a.txt'), 'a');
    expect(await exported('small-book', 'theirs')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Name a new or an empty folder.'),
    });
    expect(readdirSync(join(parent, 'theirs'))).toEqual(['a.txt']);
  });

  it('--json tells all of it; what could not be read makes it partial, with exit code 1', async () => {
    put(`${CHAPTER}/01-one.md`, '# One\n', 'torn-book');
    put(`${CHAPTER}/02-bytes.md`, Buffer.from([0xff, 0xff]), 'torn-book');
    const { code, stdout } = await exported('torn-book', 'torn', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      book: 'torn-book',
      format: 'html',
      title: 'Torn Book',
      status: 'partial',
      pages: 1,
      removed: [],
      left_out: [{ path: `${CHAPTER}/02-bytes.md`, error: 'the stored file is not valid UTF-8' }],
      out: join(parent, 'torn'),
    });
  });

  it('--user gives that user’s view', async () => {
    const wire = await Wire.books(root);
    const path = `${CHAPTER}/01-one.md`;
    await wire.data('write_content', { book_id: 'small-book', path, user_id: 'ann', content: '# Of Ann\n' });
    await wire.end();
    expect((await exported('small-book', 'ann', '--user', 'ann')).code).toBe(0);
    expect(fileIn('ann', `${CHAPTER}/01-one.html`)).toContain('<h1 id="of-ann">Of Ann</h1>');
  });
});

describe('a folder that is kept', () => {
  it('a second run writes nothing; what is somebody else’s stays, and is told', async () => {
    await exported('small-book', 'twice');
    const before = treeOf(join(parent, 'twice'));
    expect((await exported('small-book', 'twice')).stdout).toContain('0 files written, 0 removed, 7 unchanged');
    expect(treeOf(join(parent, 'twice'))).toEqual(before);
    writeFileSync(join(parent, 'twice', 'style.css'), 'own');
    rmSync(join(parent, 'twice', 'index.html'));
    symlinkSync(join(parent, 'elsewhere'), join(parent, 'twice', 'index.html'));
    const { code, stdout } = await exported('small-book', 'twice');
    expect(code).toBe(0);
    expect(stdout).toContain('kept      style.css (changed in the folder;');
    expect(stdout).toContain('kept      index.html (changed in the folder;');
    expect(existsSync(join(parent, 'elsewhere'))).toBe(false);
  });
});
