import { inParallel } from '../../../lib/in-parallel.ts';
import type { Library } from '../commit/library.ts';
import { sha256 as hashOf, keyOf } from '../model/files.ts';
import type { KeptObject } from '../model/kept-object.ts';
import type { BookId } from '../model/names.ts';
import { StorageFailure } from '../storage/storage.ts';
import type { Lost, VersionStore } from '../storage/version-store.ts';
import { type Finding, finding } from './finding.ts';

export interface VersionsVerdict {
  /** How many different contents of versions were looked at. */
  readonly objects: number;
  readonly findings: readonly Finding[];
  readonly notices: readonly string[];
}

export interface VerifyVersionsOptions {
  /** Only this one of the books. */
  readonly book?: BookId | undefined;
  readonly repair: boolean;
  readonly signal?: AbortSignal | undefined;
}

const PAGE = 200;
const AT_ONCE = 4;
const MOST_NAMED = 20;

/** Reads back every version that was kept. Repairing keeps anew what a file still holds; what no file holds any more cannot be made again. */
export async function verifyVersions(
  library: Library,
  books: readonly BookId[],
  { book, repair, signal }: VerifyVersionsOptions,
): Promise<VersionsVerdict> {
  const store = library.storage.versions;
  if (store === undefined) return { objects: 0, findings: [], notices: [] };
  const { history } = library.journal;
  const findings: Finding[] = [];
  let objects = 0;
  for (let last = ''; ; ) {
    const page = await history.objectsAfter(last, PAGE, book);
    await inParallel(
      page,
      AT_ONCE,
      async (object) => {
        const lost = await whatIsLost(library, store, object, repair);
        if (lost) findings.push(...(await findingsOf(library, store, object, lost, repair)));
      },
      signal,
    );
    objects += page.length;
    const end = page.at(-1)?.sha256;
    if (end === undefined) break;
    last = end;
  }
  if (repair) for (const one of books) await keepPresent(library, store, one, signal);
  const notices: string[] = [];
  for (const one of books) {
    const unkept = await history.unkept(one);
    if (unkept > 0) notices.push(`${one}: ${unkept} versions were replaced before they could be kept`);
  }
  return { objects, findings, notices };
}

/** Undefined when the bytes come out; where a storage was moved they may be elsewhere than the journal says. */
async function whatIsLost(library: Library, store: VersionStore, object: KeptObject, repair: boolean) {
  const first = await store.read(object);
  if (Buffer.isBuffer(first)) return undefined;
  const [now] = await library.journal.history.objects([object.sha256]);
  // Not needed any more, or moved a moment ago.
  if (now === undefined || Buffer.isBuffer(await store.read(now))) return undefined;
  const elsewhere = await store.find(object.sha256);
  if (elsewhere === undefined || !Buffer.isBuffer(await store.read(elsewhere))) return first;
  if (repair) await library.journal.history.put([elsewhere]);
  return undefined;
}

async function findingsOf(
  library: Library,
  store: VersionStore,
  { sha256 }: KeptObject,
  lost: Lost,
  repair: boolean,
): Promise<Finding[]> {
  const rows = await library.journal.history.holding(sha256, MOST_NAMED);
  let repaired = false;
  for (const row of repair ? rows : []) {
    const bytes = (await library.storage.read(keyOf(row)).catch(unlessStorage))?.bytes;
    if (bytes === undefined || hashOf(bytes) !== sha256) continue;
    await library.journal.history.put([await store.keep(bytes, sha256)]);
    repaired = true;
    break;
  }
  const place = (hash: string) => `the bytes of version ${hash.slice(0, 12)}`;
  return rows.map((row) => finding(row, 'version', `${place(sha256)} of ${row.writtenAt} are ${lost}`, repaired));
}

/** Keeps what the files hold and nobody has kept yet: they are older than their history. */
async function keepPresent(library: Library, store: VersionStore, book: BookId, signal?: AbortSignal): Promise<void> {
  const keep = async (file: { bookId: string; path: string; userId: string }) => {
    const row = await library.journal.get(file);
    const bytes = (await library.storage.read(keyOf(file)).catch(unlessStorage))?.bytes;
    if (bytes === undefined || hashOf(bytes) !== row?.sha256) return;
    await library.journal.history.put([await store.keep(bytes, row.sha256)]);
  };
  await inParallel(await library.journal.history.unkeptFiles(book), AT_ONCE, keep, signal);
}

function unlessStorage(error: unknown): undefined {
  if (!(error instanceof StorageFailure)) throw error;
}
