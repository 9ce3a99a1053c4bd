import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { BoundedCache } from '../../../lib/bounded-cache.ts';
import { BASE, type FileKey } from '../model/file-key.ts';
import { type Database, FILE } from './database.ts';
import { newestStamp, PAGE, paged } from './deltas.ts';
import { type FileRow } from './journal.ts';
import { prepared } from './prepared.ts';

type Db = Kysely<Database>;

/** The row of one file. */
export const fileRow = prepared((db, { bookId, path, userId }: FileKey) =>
  db
    .selectFrom('file_journal')
    .select(FILE)
    .where('book_id', '=', bookId)
    .where('path', '=', path)
    .where('user_id', '=', userId),
);

/** The rows of a book for some users, below a folder if told, in no particular order. */
export async function filesOf(db: Db, bookId: string, userIds: readonly string[], below = ''): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  const pages = paged((last: FileRow | undefined) => {
    let query = db.selectFrom('file_journal').select(FILE).where('book_id', '=', bookId);
    query = query.where('user_id', 'in', userIds);
    if (below !== '') query = query.where('path', '>', below).where('path', '<', endOf(below));
    if (last) query = query.where(sql<boolean>`(path, user_id) > (${last.path}, ${last.userId})`);
    return query.orderBy('path').orderBy('user_id').limit(PAGE).execute();
  });
  for await (const page of pages) for (const row of page) rows.push(row);
  return rows;
}

/** The versions of a user's files below a folder of a book, by path. */
export async function versionsOf(db: Db, bookId: string, userId: string, below: string): Promise<Map<string, string>> {
  const versions = new Map<string, string>();
  for await (const { text } of linesOf(db, { bookId, userId, below }, 'version', '\n')) {
    const parts = text.split('\n');
    for (let at = 0; at < parts.length; at += 2) versions.set(parts[at] as string, parts[at + 1] as string);
  }
  return versions;
}

/** Everything below `a/` comes before `a0`: the slash is followed by the zero. */
function endOf(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}

const MOST_BOOKS = 1000;
const TRIES = 3;

/** The manifests of books: a hash is good as long as the newest stamp of its book is the same, whoever writes. */
export class Manifests {
  readonly #known = new BoundedCache<string, { stamp: string; hash: string }>(MOST_BOOKS);

  /** The hash, or undefined when its order is not that of the database. */
  async of(db: Db, bookId: string): Promise<string | undefined> {
    const stamp = await newestStamp(db, bookId, [BASE]);
    const known = this.#known.get(bookId);
    return known?.stamp === stamp ? known.hash : this.#made(db, bookId, stamp, TRIES);
  }

  async #made(db: Db, bookId: string, stamp: string, tries: number): Promise<string | undefined> {
    const sum = createHash('sha256');
    let first = true;
    for await (const { text } of linesOf(db, { bookId, userId: BASE }, 'sha256', ':', tries > 1 ? LINES : ALL)) {
      // Ordered by bytes, which is the order of code units unless there is a character beyond the basic plane.
      if (/\p{Surrogate}|[\u{10000}-\u{10ffff}]/u.test(text)) return undefined;
      sum.update(first ? text : `\n${text}`);
      first = false;
    }
    const now = await newestStamp(db, bookId, [BASE]);
    // Pages of two states: again, at last in one go.
    if (now !== stamp && tries > 1) return this.#made(db, bookId, now, tries - 1);
    const hash = sum.digest('hex');
    this.#known.set(bookId, { stamp, hash });
    return hash;
  }
}

/** One text of many lines is many times faster to fetch than as many rows. */
const LINES = 2000;
const ALL = 2 ** 31 - 1;

interface Lines {
  readonly text: string;
  readonly last: string;
}

/** Path and another column of a user's files below a folder, line by line and sorted by the bytes of the path, page after page. */
async function* linesOf(
  db: Db,
  { bookId, userId, below = '' }: { bookId: string; userId: string; below?: string },
  column: 'version' | 'sha256',
  between: string,
  most = LINES,
): AsyncGenerator<Lines> {
  const end = below === '' ? sql`` : sql`and path < ${endOf(below)}`;
  for (let last = below; ; await nextTurn()) {
    const page = sql`select path, ${sql.ref(column)} as other from file_journal
      where book_id = ${bookId} and user_id = ${userId} and path > ${last} ${end} order by path limit ${most}`;
    const line = sql`path || ${between} || other`;
    const { rows } = await sql<Lines & { count: number }>`select count(*) as count, max(path) as last,
      string_agg(${line}, ${'\n'} order by path) as text from (${page}) as page`.execute(db);
    const [lines] = rows;
    if (!lines || Number(lines.count) === 0) return;
    yield lines;
    if (Number(lines.count) < most) return;
    last = lines.last;
  }
}
