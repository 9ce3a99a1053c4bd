import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Database, FILE, TOMBSTONE } from './database.ts';
import type { Changes, FileRow, Tombstone } from './journal.ts';

type Db = Kysely<Database>;

/** The stamp of the last change of some users' files in a book; empty when there is none. Every change has a later one. */
export async function newestStamp(db: Db, bookId: string, userIds: readonly string[]): Promise<string> {
  const of = (table: string, column: string) =>
    userIds.map(
      (user) => sql`select max(${sql.ref(column)}) as stamp from ${sql.table(table)}
        where book_id = ${bookId} and user_id = ${user}`,
    );
  const stamps = sql.join(
    [...of('file_journal', 'last_written_at'), ...of('tombstone', 'deleted_at')],
    sql` union all `,
  );
  const { rows } = await sql<{ stamp: string | null }>`select max(stamp) as stamp from (${stamps}) as stamps`.execute(
    db,
  );
  return rows[0]?.stamp ?? '';
}

/**
 * Rows and tombstones later than a stamp, oldest first, up to the newest change there was when asked: what happens while the
 * pages come gets a later stamp, so that none can slip between them.
 */
export async function changesSince(
  db: Db,
  bookId: string,
  userIds: readonly string[],
  since: string,
  most: number,
): Promise<Changes> {
  const range: Range = { bookId, since, end: await newestStamp(db, bookId, userIds) };
  const entries: StampedChange[] = [];
  const take = async (pages: AsyncIterable<readonly StampedChange[]>) => {
    let taken = 0;
    for await (const page of pages) {
      for (const entry of page) entries.push(entry);
      taken += page.length;
      if (taken <= most) continue;
      // What the others have beyond this is for another time as well.
      range.end = (page.at(-1) as StampedChange).stamp;
      return;
    }
  };
  for (const userId of range.end > since ? userIds : []) {
    await take(written(db, range, userId));
    await take(removed(db, range, userId));
  }
  const inOrder = entries.filter(({ stamp }) => stamp <= range.end).sort((a, b) => (a.stamp < b.stamp ? -1 : 1));
  const given = inOrder.slice(0, most);
  return {
    changed: given.flatMap(({ row }) => row ?? []),
    deleted: given.flatMap(({ tombstone }) => tombstone ?? []),
    hasMore: inOrder.length > most,
  };
}

interface Range {
  readonly bookId: string;
  readonly since: string;
  /** The last stamp that counts. */
  end: string;
}

interface StampedChange {
  readonly stamp: string;
  readonly row?: FileRow;
  readonly tombstone?: Tombstone;
}

function written(db: Db, { bookId, since, end }: Range, userId: string) {
  return paged(async (last: StampedChange | undefined): Promise<StampedChange[]> => {
    const query = db
      .selectFrom('file_journal')
      .select(FILE)
      .where('book_id', '=', bookId)
      .where('user_id', '=', userId);
    const inRange = query.where('last_written_at', '>', last?.stamp ?? since).where('last_written_at', '<=', end);
    const rows = await inRange.orderBy('last_written_at').limit(PAGE).execute();
    return rows.map((row) => ({ stamp: row.lastWrittenAt, row }));
  });
}

function removed(db: Db, { bookId, since, end }: Range, userId: string) {
  return paged(async (last: StampedChange | undefined): Promise<StampedChange[]> => {
    const query = db
      .selectFrom('tombstone')
      .select(TOMBSTONE)
      .where('book_id', '=', bookId)
      .where('user_id', '=', userId);
    const inRange = query.where('deleted_at', '>', last?.stamp ?? since).where('deleted_at', '<=', end);
    const rows = await inRange.orderBy('deleted_at').limit(PAGE).execute();
    return rows.map((tombstone) => ({ stamp: tombstone.deletedAt, tombstone }));
  });
}

/** So few that whoever else waits for the thread gets it in time. */
export const PAGE = 500;

/** What a query gives page after page, each beginning behind the last row of the one before; others get their turn in between. */
export async function* paged<Row>(query: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const page = [...(await query(last))];
    yield page;
    last = page.at(-1);
    if (page.length < PAGE || last === undefined) return;
    await nextTurn();
  }
}
