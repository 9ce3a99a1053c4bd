import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import type { Random } from '../../harness/random.ts';

const BOOK = 'long-book';
const CHAPTERS = 10;
const LESSONS = 40;
const WORDS = 'the quick brown fox jumps over one lazy dog while nobody looks at it'.split(' ');

/** A library, files to search and a judge: enough of each that calls take a while. */
export class Ground {
  readonly folder = mkdtempSync(join(tmpdir(), 'quartet-interruptions-'));
  readonly library = join(this.folder, 'library');
  readonly files = join(this.folder, 'files');
  readonly options = ['--root', this.library, '--allow', this.files, '--extras', '--log-level', 'error'];
  readonly env = { XDG_DATA_HOME: join(this.folder, 'data'), QUARTET_TOKENS: '' };

  constructor(private readonly random: Random) {
    for (let chapter = 0; chapter < CHAPTERS; chapter++) {
      const folder = join(this.library, 'books', BOOK, 'content', '01-Part', `${10 + chapter}-Chapter`);
      mkdirSync(folder, { recursive: true });
      for (let lesson = 0; lesson < LESSONS; lesson++) {
        writeFileSync(join(folder, `${10 + lesson}-lesson.md`), this.#text(2000));
      }
    }
    const images = join(this.library, 'books', BOOK, 'static', 'img');
    mkdirSync(images, { recursive: true });
    for (let image = 0; image < 20; image++) writeFileSync(join(images, `${image}.png`), randomBytes(1024 * 1024));
    mkdirSync(this.files, { recursive: true });
    for (let note = 0; note < 500; note++) writeFileSync(join(this.files, `note-${note}.txt`), this.#text(500));
    const photo = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(4_000_000)]);
    writeFileSync(join(this.files, 'photo.png'), photo);
    for (let paper = 0; paper < 5; paper++) {
      writeFileSync(join(this.files, `paper-${paper}.pdf`), pdf(Array.from({ length: 50 }, () => this.#text(8))));
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Arguments that give each tool something to do. */
  readonly calls: Readonly<Record<string, () => object>> = {
    get_daily_challenge: () => ({}),
    get_problem: () => ({ source: 'quartet', id: String(1 + this.random.below(170)) }),
    find_similar_problems: () => ({ query: this.#text(30) }),
    resolve_problem: () => ({ query: 'quartet:87' }),
    get_platform_status: () => ({}),
    list_problems: () => ({ limit: 100 }),
    add: () => ({ a: 1, b: 2 }),
    format_currency: () => ({ amount: this.random.below(1_000_000) }),
    validate_date: () => ({ date: '20261116' }),
    read_content: () => this.random.pick([this.#lesson(), { book_id: BOOK, path: 'content', scope: 'book' }]),
    write_content: () => ({ ...this.#lesson(), content: this.#text(500 + this.random.below(100_000)) }),
    delete_content: () => ({ ...this.#lesson(), user_id: 'somebody' }),
    upload_asset: () => ({ ...this.#image(), binary_data: randomBytes(3_000_000).toString('base64') }),
    get_asset: () => ({ ...this.#image(), include_binary: true }),
    list_assets: () => ({ book_id: BOOK }),
    glob_search: () => ({ book_id: BOOK, pattern: '**/*.md' }),
    grep_search: () => ({ book_id: BOOK, pattern: this.random.pick(['lazy', '(q.*k|b.*n) .*fox$', '[a-z]{3,9}ly?']) }),
    list_books: () => ({}),
    get_book_archive: () => ({ book_id: BOOK, scope: this.random.pick(['content', 'assets', 'all']) }),
    validate_book: () => ({ book_id: BOOK, strict: true }),
    delta_build: () => ({ book_id: BOOK, since: '2020-01-01T00:00:00Z', include_content: true }),
    audit_trail: () => this.random.pick([this.#lesson(), { book_id: BOOK, limit: 200 }]),
    content_history: () => this.#lesson(),
    diff_content: () => this.#lesson(),
    restore_content: () => ({ ...this.#lesson(), version: '2030-01-01T00:00:00Z' }),
    write_many: () => ({ book_id: BOOK, user_id: `user-${this.random.below(1000)}`, changes: this.#chapter() }),
    move_content: () => ({
      book_id: BOOK,
      ...this.random.pick([
        { from: 'content/01-Part/10-Chapter', to: 'content/02-Part/10-Chapter', dry_run: true },
        { from: `static/img/${this.random.below(20)}.png`, to: `static/img/moved-${this.random.below(1e9)}.png` },
      ]),
    }),
    delete_asset: () => this.#image(),
    search_content: () => ({ book_id: BOOK, query: `${this.random.pick(WORDS)} ${this.random.pick(WORDS)}` }),
    search: () => ({ query: this.random.pick(WORDS), scope: this.files }),
    get_metadata: () => ({ path: join(this.files, `paper-${this.random.below(5)}.pdf`) }),
    search_by_kind: () => ({ kind: 'pdf', scope: this.files }),
    recent_files: () => ({ scope: this.files }),
    preview_file: () => ({ path: join(this.files, this.random.pick(['paper-1.pdf', 'photo.png', 'note-7.txt'])) }),
  };

  #lesson() {
    const [chapter, lesson] = [10 + this.random.below(CHAPTERS), 10 + this.random.below(LESSONS)];
    return { book_id: BOOK, path: `content/01-Part/${chapter}-Chapter/${lesson}-lesson.md` };
  }

  #chapter() {
    return Array.from({ length: 20 }, (_, at) => ({
      path: `content/01-Part/10-Chapter/${10 + at}-lesson.md`,
      content: this.#text(500),
    }));
  }

  #image() {
    return { book_id: BOOK, asset_type: 'img', filename: `${this.random.below(20)}.png` };
  }

  #text(words: number): string {
    return Array.from({ length: words }, () => this.random.pick(WORDS)).join(' ');
  }
}
