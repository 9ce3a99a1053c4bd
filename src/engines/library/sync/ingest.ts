import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { inParallel } from '../../../lib/in-parallel.ts';
import type { Library } from '../commit/library.ts';
import { type AuditEntry, INGEST } from '../journal/journal.ts';
import { BookFailure } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { keyOf, LAYOUT_FILE, sha256 } from '../model/files.ts';
import { type BookId, isLessonPath } from '../model/names.ts';
import { agreement, INGEST_EDITS, lastIngested } from './agreed.ts';
import { actionOf, type SyncOptions } from './decide.ts';
import { withReasons } from './failed.ts';
import { readLayout, writeLayout } from './layout-file.ts';
import { type FolderRecord, readRecord, writeRecord } from './record.ts';
import { SyncLog, type SyncProgress, type SyncReport } from './report.ts';
import { readTree, type TreeFile } from './tree.ts';
import { TreeNumbering } from './tree-numbering.ts';

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
  const record = await readRecord(folder, book);
  await library.reconciled(book);
  const rows = (await library.journal.rows(book, [BASE])).filter(({ path }) => path !== LAYOUT_FILE);
  const before = await readLayout(library, book);
  const inBook = rows.map(({ path }) => path);
  const numbering = options.number || before ? new TreeNumbering(before, inBook) : undefined;
  const tree = await readTree(folder, numbering?.place);
  const known = new Map(rows.map((row) => [row.path, row.sha256]));
  const agreed = record ? agreedIn(record) : await lastIngested(library.journal, book);
  const files = new Map(tree.files.map((file) => [file.path, file]));
  const isOutOfSight = (path: string) => tree.unreadable.some((folder) => path.startsWith(folder.path));
  const gone = [...known.keys()].filter(
    (path) => !files.has(path) && tree.areas.some((area) => path.startsWith(`${area}/`)) && !isOutOfSight(path),
  );
  const log = new SyncLog(files.size + gone.length, progress);
  for (const { path, reason } of tree.left) log.left('left', path, reason);
  for (const { path, reason } of tree.unreadable) log.left('failed', path, reason);

  // Before the lessons: what was begun goes on with the same names.
  if (numbering && !options.dryRun) {
    await writeLayout(library, book, numbering.layout, before?.sha256, { agentId, operation: INGEST });
  }
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
  const bringOrTell = withReasons(bring, (path, reason) => log.done('failed', path, 0, reason));
  await inParallel([...small, ...gone], AT_ONCE, bringOrTell, options.signal);
  await inParallel(large, 1, bringOrTell, options.signal);
  if (!options.dryRun) {
    await library.journal.note(agreements);
    const manifest_hash = await library.journal.manifest(book);
    if (record) await writeRecord(folder, { book, manifest_hash, files: state });
  }
  const isBare = tree.areas.includes('content') && !tree.files.some(({ path }) => isLessonPath(path));
  return { ...log.report(book, options.dryRun), ...(isBare && gone.length === 0 && { hint: NO_LESSON }) };
}

const NO_LESSON =
  'No lesson was found. Lessons are docs/NN-Part/NN-Chapter/NN-lesson.md, such as docs/01-Basics/01-Start/01-intro.md; --number takes a tree with other names.';

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
