import { inParallel } from '../../../lib/in-parallel.ts';
import { fingerprintOf } from '../commit/fingerprint.ts';
import type { Library } from '../commit/library.ts';
import { type ChainHead, type Journal } from '../journal/journal.ts';
import { BASE, type FileKey } from '../model/file-key.ts';
import { BOOKS, bookPrefix, keyOf, placeOf } from '../model/files.ts';
import { type BookId, isBookId } from '../model/names.ts';
import { mayHideLessons } from '../storage/hidden-files.ts';
import { type OnUnreadable, StorageFailure } from '../storage/storage.ts';
import { type Finding, finding } from './finding.ts';
import { verifyAudit } from './verify-audit.ts';
import { verifyTexts } from './verify-texts.ts';
import { verifyVersions } from './verify-versions.ts';

export interface Verification {
  readonly books: number;
  readonly files: number;
  readonly audit_entries: number;
  /** Different contents of former and present versions. */
  readonly versions: number;
  readonly findings: readonly Finding[];
  /** What could not be looked at any more, and why; nothing is wrong with it. */
  readonly notices?: readonly string[];
}

export interface VerifyOptions {
  readonly book?: BookId | undefined;
  readonly repair: boolean;
  /** Ends that chains have had, kept elsewhere. */
  readonly heads?: readonly ChainHead[];
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
  for (const book of books) files += await verifyFiles(library, book, findings, options);
  findings.push(...(await verifyUsage(library.journal, options)));
  findings.push(...(await verifyTexts(library.journal, options.repair)));
  const audit = await verifyAudit(library.journal, books, options);
  const kept = await verifyVersions(library, books, options);
  const { entries } = audit;
  const notices = [...audit.notices, ...kept.notices];
  return {
    books: books.length,
    files,
    audit_entries: entries,
    versions: kept.objects,
    findings: [...findings, ...audit.findings, ...kept.findings],
    ...(notices.length > 0 && { notices }),
  };
}

/** What quotas go by. It can be counted anew at any time. */
async function verifyUsage(journal: Journal, { book, repair }: VerifyOptions): Promise<Finding[]> {
  const wrong = (await journal.miscounted()).filter((one) => book === undefined || one === book);
  if (repair) for (const one of wrong) await journal.recount(one);
  const detail = 'its files and bytes, which quotas go by, were counted wrong';
  return wrong.map((one) => ({ book: one, path: '', kind: 'usage', detail, repaired: repair }));
}

async function allBooks({ storage, journal }: Library): Promise<BookId[]> {
  const names = new Set([...(await storage.folders(BOOKS)), ...(await journal.books())]);
  return [...names].filter(isBookId).sort();
}

async function unfinished(library: Library, books: readonly BookId[], repair: boolean): Promise<Finding[]> {
  const orphans = await library.recovery.orphans();
  const dead = orphans.filter(({ bookId }) => books.some((book) => book === bookId));
  if (repair) await library.recovery.settleAll();
  const waiting = new Map(library.recovery.setAside.map(({ intent, failure }) => [intent.id, failure]));
  return dead.map((intent) => {
    const failure = waiting.get(intent.id);
    const detail = `${intent.operation} was interrupted`;
    if (failure === undefined) return finding(intent, 'unfinished', detail, repair);
    return finding(intent, 'unfinished', `${detail} and cannot be settled: ${cannotBeRead(failure)}`);
  });
}

function cannotBeRead(failure: StorageFailure): string {
  return `it cannot be read. ${failure.message} ${REMEDY}`;
}

const REMEDY = 'Make it readable, put it back from a backup, or move it away; then run quartet books verify --repair.';

async function verifyFiles(
  library: Library,
  book: BookId,
  findings: Finding[],
  options: VerifyOptions,
): Promise<number> {
  const rows = await library.journal.rows(book, await library.journal.users(book));
  const places = new Map<string, FileKey>();
  const prefix = bookPrefix(book);
  const hidden = new Map<string, StorageFailure>();
  const note: OnUnreadable = (place, failure) => void hidden.set(place, failure);
  for await (const { key } of library.storage.list(prefix, undefined, note)) {
    const place = placeOf(key);
    if (place) places.set(key, place);
  }
  for (const row of rows) places.set(keyOf(row), row);
  for (const [place, failure] of hidden) {
    // Other links have never been part of the book.
    if (places.has(place) || !mayHideLessons(place)) continue;
    const whose = placeOf(place) ?? { bookId: book, path: place.slice(prefix.length), userId: BASE };
    findings.push(finding(whose, 'unreadable', cannotBeRead(failure)));
  }
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
  if (found.kind === 'unreadable') return found;
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
    await library.world.sleep(20);
  }
  return undefined;
}

async function compare({ storage, journal }: Library, place: FileKey): Promise<Finding | 'moving' | undefined> {
  const before = await journal.get(place);
  const object = await fingerprintOf(storage, keyOf(place)).catch(unreadable);
  if (object instanceof StorageFailure) return finding(place, 'unreadable', cannotBeRead(object));
  if (object?.sha256 === before?.sha256) return undefined;
  const intents = await journal.intents();
  const after = await journal.get(place);
  if (before?.lastWrittenAt !== after?.lastWrittenAt || before?.sha256 !== after?.sha256) return 'moving';
  if (intents.some((one) => isSame(one, place))) return 'moving';
  if (before === undefined) return finding(place, 'unknown', 'in storage, but not in the journal');
  if (object === undefined) return finding(place, 'missing', 'in the journal, but not in storage');
  return finding(place, 'changed', 'the bytes in storage are not those recorded in the journal');
}

/** What another attempt may mend ends the check; what may not is a finding. */
function unreadable(error: unknown): StorageFailure {
  if (error instanceof StorageFailure && !error.retryable) return error;
  throw error;
}

function isSame(one: FileKey, other: FileKey): boolean {
  return one.bookId === other.bookId && one.path === other.path && one.userId === other.userId;
}
