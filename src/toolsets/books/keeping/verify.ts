import { sha256 } from '../hash.ts';
import type { FileKey, FileRow } from '../journal/journal.ts';
import type { Library } from '../library.ts';
import { BOOKS, type BookId, bookPrefix, isBookId, keyOf, placeOf } from '../paths.ts';
import { inParallel } from '../sync/in-parallel.ts';

export type Discrepancy =
  /** Bytes that the journal does not know. */
  | 'unknown'
  /** Bytes that are not those the journal has recorded. */
  | 'changed'
  /** A file of the journal that storage does not have. */
  | 'missing'
  /** The journal's row is not what the last audit entry says. */
  | 'unaudited'
  /** The audit chain does not hold. */
  | 'chain'
  /** A change that a process which is gone has not finished. */
  | 'unfinished';

export interface Finding {
  readonly book: string;
  readonly path: string;
  readonly user?: string;
  readonly kind: Discrepancy;
  readonly detail: string;
  readonly repaired: boolean;
}

export interface Verification {
  readonly books: number;
  readonly files: number;
  readonly audit_entries: number;
  readonly findings: readonly Finding[];
}

export interface VerifyOptions {
  readonly book?: BookId | undefined;
  readonly repair: boolean;
  readonly signal?: AbortSignal | undefined;
  progress?(done: number, total: number): void;
}

const AT_ONCE = 8;
const MOST_LOOKS = 50;

/**
 * Reads every byte of the library and holds it against the journal, and the journal against the audit chain. Repairing
 * takes in what storage has and marks as deleted what it has not; it never removes bytes, and cannot mend a chain.
 */
export async function verify(library: Library, options: VerifyOptions): Promise<Verification> {
  const books = options.book ? [options.book] : await allBooks(library);
  const findings: Finding[] = await unfinished(library, books, options.repair);
  let files = 0;
  let entries = 0;
  for (const book of books) {
    const checked = await verifyFiles(library, book, findings, options);
    files += checked;
    entries += await verifyAudit(library, book, findings);
  }
  return { books: books.length, files, audit_entries: entries, findings };
}

async function allBooks({ storage, journal }: Library): Promise<BookId[]> {
  const names = new Set([...(await storage.folders(BOOKS)), ...(await journal.books())]);
  return [...names].filter(isBookId).sort();
}

async function unfinished(library: Library, books: readonly BookId[], repair: boolean): Promise<Finding[]> {
  const orphans = await library.recovery.orphans();
  const dead = orphans.filter(({ bookId }) => books.some((book) => book === bookId));
  if (repair) await library.recovery.settleAll();
  return dead.map((intent) => finding(intent, 'unfinished', `${intent.operation} was interrupted`, repair));
}

async function verifyFiles(
  library: Library,
  book: BookId,
  findings: Finding[],
  options: VerifyOptions,
): Promise<number> {
  const rows = await library.journal.rows(book, await library.journal.users(book));
  const places = new Map<string, FileKey>();
  for await (const { key } of library.storage.list(bookPrefix(book))) {
    const place = placeOf(key);
    if (place) places.set(key, place);
  }
  for (const row of rows) places.set(keyOf(row), row);
  let done = 0;
  await inParallel(
    [...places.values()],
    AT_ONCE,
    async (place) => {
      const found = await look(library, place, options.repair);
      if (found) findings.push(found);
      options.progress?.(++done, places.size);
    },
    options.signal,
  );
  return places.size;
}

async function look(library: Library, place: FileKey, repair: boolean): Promise<Finding | undefined> {
  const found = await settledComparison(library, place);
  if (found === undefined || !repair) return found;
  const row = await library.journal.get(place);
  const taken = await library.recovery.takeIn({ ...place, key: keyOf(place) }, row);
  return { ...found, repaired: taken !== 'busy' };
}

/** Waits while a change is under way: for a moment that looks like a discrepancy. */
async function settledComparison(library: Library, place: FileKey): Promise<Finding | undefined> {
  let seen: Finding | undefined;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const found = await compare(library, place);
    if (found === undefined) return undefined;
    // Seen twice, because a change that is being undone looks like one as well.
    if (found !== 'moving' && seen?.kind === found.kind) return found;
    seen = found === 'moving' ? undefined : found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
}

async function compare({ storage, journal }: Library, place: FileKey): Promise<Finding | 'moving' | undefined> {
  const before = await journal.get(place);
  const object = await storage.read(keyOf(place));
  if ((object && sha256(object.bytes)) === before?.sha256) return undefined;
  const intents = await journal.intents();
  const after = await journal.get(place);
  if (before?.lastWrittenAt !== after?.lastWrittenAt || before?.sha256 !== after?.sha256) return 'moving';
  if (intents.some((one) => isSame(one, place))) return 'moving';
  if (before === undefined) return finding(place, 'unknown', 'in storage, but not in the journal');
  if (object === undefined) return finding(place, 'missing', 'in the journal, but not in storage');
  return finding(place, 'changed', 'the bytes in storage are not those recorded in the journal');
}

function isSame(one: FileKey, other: FileKey): boolean {
  return one.bookId === other.bookId && one.path === other.path && one.userId === other.userId;
}

async function verifyAudit({ journal }: Library, book: BookId, findings: Finding[]): Promise<number> {
  const report = await journal.verifyChain(book);
  for (const { id, reason } of report.breaks) {
    findings.push({ book, path: '', kind: 'chain', detail: `entry ${id}: ${reason}`, repaired: false });
  }
  const suspects = await unaudited(journal, book);
  // Looked at twice, because a change may have come in between: then it is another disagreement, or none.
  const still = suspects.size > 0 ? await unaudited(journal, book) : suspects;
  for (const [what, file] of suspects) {
    if (still.has(what)) {
      findings.push(finding(file, 'unaudited', 'the journal does not say what the last audit entry says'));
    }
  }
  return report.entries;
}

/** The files that journal and audit log disagree about, by name and what each of them says. */
async function unaudited(journal: Library['journal'], book: BookId): Promise<Map<string, FileKey>> {
  const audited = new Map((await journal.audited(book)).map((file) => [nameOf(file), file]));
  const rows: readonly FileRow[] = await journal.rows(book, await journal.users(book));
  const wrong = new Map<string, FileKey>();
  for (const row of rows) {
    const entry = audited.get(nameOf(row));
    if (entry?.sha256 !== row.sha256) wrong.set(`${nameOf(row)}\0${row.sha256}\0${entry?.sha256}`, row);
    audited.delete(nameOf(row));
  }
  for (const [name, file] of audited) wrong.set(`${name}\0\0${file.sha256}`, file);
  return wrong;
}

function nameOf({ path, userId }: FileKey): string {
  return `${userId}\0${path}`;
}

function finding({ bookId, path, userId }: FileKey, kind: Discrepancy, detail: string, repaired = false): Finding {
  const whose = userId === '__base__' ? {} : { user: userId };
  return { book: bookId, path, ...whose, kind, detail, repaired };
}
