import type { MayReadFolders, PageVisitor } from '../storage/folder-reader.ts';
import { type Admit, type ObjectInfo, type OnUnreadable, type Storage, StorageFailure } from '../storage/storage.ts';
import { isText, MOST_ON_A_PAGE, pageOf, type TextPage } from '../storage/text-page.ts';
import { TextCache } from './text-cache.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
const FIRST_PAGE = 16;
const LARGEST_PAGE = 64;
/** A large file is read, made a page, and copied for the thread that searches it. */
const PAGE_COPIES = 3;

export interface TextsOptions {
  readonly signal?: AbortSignal;
  /** Asked before something large is read. */
  readonly admit?: Admit;
  /** Told of what could not be read. */
  readonly onUnreadable?: OnUnreadable;
}

/** What texts are read from. */
export type TextStorage = Pick<Storage, 'list' | 'stat' | 'read'> & MayReadFolders;

/** The texts of a library, each read once for every version of it. */
export class Texts {
  readonly #cache: TextCache;

  constructor(
    private readonly storage: TextStorage,
    cacheBytes = CACHE_BYTES,
  ) {
    this.#cache = new TextCache(cacheBytes);
  }

  /** What a visitor makes of the Markdown files below a prefix, sorted by key; without those that cannot be read. */
  async *below<Result>(prefix: string, visit: PageVisitor<Result>, options: TextsOptions = {}): AsyncGenerator<Result> {
    const { signal, onUnreadable } = options;
    const parts = this.storage.folderReader?.read(prefix, visit, signal, onUnreadable) ?? [{ unread: prefix }];
    for await (const part of parts) {
      if ('result' in part) yield part.result;
      else for await (const page of this.#pages(part.unread, options)) yield visit(page);
    }
  }

  /** The texts of a folder, told by its prefix, or of one file. */
  #pages(place: string, options: TextsOptions): AsyncIterable<TextPage> {
    return place.endsWith('/') ? this.#listed(place, options) : this.#single(place, options);
  }

  async *#listed(prefix: string, options: TextsOptions): AsyncGenerator<TextPage> {
    let files: ObjectInfo[] = [];
    let bytes = 0;
    let most = FIRST_PAGE;
    for await (const info of this.storage.list(prefix, options.signal, options.onUnreadable ?? (() => {}))) {
      if (!info.key.endsWith('.md')) continue;
      if (files.length === most || (files.length > 0 && bytes + info.size > MOST_ON_A_PAGE)) {
        yield await this.#page(files, options);
        files = [];
        bytes = 0;
        most = LARGEST_PAGE;
      }
      files.push(info);
      // A line end may be added.
      bytes += info.size + 1;
    }
    if (files.length > 0) yield await this.#page(files, options);
  }

  async *#single(key: string, options: TextsOptions): AsyncGenerator<TextPage> {
    const info = await this.storage.stat(key);
    if (info) yield await this.#page([info], options);
  }

  async #page(files: readonly ObjectInfo[], { signal, admit, onUnreadable }: TextsOptions): Promise<TextPage> {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MOST_ON_A_PAGE) await admit?.(bytes * PAGE_COPIES);
    const texts = await Promise.all(files.map((info) => this.#text(info, onUnreadable)));
    signal?.throwIfAborted();
    return pageOf(files.flatMap(({ key }, at) => (texts[at] === undefined ? [] : [{ key, bytes: texts[at] }])));
  }

  async #text({ key, version, isFresh }: ObjectInfo, onUnreadable?: OnUnreadable): Promise<Buffer | undefined> {
    const known = this.#cache.get(key, version);
    if (known) return known.bytes;
    const object = await this.storage.read(key).catch((error: unknown) => {
      if (error instanceof StorageFailure) onUnreadable?.(key, error);
    });
    if (!object) return undefined;
    const bytes = isText(object.bytes) ? object.bytes : undefined;
    if (!isFresh && object.version === version) this.#cache.put(key, version, bytes);
    return bytes;
  }
}
