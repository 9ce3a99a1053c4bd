import { isUtf8 } from 'node:buffer';
import { namespaceOf } from './files.ts';
import { BASE, type FileRow, type Tombstone } from './journal/journal.ts';
import type { Library } from './library.ts';
import { type BookId, keyOf, type Owner } from './paths.ts';

const AT_ONCE = 16;

interface ChangedFile extends Record<string, unknown> {
  path: string;
  sha256: string;
  last_modified: string;
  namespace: 'base' | 'overlay';
}

/** What was written or deleted in a book after a moment, base before overlay, each by path. */
export async function deltaOf(library: Library, book: BookId, since: string, user: Owner, withContent: boolean) {
  const users = user === BASE ? [BASE] : [BASE, user];
  const { journal } = library;
  const [{ changed, deleted }, manifest] = await Promise.all([
    journal.changesSince(book, users, since),
    journal.manifest(book),
  ]);
  const sorted = changed.toSorted(byNamespaceAndPath);
  const overlayChanges = sorted.filter((row) => row.userId !== BASE).length;
  return {
    status: changed.length + deleted.length > 0 ? ('changed' as const) : ('unchanged' as const),
    changed_files: await describeAll(library, sorted, withContent),
    deleted_files: deleted.toSorted(byNamespaceAndPath).map((tombstone) => ({
      path: tombstone.path,
      namespace: namespaceOf(tombstone.userId),
      last_modified: tombstone.deletedAt,
    })),
    manifest_hash: manifest,
    next_since: latest(since, changed, deleted),
    ...(user !== BASE && {
      user_id: user,
      base_changes: sorted.length - overlayChanges,
      overlay_changes: overlayChanges,
    }),
  };
}

async function describeAll(library: Library, rows: readonly FileRow[], withContent: boolean): Promise<ChangedFile[]> {
  if (!withContent) return rows.map(describe);
  const files: ChangedFile[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    files.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => describeWithContent(library, row)))));
  }
  return files;
}

function describe(row: FileRow): ChangedFile {
  return {
    path: row.path,
    sha256: row.sha256,
    last_modified: row.lastWrittenAt,
    namespace: namespaceOf(row.userId),
    ...(row.userId !== BASE && { user_id: row.userId }),
  };
}

/** Assets carry no content: they have an address of their own. */
async function describeWithContent(library: Library, row: FileRow): Promise<ChangedFile> {
  const file = describe(row);
  if (!row.path.startsWith('content/')) return file;
  const found = await library.read({ ...row, key: keyOf(row) });
  if (found === undefined || !isUtf8(found.bytes)) {
    return { ...file, error: found ? 'the stored file is not valid UTF-8' : 'the file has just been deleted' };
  }
  return { ...file, sha256: found.sha256, content: found.bytes.toString('utf8') };
}

function byNamespaceAndPath(a: Pick<FileRow, 'userId' | 'path'>, b: Pick<FileRow, 'userId' | 'path'>): number {
  if (namespaceOf(a.userId) !== namespaceOf(b.userId)) return namespaceOf(a.userId) === 'base' ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

/** Time stamps increase strictly within a book, so the newest one seen misses nothing that comes later. */
function latest(since: string, changed: readonly FileRow[], deleted: readonly Tombstone[]): string {
  const moments = [
    since,
    ...changed.map((row) => row.lastWrittenAt),
    ...deleted.map((tombstone) => tombstone.deletedAt),
  ];
  return moments.reduce((newest, moment) => (moment > newest ? moment : newest));
}
