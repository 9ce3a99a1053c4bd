import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { unzip } from '../../../src/engines/library/archive/testing/unzip.ts';
import { sha256 } from '../../../src/engines/library/model/files.ts';
import type { Json } from '../../harness/books/wire.ts';
import { type Kind, operation, type Subject } from '../crash/keys.ts';
import type { Damage, Part } from './damage.ts';
import type { Ground } from './ground.ts';
import { Judge } from './judge.ts';
import type { LibraryServer } from './server.ts';
import { CALM, HIT, isOverlay, KEPT, lessonSubject, USER } from './subjects.ts';

/** Uses all tools on a library in which something is damaged, and holds every answer against what was acknowledged. */
export class Visit extends Judge {
  constructor(
    server: LibraryServer,
    ground: Ground,
    damage: Damage,
    private readonly newContent: () => string,
  ) {
    super(server, ground, damage);
  }

  /** Reads a file, changes it, deletes it and makes it anew. */
  async changeFile(subject: Subject): Promise<void> {
    await this.readFile(subject);
    await this.#change(subject, subject.isAsset ? 'upload' : subject.may[0] === null ? 'write' : 'update');
    await this.readFile(subject);
    if (subject.isAsset || subject.file.path === KEPT) return;
    if (subject.may[0] !== null) await this.#change(subject, 'delete');
    await this.readFile(subject);
    if (subject.may[0] === null) await this.#change(subject, 'write');
    await this.readFile(subject);
  }

  /** Gives what is shown; null when there is nothing, undefined when it cannot be told. */
  async readFile(subject: Subject): Promise<string | null | undefined> {
    const { args, isAsset } = subject;
    const tool = isAsset ? 'get_asset' : 'read_content';
    const about = isAsset ? { ...args, include_binary: true } : args;
    const found = await this.call(tool, about, ['reads'], subject);
    if (found === undefined) return undefined;
    const bytes = isAsset ? Buffer.from(String(found.binary_data), 'base64').toString() : String(found.content);
    // A user's own version that was deleted shows the shared one.
    const content = isOverlay(subject) && found.source === 'base' ? null : bytes;
    this.holds(subject, content, `${tool} of ${subject.file.key}`);
    if (!this.isAffected(subject)) subject.may = [content];
    return content;
  }

  /** Asks every tool that tells about a whole book. */
  async lookAtBook(book: string): Promise<void> {
    const there = this.ground.subjects.filter(({ file }) => file.bookId === book);
    await Promise.all([
      this.#readBook(book, there),
      this.#listAssets(book, there),
      this.#search(book, there),
      this.#archive(book, there),
      this.#validate(book),
      this.#delta(book, there),
    ]);
  }

  async #readBook(book: string, there: readonly Subject[]): Promise<void> {
    for (const user of [undefined, USER]) {
      const args = { book_id: book, path: 'content', scope: 'book', ...(user && { user_id: user }) };
      const found = await this.#allPages('read_content', args, ['reads']);
      for (const subject of there) {
        if (subject.isAsset || (isOverlay(subject) && user === undefined)) continue;
        if (user !== undefined && !isOverlay(subject) && this.#hasOwn(subject, there)) continue;
        const item = listOf(found).find(
          ({ path, source }) => path === subject.file.path && (source === 'overlay') === isOverlay(subject),
        );
        this.shows(found, subject, item?.content, 'read_content of the book');
      }
      if (book === HIT && !this.damage.named?.startsWith('static/')) {
        const isConcerned = user !== undefined || !there.some((one) => isOverlay(one) && this.isAffected(one));
        if (isConcerned) this.names(found, 'read_content of the book');
      }
    }
  }

  /** Whether a user has a version of a lesson, or it cannot be told. */
  #hasOwn({ file: { bookId, path } }: Subject, there: readonly Subject[]): boolean {
    const own = there.find((one) => one.file.path === path && isOverlay(one));
    return own?.may.some((content) => content !== null) || this.isHit(own ?? lessonSubject(bookId, path, USER));
  }

  async #listAssets(book: string, there: readonly Subject[]): Promise<void> {
    const found = await this.#allPages('list_assets', { book_id: book }, ['reads']);
    for (const subject of there.filter(({ isAsset }) => isAsset)) {
      const asset = listOf(found).find(({ cdn_url }) => String(cdn_url).endsWith(subject.file.key));
      if (found === undefined || this.isAffected(subject)) continue;
      const hashes = subject.may.map((content) => content !== null && sha256(Buffer.from(content)));
      assert.ok(hashes.includes(String(asset?.file_hash_sha256)), `list_assets does not show ${subject.file.key}`);
    }
  }

  async #search(book: string, there: readonly Subject[]): Promise<void> {
    const shared = there.filter((subject) => !isOverlay(subject) && !subject.may.includes(null));
    const files = await this.#allPages('glob_search', { book_id: book, pattern: '**' }, ['reads']);
    const lines = await this.#allPages('grep_search', { book_id: book, pattern: '^content-', max_results: 1000 }, [
      'reads',
    ]);
    for (const subject of shared.filter((one) => !this.isAffected(one))) {
      const { key } = subject.file;
      if (files) assert.ok((files.result as string[]).includes(key), `glob_search does not show ${key}`);
      if (lines === undefined || subject.isAsset) continue;
      const line = listOf(lines).find(({ file_path }) => file_path === key)?.matched_line;
      const first = subject.may.map((content) => content?.split('\n')[0]);
      assert.ok(
        first.includes(line as string),
        `grep_search shows ${String(line)} of ${key}, not ${first.join(' or ')}`,
      );
    }
    if (book !== HIT || this.damage.named === undefined) return;
    const isSearched = shared.some((one) => this.isAffected(one) && !one.isAsset);
    if (isSearched) this.names(lines, 'grep_search');
  }

  async #archive(book: string, there: readonly Subject[]): Promise<void> {
    const found = await this.call('get_book_archive', { book_id: book }, ['reads', 'archives']);
    if (found === undefined) return;
    const members = await unzip(fileURLToPath(String(found.archive_url)));
    for (const subject of there.filter((one) => !isOverlay(one))) {
      this.shows(found, subject, members.get(subject.file.path)?.text, 'get_book_archive');
    }
    const isPacked = there.some((one) => !isOverlay(one) && this.isAffected(one));
    if (isPacked) this.names(found, 'get_book_archive');
  }

  async #validate(book: string): Promise<void> {
    const found = await this.call('validate_book', { book_id: book }, ['reads']);
    if (found && book === CALM) assert.equal(found.valid, true, `validate_book: ${JSON.stringify(found)}`);
    const isChecked = this.ground.subjects.some((one) => !isOverlay(one) && this.isAffected(one));
    if (book === HIT && isChecked) this.names(found, 'validate_book');
  }

  async #delta(book: string, there: readonly Subject[]): Promise<void> {
    const args = { book_id: book, since: '2020-01-01T00:00:00Z', include_content: true, user_id: USER };
    const found = await this.#allPages('delta_build', args, ['reads']);
    const changed = listOf(found, 'changed_files');
    for (const subject of there) {
      const entry = changed.find(
        ({ path, namespace }) => path === subject.file.path && (namespace === 'overlay') === isOverlay(subject),
      );
      if (subject.isAsset) continue;
      this.shows(found, subject, entry?.content, 'delta_build');
    }
    if (book === HIT) this.names(found, 'delta_build');
  }

  async listBooks(): Promise<void> {
    const found = await this.call('list_books', {}, ['reads']);
    const books = listOf(found).map(({ book_id }) => book_id);
    if (found) assert.ok(books.includes(CALM), `list_books shows ${books.join()}`);
  }

  /** The pages of an answer as one. */
  async #allPages(tool: string, args: Json, parts: readonly Part[]): Promise<Json | undefined> {
    const pages: Json[] = [];
    for (let cursor: unknown; pages.length === 0 || cursor !== undefined; cursor = pages.at(-1)?.next_cursor) {
      const page = await this.call(tool, { ...args, ...(cursor !== undefined && { cursor }) }, parts);
      if (page === undefined) return undefined;
      pages.push(page);
    }
    const lists = ['result', 'changed_files', 'deleted_files', 'error_manifest'].map((list) => [
      list,
      pages.flatMap((page) => (page[list] as unknown[] | undefined) ?? []),
    ]);
    return { ...Object.fromEntries(lists), _meta: pages.map(({ _meta }) => _meta) };
  }

  async #change(subject: Subject, kind: Kind): Promise<void> {
    const change = operation(kind, subject, this.newContent());
    const done = await this.call(change.tool, change.args, ['changes'], subject);
    if (done !== undefined) subject.may = [change.content];
    // Whether a change happened that the journal could not record is known once it can be asked.
    else if (this.damage.mayFail?.includes('changes')) subject.may = [...new Set([...subject.may, change.content])];
  }
}

function listOf(found: Json | undefined, name = 'result'): Json[] {
  return (found?.[name] as Json[] | undefined) ?? [];
}
