import { isText, type Page, pageOf } from '../storage/page.ts';
import type { Look, ObjectInfo, Storage } from '../storage/storage.ts';
import { TextCache } from './text-cache.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
const FIRST_PAGE = 16;
const LARGEST_PAGE = 64;

/** The texts of a library, each read once for every version of it. */
export class Texts {
  readonly #cache: TextCache;

  constructor(
    private readonly storage: Pick<Storage, 'list' | 'stat' | 'read' | 'pages'>,
    cacheBytes = CACHE_BYTES,
  ) {
    this.#cache = new TextCache(cacheBytes);
  }

  /** What a look sees of the Markdown files below a prefix, sorted by key; without those that cannot be read. */
  below<Seen>(prefix: string, look: Look<Seen>, signal?: AbortSignal): AsyncIterable<Seen> {
    const listed = (place: string) => this.#seen(place, look, signal);
    return this.storage.pages?.(prefix, look, listed, signal) ?? listed(prefix);
  }

  async *#seen<Seen>(place: string, look: Look<Seen>, signal?: AbortSignal): AsyncGenerator<Seen> {
    const pages = place.endsWith('/') ? this.#listed(place, signal) : this.#single(place, signal);
    for await (const page of pages) yield look(page);
  }

  async *#listed(prefix: string, signal?: AbortSignal): AsyncGenerator<Page> {
    let files: ObjectInfo[] = [];
    let most = FIRST_PAGE;
    for await (const info of this.storage.list(prefix, signal)) {
      if (!info.key.endsWith('.md')) continue;
      files.push(info);
      if (files.length < most) continue;
      yield await this.#page(files, signal);
      files = [];
      most = LARGEST_PAGE;
    }
    if (files.length > 0) yield await this.#page(files, signal);
  }

  async *#single(key: string, signal?: AbortSignal): AsyncGenerator<Page> {
    const info = await this.storage.stat(key);
    if (info) yield await this.#page([info], signal);
  }

  async #page(files: readonly ObjectInfo[], signal?: AbortSignal): Promise<Page> {
    const texts = await Promise.all(files.map((info) => this.#text(info)));
    signal?.throwIfAborted();
    return pageOf(files.flatMap(({ key }, at) => (texts[at] === undefined ? [] : [{ key, bytes: texts[at] }])));
  }

  async #text({ key, version, isFresh }: ObjectInfo): Promise<Buffer | undefined> {
    const known = this.#cache.get(key, version);
    if (known) return known.bytes;
    const object = await this.storage.read(key).catch(() => undefined);
    if (object === undefined) return undefined;
    const bytes = isText(object.bytes) ? object.bytes : undefined;
    if (!isFresh && object.version === version) this.#cache.put(key, version, bytes);
    return bytes;
  }
}
