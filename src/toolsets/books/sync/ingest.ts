import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { BookFailure } from '../failures.ts';
import { sha256 } from '../hash.ts';
import { type AuditEntry, BASE } from '../journal/journal.ts';
import type { Library } from '../library.ts';
import { type BookId, keyOf } from '../paths.ts';
import { agreement, INGEST, INGEST_EDITS, lastIngested } from './agreed.ts';
import { actionOf, type SyncOptions } from './decide.ts';
import { inParallel } from './in-parallel.ts';
import { type FolderRecord, readRecord, writeRecord } from './record.ts';
import { SyncLog, type SyncProgress, type SyncReport } from './report.ts';
import { readTree, type TreeFile } from './tree.ts';

// Small files wait for the disk, large ones fill the memory.
const AT_ONCE = 16;
const LARGE = 8 * 1024 * 1024;

/**
 * Brings a folder into a book. Hashes of the whole book are compared at once; only what the folder alone has changed is
 * written, each file in a change of its own, so that an interrupted run goes on where it was.
 */
export async function ingest(
  library: Library,
  book: BookId,
  folder: string,
  agentId: string,
  options: SyncOptions,
  progress?: SyncProgress,
): Promise<SyncReport> {
  const tree = await readTree(folder);
  const record = await readRecord(folder, book);
  await library.reconciled(book);
  const rows = await library.journal.rows(book, [BASE]);
  const known = new Map(rows.map((row) => [row.path, row.sha256]));
  const agreed = record ? agreedIn(record) : await lastIngested(library.journal, book);
  const files = new Map(tree.files.map((file) => [file.path, file]));
  const gone = [...known.keys()].filter(
    (path) => !files.has(path) && tree.areas.some((area) => path.startsWith(`${area}/`)),
  );
  const log = new SyncLog(files.size + gone.length, progress);
  for (const { path, reason } of tree.left) log.left('left', path, reason);

  const agreements: AuditEntry[] = [];
  const state: FolderRecord['files'] = { ...record?.files };

  async function bring(path: string): Promise<void> {
    const file = files.get(path);
    const bytes = file && (await readFile(file.file));
    const from = bytes && sha256(bytes);
    const to = known.get(path);
    const refused = bytes && unreadable(path, bytes);
    if (refused !== undefined) return log.done('left', path, 0, refused);
    const action = actionOf({ from, to, agreed: agreed.get(path) }, options);
    if (action === 'same' && from !== undefined) {
      if (!record && agreed.get(path) !== from) agreements.push(agreement(book, path, from, agentId));
    } else if (!options.dryRun && (action === 'create' || action === 'update' || action === 'delete')) {
      if (!(await carryOut(path, bytes, to))) return log.done('conflict', path);
    }
    if (file && from && ['same', 'create', 'update'].includes(action)) state[path] = seen(file, from);
    if (action === 'delete') delete state[path];
    if (action === 'same') log.unchanged();
    else log.done(action, path, action === 'create' || action === 'update' ? bytes?.length : 0);
  }

  /** False when somebody has changed the file in the book since it was compared. */
  async function carryOut(path: string, bytes: Buffer | undefined, expected: string | undefined): Promise<boolean> {
    const place = { bookId: book, path, userId: BASE } as const;
    const file = { ...place, key: keyOf(place) };
    const actor = { agentId, operation: record ? INGEST_EDITS : INGEST };
    try {
      if (bytes) await library.write(file, bytes, expected, actor);
      else await library.remove(file, actor, expected);
      return true;
    } catch (error) {
      if (error instanceof BookFailure && CHANGED.has(error.code)) return false;
      throw error;
    }
  }

  const large = tree.files.filter(({ size }) => size > LARGE).map(({ path }) => path);
  const small = tree.files.filter(({ size }) => size <= LARGE).map(({ path }) => path);
  await inParallel([...small, ...gone], AT_ONCE, bring, options.signal);
  await inParallel(large, 1, bring, options.signal);
  if (!options.dryRun) {
    await library.journal.note(agreements);
    const manifest_hash = await library.journal.manifest(book);
    if (record) await writeRecord(folder, { book, manifest_hash, files: state });
  }
  return log.report(book, options.dryRun);
}

const CHANGED = new Set(['CONFLICT', 'HASH_REQUIRED', 'NOT_FOUND']);

function agreedIn(record: FolderRecord): Map<string, string | undefined> {
  return new Map(Object.entries(record.files).map(([path, { sha256: hash }]) => [path, hash]));
}

function seen(file: TreeFile, hash: string): FolderRecord['files'][string] {
  return { sha256: hash, size: file.size, modified_ms: file.modifiedMs };
}

/** Content is text; what is not cannot be shown by any tool. */
function unreadable(path: string, bytes: Buffer): string | undefined {
  return path.startsWith('content/') && !isUtf8(bytes) ? 'not valid UTF-8' : undefined;
}
