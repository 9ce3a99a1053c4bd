import { BoundedCache } from '../../../lib/bounded-cache.ts';
import type { World } from '../../../lib/world.ts';
import type { FileRow, Journal } from '../journal/journal.ts';
import { hasHistory } from '../journal/version-journal.ts';
import { BookFailure } from '../model/failures.ts';
import type { FileKey } from '../model/file-key.ts';
import type { FileRef } from '../model/files.ts';
import { sha256 as hashOf, keyOf } from '../model/files.ts';
import type { KeptObject } from '../model/kept-object.ts';
import { type Admit, SMALL_OBJECT, type Storage, StorageFailure } from '../storage/storage.ts';
import type { Lost } from '../storage/version-store.ts';
import type { NewContent } from './new-content.ts';

/** What was kept so lately that nobody can have removed it. */
const RECENT_MS = 600_000;
const MOST_RECENT = 2000;

/** What files held before: kept before a change is begun, found again by its hash. */
export class Versions {
  /** Kept here a moment ago: a change that has to wait for its turn needs it again. */
  readonly #recent = new BoundedCache<string, { readonly object: KeptObject; readonly at: number }>(MOST_RECENT);

  constructor(
    private readonly storage: Storage,
    private readonly journal: Journal,
    private readonly readOnly: boolean,
    private readonly world: Pick<World, 'monotonic'>,
  ) {}

  /**
   * Makes durable what a change writes, and what it replaces if that has not been kept yet: files may be older than their history, or written by hand. Gives what
   * the journal has to record when the change begins.
   */
  async keepFor(file: FileRef, next: NewContent | null, current: FileRow | undefined): Promise<KeptObject[]> {
    if (this.storage.versions === undefined || !hasHistory(file) || next?.sha256 === current?.sha256) return [];
    const kept = await Promise.all([
      next && 'bytes' in next && this.#kept(next.sha256, async () => next.bytes),
      current && this.#kept(current.sha256, () => this.#present(file, current.sha256)),
    ]);
    return kept.filter((object) => !!object);
  }

  /** Keeps what was found in a file. To take it in matters more: what cannot be kept now, or is too large, is kept when it is replaced. */
  async keepFound(file: FileKey, sha256: string, bytes: Buffer | undefined): Promise<KeptObject[]> {
    if (bytes === undefined || this.readOnly || this.storage.versions === undefined || !hasHistory(file)) return [];
    const object = await this.#kept(sha256, async () => bytes).catch((error: unknown) => {
      if (!(error instanceof StorageFailure)) throw error;
    });
    return object ? [object] : [];
  }

  /** The bytes that a file held. Before it reads something large, it asks. */
  async read(file: FileKey, { sha256, size }: { sha256: string; size: number }, admit?: Admit): Promise<Buffer> {
    if (size > SMALL_OBJECT) await admit?.(size);
    const first = await this.#stored(sha256);
    if (Buffer.isBuffer(first)) return first;
    // Somebody may be moving it; or it is what the file holds now, and has not been kept yet.
    const bytes = (await this.#present(file, sha256)) ?? (await this.#foundElsewhere(sha256));
    if (bytes) return bytes;
    throw new BookFailure('StorageError', 'STORAGE_ERROR', WHY_LOST[first ?? 'never kept'], {
      path: file.path,
      version: sha256,
      retryable: false,
    });
  }

  /** Gives nothing when the bytes are known to be kept already, or there are none. */
  async #kept(sha256: string, bytes: () => Promise<Buffer | undefined>): Promise<KeptObject | undefined> {
    const recent = this.#recent.get(sha256);
    if (recent && this.world.monotonic() - recent.at < RECENT_MS) return recent.object;
    if ((await this.journal.history.reuse(sha256)) !== undefined) return undefined;
    const found = await bytes();
    const object = found && (await this.storage.versions?.keep(found, sha256));
    if (object) this.#recent.set(sha256, { object, at: this.world.monotonic() });
    return object;
  }

  /** What the file holds now, if it has this hash. */
  async #present(file: FileKey, sha256: string): Promise<Buffer | undefined> {
    const bytes = (await this.storage.read(keyOf(file)))?.bytes;
    return bytes && hashOf(bytes) === sha256 ? bytes : undefined;
  }

  async #stored(sha256: string): Promise<Buffer | Lost | undefined> {
    const [object] = await this.journal.history.objects([sha256]);
    return object && (await this.storage.versions?.read(object));
  }

  async #foundElsewhere(sha256: string): Promise<Buffer | undefined> {
    const again = await this.#stored(sha256);
    if (Buffer.isBuffer(again)) return again;
    const object = await this.storage.versions?.find(sha256);
    const bytes = object && (await this.storage.versions?.read(object));
    return Buffer.isBuffer(bytes) ? bytes : undefined;
  }
}

const TELL = 'The operator can run quartet books verify to see what else is.';

const WHY_LOST: Readonly<Record<Lost | 'never kept', string>> = {
  missing: `The bytes of this version are missing. ${TELL}`,
  damaged: `The bytes of this version are damaged. ${TELL}`,
  'never kept': 'The bytes of this version were never kept: it was replaced by hand, or before there was a history.',
};
