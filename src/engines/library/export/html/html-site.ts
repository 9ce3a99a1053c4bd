import type { Library } from '../../commit/library.ts';
import { mimeType } from '../../model/mime.ts';
import type { Book } from '../book/book.ts';
import type { Page } from '../book/book-tree.ts';
import { relativeAddress } from '../book/links.ts';
import { OutputNames } from '../book/output-names.ts';
import { escaped } from '../book/plain-text.ts';
import { assetFile, fixedText, type OutputFile, textFile } from '../out/output-file.ts';
import { addressesOn, addressList, type Layout } from './addresses.ts';
import { contentsList } from './contents.ts';
import { htmlPage, trail } from './page.ts';
import { renderLesson } from './render-markdown.ts';
import { STYLE } from './style.ts';

/** In larger books a page lists the lessons of its own chapter only. */
const MOST_LISTED = 120;
const SUMMARY = 'summary';

/** A book as pages that can be read without a server. */
export async function htmlSite(book: Book, library: Library): Promise<OutputFile[]> {
  return new HtmlSite(book).files(library);
}

class HtmlSite {
  readonly #names = new OutputNames();
  readonly #assets = new Map<string, string>();
  readonly #homes = new Map<string, Page>();

  constructor(private readonly book: Book) {
    // Names are given in the order of the book, so that they stay the same.
    for (const page of book.pages) this.#fileOf(page);
    for (const { path } of book.assets) this.#assets.set(path, this.#names.fileFor(path));
    for (const page of book.pages) if (page.summary) this.#homes.set(page.summary.path, page);
  }

  files(library: Library): OutputFile[] {
    const { pages, root, assets } = this.book;
    const read = pages.filter((page) => page !== root.intro);
    return [
      fixedText('style.css', STYLE),
      this.#home(),
      ...read.map((page, at) => this.#page(page, read[at - 1], read[at + 1])),
      ...assets.map((row) => assetFile(library, row, this.#assets.get(row.path) as string)),
    ];
  }

  readonly #fileOf = (page: Page): string =>
    page === this.book.root.intro ? 'index.html' : this.#names.fileFor(page.path, '.html');

  readonly #layout: Layout = {
    pageAt: (page) => {
      const home = this.#homes.get(page.path);
      return home ? { file: this.#fileOf(home), anchor: SUMMARY } : { file: this.#fileOf(page), anchor: '' };
    },
    assetAt: (path) => this.#assets.get(path),
    pictureAt: (path) => (mimeType(path).startsWith('image/') ? this.#assets.get(path) : undefined),
  };

  /** The first page: what the book says about itself, and all of its contents. */
  #home(): OutputFile {
    const { root, title, language } = this.book;
    const file = 'index.html';
    const contents = contentsList(root, { file, fileOf: this.#fileOf, whole: true });
    const inputs = [title, language, contents, root.intro ? this.#textInputs(root.intro, file) : null];
    return textFile(file, inputs, async () => {
      const intro = root.intro ? await this.#text(root.intro, file) : '';
      const heading = root.intro?.facts.hasHeading ? '' : `<h1>${escaped(title)}</h1>\n`;
      const main = `<article>\n${heading}${intro}</article>\n<section class="toc" aria-label="Contents">\n${contents}</section>\n`;
      return htmlPage({ language, bookTitle: title, title, up: '', main });
    });
  }

  #page(page: Page, before: Page | undefined, after: Page | undefined): OutputFile {
    const { title, language, root } = this.book;
    const file = this.#fileOf(page);
    const ways = this.#ways(file, before, after);
    const summary = page.summary ? this.#textInputs(page.summary, file) : null;
    const inputs = [
      title,
      language,
      page.title,
      this.#sidebar(file, page),
      ways,
      this.#textInputs(page, file),
      summary,
    ];
    const make = async () => {
      const heading = page.facts.hasHeading ? '' : `<h1>${escaped(page.title)}</h1>\n`;
      const short = page.summary ? await this.#summary(page.summary, file) : '';
      const text = await this.#text(page, file);
      const main = `<article>\n${trail(root, page)}${heading}${text}${short}</article>\n${ways}`;
      // Made again: all of them would be too much to keep.
      const sidebar = this.#sidebar(file, page);
      const up = '../'.repeat(file.split('/').length - 1);
      return htmlPage({ language, bookTitle: title, title: page.title, up, sidebar, main });
    };
    return textFile(file, inputs, make, page.path);
  }

  async #summary(summary: Page, file: string): Promise<string> {
    const text = await this.#text(summary, file, 1);
    return `<aside class="summary" id="${SUMMARY}" aria-label="Summary">\n<p class="label">Summary</p>\n${text}</aside>\n`;
  }

  #sidebar(file: string, current: Page): string {
    const whole = this.book.pages.length <= MOST_LISTED;
    return contentsList(this.book.root, { file, fileOf: this.#fileOf, whole, current });
  }

  #ways(file: string, before: Page | undefined, after: Page | undefined): string {
    const way = (page: Page, kind: 'prev' | 'next', word: string) =>
      `<a rel="${kind}" class="${kind}" href="${relativeAddress(file, this.#fileOf(page))}"><span>${word}</span> ${escaped(page.title)}</a>\n`;
    const back = before ? way(before, 'prev', 'Previous') : '';
    const on = after ? way(after, 'next', 'Next') : '';
    return `<nav class="ways" aria-label="Previous and next">\n${back}${on}</nav>\n`;
  }

  #textInputs(page: Page, file: string): unknown[] {
    return [page.row.sha256, addressList(page, addressesOn(file, page, this.book.links, this.#layout))];
  }

  async #text(page: Page, file: string, headingsAbove = 0): Promise<string> {
    const addresses = addressesOn(file, page, this.book.links, this.#layout);
    // The headings of a summary have no names: its lesson may have the same.
    const anchors = headingsAbove === 0 ? page.facts.anchors : [];
    return renderLesson(await this.book.reader.text(page.row), { ...addresses, anchors, headingsAbove });
  }
}
