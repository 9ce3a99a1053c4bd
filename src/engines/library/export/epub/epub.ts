import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Turns } from '../../../../lib/turns.ts';
import { manifestHash } from '../../journal/manifest.ts';
import { sha256 } from '../../model/files.ts';
import type { Book } from '../book/book.ts';
import type { Page } from '../book/book-tree.ts';
import { escaped } from '../book/plain-text.ts';
import type { LeftOut } from '../book/snapshot.ts';
import { addressesOn, type Layout } from '../html/addresses.ts';
import { renderLesson } from '../html/render-markdown.ts';
import type { OutputFile } from '../out/output-file.ts';
import { EPUB_STYLE } from './epub-style.ts';
import { navigationControl, navigationDocument, xhtml } from './navigation.ts';
import { CONTAINER, identifierOf, type ManifestItem, packageDocument } from './package-document.ts';
import { endingOf, type Picture, picturesOf } from './pictures.ts';
import { ZipFile } from './zip-file.ts';

const GENERATION = 1;
const SUMMARY = 'summary';

/** A book as one EPUB 3 file. The same state of the book gives the same bytes. */
export async function epub(book: Book): Promise<{ files: OutputFile[]; leftOut: LeftOut[] }> {
  const leftOut: LeftOut[] = [];
  const pictures = await picturesOf(book, leftOut);
  const rows = [...book.snapshot.files.values()];
  const state = await manifestHash(rows);
  const left = [...book.leftOut, ...leftOut].map(({ path }) => path);
  const inputs = sha256(JSON.stringify([GENERATION, book.id, book.title, book.language, state, left]));
  const write = (file: FileHandle, signal?: AbortSignal) => new Epub(book, pictures, state).write(file, signal);
  return { files: [{ path: `${book.id}.epub`, inputs, write }], leftOut };
}

class Epub {
  readonly #files = new Map<string, string>();
  readonly #pictures: Map<string, string>;
  readonly #homes = new Map<string, Page>();
  readonly #layout: Layout = {
    pageAt: (page) => {
      const home = this.#homes.get(page.path);
      return home ? { file: this.#fileOf(home), anchor: SUMMARY } : { file: this.#fileOf(page), anchor: '' };
    },
    // Only pictures are part of it.
    assetAt: () => undefined,
    pictureAt: (path) => this.#pictures.get(path),
  };

  constructor(
    private readonly book: Book,
    private readonly pictures: ReadonlyMap<string, Picture>,
    private readonly state: string,
  ) {
    for (const [at, page] of book.pages.entries()) {
      this.#files.set(page.path, `page-${at + 1}.xhtml`);
      if (page.summary) this.#homes.set(page.summary.path, page);
    }
    const named = [...pictures].map(([path, { type }], at): [string, string] => [
      path,
      `images/image-${at + 1}.${endingOf(type)}`,
    ]);
    this.#pictures = new Map(named);
  }

  readonly #fileOf = (page: Page): string => this.#files.get(page.path) ?? 'nav.xhtml';

  async write(file: FileHandle, signal?: AbortSignal): Promise<string> {
    const { book } = this;
    const newest = new Date(book.snapshot.newest || 0);
    const zip = new ZipFile(file, newest);
    await zip.add('mimetype', 'application/epub+zip', true);
    await zip.add('META-INF/container.xml', CONTAINER);
    const items: ManifestItem[] = [
      { id: 'nav', file: 'nav.xhtml', type: XHTML, properties: 'nav', isRead: book.pages.length === 0 },
      { id: 'ncx', file: 'toc.ncx', type: 'application/x-dtbncx+xml' },
      { id: 'style', file: 'style.css', type: 'text/css' },
    ];
    const turns = new Turns();
    for (const [at, page] of book.pages.entries()) {
      signal?.throwIfAborted();
      await turns.next();
      const text = await this.#document(page);
      const properties = text.includes('<math') ? 'mathml' : undefined;
      items.push({ id: `page-${at + 1}`, file: this.#fileOf(page), type: XHTML, properties, isRead: true });
      await zip.add(`OEBPS/${this.#fileOf(page)}`, text);
    }
    for (const [at, [path, { row, type }]] of [...this.pictures].entries()) {
      signal?.throwIfAborted();
      const name = this.#pictures.get(path) as string;
      items.push({ id: `image-${at + 1}`, file: name, type });
      await zip.add(`OEBPS/${name}`, await book.reader.bytes(row));
    }
    const identifier = identifierOf(book.id, this.state);
    const modified = newest.toISOString().replace(/\.\d+Z$/, 'Z');
    await zip.add('OEBPS/style.css', EPUB_STYLE);
    await zip.add('OEBPS/nav.xhtml', navigationDocument(book, this.#fileOf));
    await zip.add('OEBPS/toc.ncx', navigationControl(book, identifier, this.#fileOf));
    await zip.add('OEBPS/content.opf', packageDocument({ ...book, identifier, modified }, items));
    await zip.finish();
    return await hashOf(file);
  }

  async #document(page: Page): Promise<string> {
    const heading = page.facts.hasHeading ? '' : `<h1>${escaped(page.title)}</h1>\n`;
    const summary = page.summary
      ? `<aside class="summary" id="${SUMMARY}" epub:type="tip">\n<p class="label">Summary</p>\n${await this.#text(page.summary, page, 1)}</aside>\n`
      : '';
    const body = `<section epub:type="chapter">\n${heading}${await this.#text(page, page, 0)}${summary}</section>\n`;
    return xhtml(this.book.language, page.title, body);
  }

  async #text(text: Page, on: Page, headingsAbove: number): Promise<string> {
    const addresses = addressesOn(this.#fileOf(on), text, this.book.links, this.#layout);
    // The headings of a summary have no names: its lesson may have the same.
    const anchors = headingsAbove === 0 ? text.facts.anchors : [];
    return await renderLesson(await this.book.reader.text(text.row), { ...addresses, anchors, headingsAbove });
  }
}

const XHTML = 'application/xhtml+xml';

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(64 * 1024);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}
