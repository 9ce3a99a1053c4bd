import type { McpClient } from '../../../mcp/client.ts';
import type { Asset } from '../model/answers.ts';
import { bytesOf, rasterType } from './raster-type.ts';

/** An asset to look at: a picture with an address inside of this tab, or something that is only linked. */
export type Shown =
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'other'; readonly asset: Asset };

export interface AssetName {
  readonly bookId: string;
  readonly type: string;
  readonly filename: string;
  /** Its hash, where that is known: another version is another picture. */
  readonly hash?: string;
}

interface Entry {
  readonly shown: Promise<Shown>;
  users: number;
  forget: ReturnType<typeof setTimeout> | undefined;
}

const AT_ONCE = 3;
/** A picture that nobody shows is kept for so long: it may only have moved in the text. */
const KEPT_MS = 10_000;

/** Pictures of books, each fetched once while it is shown somewhere, a few at a time. */
export class Pictures {
  readonly #entries = new Map<string, Entry>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(private readonly fetchAsset: (client: McpClient, name: AssetName) => Promise<Shown> = showAsset) {}

  /** Gives a picture, and what tells that it is no longer shown. */
  take(client: McpClient, name: AssetName): { readonly shown: Promise<Shown>; readonly release: () => void } {
    const key = JSON.stringify([client.path, name.bookId, name.type, name.filename, name.hash]);
    const entry = this.#entries.get(key) ?? this.#fetch(key, client, name);
    entry.users++;
    clearTimeout(entry.forget);
    return { shown: entry.shown, release: () => this.#release(key, entry) };
  }

  #fetch(key: string, client: McpClient, name: AssetName): Entry {
    const shown = this.#inTurn(() => this.fetchAsset(client, name));
    const entry: Entry = { shown, users: 0, forget: undefined };
    this.#entries.set(key, entry);
    // Who asks next tries again.
    shown.catch(() => this.#entries.get(key) === entry && this.#entries.delete(key));
    return entry;
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= AT_ONCE) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next one.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #release(key: string, entry: Entry): void {
    entry.users--;
    if (entry.users > 0) return;
    entry.forget = setTimeout(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      entry.shown.then(
        (shown) => shown.kind === 'picture' && URL.revokeObjectURL(shown.url),
        () => {},
      );
    }, KEPT_MS);
  }
}

async function showAsset(client: McpClient, { bookId, type, filename }: AssetName): Promise<Shown> {
  const asked = { book_id: bookId, asset_type: type, filename, include_binary: true };
  const { binary_data, ...asset } = await client.call<Asset & { binary_data: string }>('get_asset', asked);
  const bytes = bytesOf(binary_data);
  const mime = rasterType(bytes);
  if (mime === undefined) return { kind: 'other', asset };
  return { kind: 'picture', url: URL.createObjectURL(new Blob([bytes], { type: mime })) };
}

export const pictures = new Pictures();
