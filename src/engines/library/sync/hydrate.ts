import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { isAbsence } from '../../../lib/errno.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import { inParallel } from '../../../lib/in-parallel.ts';
import type { Library } from '../commit/library.ts';
import { manifestHash } from '../journal/manifest.ts';
import { notFound } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { bookPrefix, keyOf, LAYOUT_FILE, sha256 } from '../model/files.ts';
import { type BookId } from '../model/names.ts';
import { actionOf, type SyncOptions } from './decide.ts';
import { withReasons } from './failed.ts';
import { readLayout } from './layout-file.ts';
import type { Layout } from './numbering.ts';
import { clearParts, partName } from './parts.ts';
import { type FolderRecord, readRecord, writeRecord } from './record.ts';
import { SyncLog, type SyncProgress, type SyncReport } from './report.ts';

const AT_ONCE = 8;
const LARGE = 8 * 1024 * 1024;

type Known = FolderRecord['files'][string];

/**
 * Brings a book into a folder, as `docs/` and `static/`. What the folder's record shows to be there already is not even
 * read; what was changed in the folder is kept.
 */
export async function hydrate(
  library: Library,
  book: BookId,
  folder: string,
  options: SyncOptions,
  progress?: SyncProgress,
): Promise<SyncReport> {
  if (!(await library.storage.exists(bookPrefix(book)))) {
    throw notFound(book, 'There is no such book.');
  }
  const record = await readRecord(folder, book);
  const unreadable = new Map((await library.reconciled(book)).map(({ path, error }) => [path, error]));
  const rows = (await library.journal.rows(book, [BASE])).filter(({ path }) => path !== LAYOUT_FILE);
  const targetOf = targetsIn(folder, await readLayout(library, book));
  const state = new Map(Object.entries(record?.files ?? {}));
  const inBook = new Map(rows.map((row) => [row.path, row]));
  const paths = [...new Set([...inBook.keys(), ...state.keys()])].sort();
  const log = new SyncLog(paths.length, progress);
  for (const [path, reason] of unreadable) if (!paths.includes(path)) log.left('failed', path, reason);
  if (!options.dryRun) await clearParts(new Set([folder, ...paths.map((path) => dirname(targetOf(path)))]));

  async function bring(path: string): Promise<void> {
    const target = targetOf(path);
    const hidden = unreadable.get(path);
    if (hidden !== undefined) return log.done('failed', path, 0, hidden);
    const known = state.get(path);
    const from = inBook.get(path)?.sha256;
    const to = await hashOf(target, known);
    const action = actionOf({ from, to, agreed: known?.sha256 }, options);
    if (action === 'same') {
      if (from === undefined) state.delete(path);
      else if (known?.sha256 !== from) state.set(path, await stateOf(target, from));
      return log.unchanged();
    }
    let bytes = 0;
    if (action === 'create' || action === 'update') {
      if (!options.dryRun) bytes = await fetch(path, target);
      else bytes = inBook.get(path)?.size ?? 0;
    }
    if (action === 'delete' && !options.dryRun) {
      await rm(target, { force: true });
      state.delete(path);
    }
    log.done(action, path, bytes);
  }

  async function fetch(path: string, target: string): Promise<number> {
    const place = { bookId: book, path, userId: BASE } as const;
    const found = await library.read({ ...place, key: keyOf(place) });
    if (found === undefined) return 0;
    await replace(target, found.bytes);
    state.set(path, await stateOf(target, found.sha256));
    return found.bytes.length;
  }

  const isLarge = (path: string) => (inBook.get(path)?.size ?? 0) > LARGE;
  const bringOrTell = withReasons(bring, (path, reason) => log.done('failed', path, 0, reason));
  try {
    await inParallel(
      paths.filter((path) => !isLarge(path)),
      AT_ONCE,
      bringOrTell,
      options.signal,
    );
    await inParallel(paths.filter(isLarge), 1, bringOrTell, options.signal);
  } finally {
    // Also when interrupted: the next run need not look at what has been done.
    if (!options.dryRun) {
      await mkdir(folder, { recursive: true });
      await writeRecord(folder, { book, manifest_hash: await manifestHash(rows), files: Object.fromEntries(state) });
    }
  }
  return log.report(book, options.dryRun);
}

/** Docusaurus looks for content in `docs/`. Files that came from there under other names get these back, and new ones are put beside them. */
function targetsIn(folder: string, layout?: Layout): (path: string) => string {
  const names = new Map([...(layout?.files ?? [])].map(([original, path]) => [`content/${path}`, original]));
  const folders = new Map([...names].map(([path, original]) => [dirname(path), dirname(original)]));
  for (const [original, path] of layout?.folders ?? []) folders.set(`content/${path}`, original);
  return (path) => {
    const home = folders.get(dirname(path));
    const beside = home === undefined ? undefined : posix.join(home, basename(path));
    const name = names.get(path) ?? (layout?.files.has(beside ?? '') ? undefined : beside);
    return join(folder, name === undefined ? path.replace(/^content\//, 'docs/') : `docs/${name}`);
  };
}

/** The hash of a file of the folder; not computed anew when size and time say that it is untouched. */
async function hashOf(target: string, known: Known | undefined): Promise<string | undefined> {
  const info = await lstat(target).catch(unlessAbsent);
  if (info === undefined) return undefined;
  if (!info.isFile()) throw new ConfigurationFailure(`${target} is not a regular file. Move it away first.`);
  if (known && info.size === known.size && info.mtimeMs === known.modified_ms) return known.sha256;
  return sha256(await readFile(target));
}

async function stateOf(target: string, hash: string): Promise<Known> {
  const { size, mtimeMs } = await lstat(target);
  return { sha256: hash, size, modified_ms: mtimeMs };
}

/** Replaces a file at once: a reader, or a crash, finds the old bytes or the new ones. */
async function replace(target: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const temporary = join(dirname(target), partName());
  try {
    await writeFile(temporary, bytes, { flag: 'wx' });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function unlessAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}
