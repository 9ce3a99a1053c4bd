import { BoundedCache } from '../../../lib/bounded-cache.ts';
import type { Journal } from '../journal/journal.ts';
import { BookFailure } from '../model/failures.ts';
import { type FileRef, sha256 } from '../model/files.ts';
import type { Admit, Storage } from '../storage/storage.ts';
import type { UnsyncedFiles } from './unsynced-files.ts';
import type { Versions } from './versions.ts';
import { UnsettledChange, type WholeGroups } from './whole-groups.ts';

export interface FileContent {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly lastModified: string;
  /** As long as the file stays in this version, all of this stays the same; absent when that cannot be told. */
  readonly version?: string;
}

interface Context {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly versions: Versions;
  readonly unsynced: UnsyncedFiles;
  /** Not there where nothing can be settled. */
  readonly groups: WholeGroups | undefined;
}

const MOST_SEEN = 20_000;

/** Reads one file at a time: never half of a group of changes, nor what may be taken back, nor what a power cut has made of it. */
export class FileReader {
  /** What the journal said of a version of a file: it will not say anything else of it, whichever replica is asked. */
  readonly #seen = new BoundedCache<string, { version: string; sha256: string; lastModified: string }>(MOST_SEEN);

  constructor(private readonly context: Context) {}

  async read(file: FileRef, admit?: Admit): Promise<FileContent | undefined> {
    try {
      return await this.#present(file, admit);
    } catch (error) {
      if (!(error instanceof UnsettledChange)) throw error;
      return this.#recorded(file, error, admit);
    }
  }

  async #present(file: FileRef, admit?: Admit): Promise<FileContent | undefined> {
    const { storage, journal } = this.context;
    const object = await storage.read(file.key, admit);
    if (object === undefined) {
      const isKnown = (await journal.get(file)) !== undefined;
      return isKnown && (await this.#hasChanged(file, null)) ? this.#present(file, admit) : undefined;
    }
    const known = this.#seen.get(file.key);
    if (known?.version === object.version) return { ...known, bytes: object.bytes };
    const hash = sha256(object.bytes);
    const row = await journal.get(file);
    if (row?.sha256 !== hash) {
      if (await this.#hasChanged(file, hash, object.version)) return this.#present(file, admit);
      return { bytes: object.bytes, sha256: hash, lastModified: object.modifiedAt.toISOString() };
    }
    const said = { sha256: hash, lastModified: row.lastWrittenAt };
    const { bytes, version } = object;
    if (object.isFresh || row.version !== version) return { bytes, ...said };
    this.#seen.set(file.key, { version, ...said });
    return { bytes, version, ...said };
  }

  /** Whether what was read of a file, which is not what the journal knows, came of a change under way or of a power cut, and may be another by now. */
  async #hasChanged(file: FileRef, found: string | null, version?: string): Promise<boolean> {
    const { storage, unsynced, groups } = this.context;
    if (groups === undefined) return false;
    await unsynced.whole(file.key);
    return (await groups.waitFor(file, found)) || (await storage.stat(file.key))?.version !== version;
  }

  /** The file as it was before a change that cannot end for now. */
  async #recorded(file: FileRef, reason: UnsettledChange, admit?: Admit): Promise<FileContent | undefined> {
    const row = await this.context.journal.get(file);
    if (row === undefined) return undefined;
    const bytes = await this.context.versions.read(file, row, admit).catch((error: unknown) => {
      throw error instanceof BookFailure ? reason : error;
    });
    return { bytes, sha256: row.sha256, lastModified: row.lastWrittenAt };
  }
}
