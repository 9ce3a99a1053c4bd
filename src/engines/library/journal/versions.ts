import { type Kysely, sql, type Transaction } from 'kysely';
import type { FileKey } from '../model/file-key.ts';
import type { KeptObject, ObjectPlace } from '../model/kept-object.ts';
import type { RelaxedDurability } from './backend.ts';
import { type Database, OBJECT, VERSION } from './database.ts';
import { prepared } from './prepared.ts';
import type { VersionJournal, VersionRetention, VersionRow } from './version-journal.ts';

/** Changes nothing where a change begins with bytes that are known, but says that they are needed: whoever removes objects waits for it. */
export const insertObject = prepared((db, object: KeptObject) =>
  db
    .insertInto('version_object')
    .values({ ...columnsOf(object), kept_at: sql`journal_clock()` })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ kept_at: sql`excluded.kept_at` })),
);

export const insertVersion = prepared((db, row: VersionRow) =>
  db.insertInto('version').values({
    book_id: row.bookId,
    path: row.path,
    user_id: row.userId,
    written_at: row.writtenAt,
    sha256: row.sha256,
    size_bytes: row.size,
    agent_id: row.agentId,
    operation: row.operation,
  }),
);

function columnsOf({ sha256, container, position, stored, size }: KeptObject) {
  return { sha256, container, position, stored_bytes: stored, size_bytes: size };
}

/** How long an object that was just needed is left alone without saying so again. */
const REUSED_MS = 300_000;
const FILES_AT_ONCE = 200;
const OBJECTS_AT_ONCE = 500;

export class KyselyVersions implements VersionJournal {
  constructor(
    private readonly open: () => Kysely<Database>,
    private readonly relaxed: RelaxedDurability,
  ) {}

  private get db(): Kysely<Database> {
    return this.open();
  }

  async list(file: FileKey, limit: number, before?: string): Promise<VersionRow[]> {
    let query = this.#of(file);
    if (before !== undefined) query = query.where('written_at', '<', before);
    return query.orderBy('written_at', 'desc').limit(limit).execute();
  }

  async at(file: FileKey, instant: string): Promise<VersionRow | undefined> {
    const query = this.#of(file).where('written_at', '<=', instant);
    return query.orderBy('written_at', 'desc').limit(1).executeTakeFirst();
  }

  async oldest(file: FileKey): Promise<VersionRow | undefined> {
    return this.#of(file).orderBy('written_at').limit(1).executeTakeFirst();
  }

  async beginningWith(file: FileKey, start: string): Promise<VersionRow[]> {
    const newest = sql<boolean>`not exists (select 1 from version later where later.book_id = version.book_id
      and later.path = version.path and later.user_id = version.user_id and later.sha256 = version.sha256
      and later.written_at > version.written_at)`;
    // A character that comes behind all hexadecimal digits.
    const query = this.#of(file).where('sha256', '>=', start).where('sha256', '<', `${start}~`).where(newest);
    return query.orderBy('written_at', 'desc').limit(2).execute();
  }

  async objects(hashes: readonly string[]): Promise<KeptObject[]> {
    const [sha256] = hashes;
    if (sha256 === undefined) return [];
    if (hashes.length === 1) return (await selectPlace(this.db, { sha256 })).rows;
    return this.db.selectFrom('version_object').select(OBJECT).where('sha256', 'in', hashes).execute();
  }

  async reuse(sha256: string): Promise<KeptObject | undefined> {
    const [known] = (await selectObject(this.db, { sha256 })).rows;
    if (known === undefined || known.age < REUSED_MS) return known;
    return this.relaxed(this.db, async (tx) => (await touchObject(tx, { sha256 })).rows[0]);
  }

  async put(objects: readonly KeptObject[]): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      for (const object of objects) await replaceObject(tx, object);
    });
  }

  async move({ sha256, container, position }: KeptObject, to: ObjectPlace): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('version_object')
      .set({ container: to.container, position: to.position, stored_bytes: to.stored })
      .where('sha256', '=', sha256)
      .where('container', '=', container)
      .where('position', '=', position)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async objectsAfter(sha256: string, limit: number, bookId?: string): Promise<KeptObject[]> {
    let query = this.db.selectFrom('version_object').select(OBJECT).where('sha256', '>', sha256);
    if (bookId !== undefined) {
      query = query.where(
        sql<boolean>`sha256 in (select sha256 from version where book_id = ${bookId} and sha256 is not null)`,
      );
    }
    return query.orderBy('sha256').limit(limit).execute();
  }

  async objectsIn(containers: readonly string[]): Promise<KeptObject[]> {
    if (containers.length === 0) return [];
    return this.db.selectFrom('version_object').select(OBJECT).where('container', 'in', containers).execute();
  }

  async holding(sha256: string, limit: number): Promise<VersionRow[]> {
    const query = this.db.selectFrom('version').select(VERSION).where('sha256', '=', sha256);
    return query.orderBy('written_at', 'desc').limit(limit).execute();
  }

  async unkept(bookId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from version v
      where book_id = ${bookId} and sha256 is not null
      and sha256 not in (select sha256 from version_object)
      and not exists (select 1 from file_journal f where f.book_id = v.book_id and f.path = v.path
        and f.user_id = v.user_id and f.sha256 = v.sha256)`.execute(this.db);
    return Number(rows[0]?.count ?? 0);
  }

  async unkeptFiles(bookId: string): Promise<FileKey[]> {
    const { rows } = await sql<FileKey>`select book_id as "bookId", path, user_id as "userId" from file_journal
      where book_id = ${bookId} and path >= 'content/' and path < 'content0'
      and sha256 not in (select sha256 from version_object)`.execute(this.db);
    return rows;
  }

  async books(): Promise<string[]> {
    const rows = await this.db.selectFrom('version').select('book_id').distinct().execute();
    return rows.map((row) => row.book_id).sort();
  }

  /** Some files at a time: nobody who writes meanwhile has to wait for a whole book. */
  async retire(bookId: string, which: VersionRetention, dryRun: boolean): Promise<number> {
    let count = 0;
    for (let last = ''; ; ) {
      const paths = await this.db
        .selectFrom('version')
        .select('path')
        .distinct()
        .where('book_id', '=', bookId)
        .where('path', '>', last)
        .orderBy('path')
        .limit(FILES_AT_ONCE)
        .execute();
      const end = paths.at(-1)?.path;
      if (end === undefined) return count;
      count += await retireBetween(this.db, bookId, [last, end], which, dryRun);
      last = end;
    }
  }

  async dropUnused(unusedMs: number, dryRun: boolean): Promise<KeptObject[]> {
    const unused = sql<KeptObject>`select ${COLUMNS} from version_object o
      where kept_at < journal_clock() - ${unusedMs} and ${UNNEEDED}`;
    const found = (await unused.execute(this.db)).rows;
    if (dryRun) return found;
    const dropped: KeptObject[] = [];
    for (let at = 0; at < found.length; at += OBJECTS_AT_ONCE) {
      const hashes = found.slice(at, at + OBJECTS_AT_ONCE).map(({ sha256 }) => sha256);
      // Asked once more: somebody may have begun to need it.
      const { rows } = await sql<KeptObject>`delete from version_object as o
        where sha256 in (${sql.join(hashes)}) and kept_at < journal_clock() - ${unusedMs} and ${UNNEEDED}
        returning ${COLUMNS}`.execute(this.db);
      dropped.push(...rows);
    }
    return dropped;
  }

  #of({ bookId, path, userId }: FileKey) {
    return this.db
      .selectFrom('version')
      .select(VERSION)
      .where('book_id', '=', bookId)
      .where('path', '=', path)
      .where('user_id', '=', userId);
  }
}

const COLUMNS = sql`sha256, container, position, stored_bytes as stored, size_bytes as size`;

const UNNEEDED = sql`sha256 not in (select sha256 from version where sha256 is not null)
  and sha256 not in (select sha256 from file_journal)
  and sha256 not in (select new_hash from intent where new_hash is not null)`;

/** Of the files between two paths, the versions that were replaced long ago and are not among the last ones. A deletion is none of them. */
async function retireBetween(
  db: Kysely<Database>,
  bookId: string,
  [after, upTo]: readonly [string, string],
  { before, keepLast }: VersionRetention,
  dryRun: boolean,
): Promise<number> {
  const old = before === undefined ? sql`1 = 1` : sql`replaced_at < ${before}`;
  const beyond = keepLast === undefined ? sql`1 = 1` : sql`place > ${keepLast}`;
  const going = sql`select path, user_id, written_at from (
      select path, user_id, written_at,
        lead(written_at) over (partition by path, user_id order by written_at) as replaced_at,
        count(sha256) over (partition by path, user_id order by written_at desc)
          + case when sha256 is null then 1 else 0 end as place
      from version where book_id = ${bookId} and path > ${after} and path <= ${upTo}
    ) as ranked where replaced_at is not null and ${old} and ${beyond}`;
  if (dryRun) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (${going}) as going`.execute(db);
    return Number(rows[0]?.count ?? 0);
  }
  const { numAffectedRows } = await sql`delete from version where book_id = ${bookId} and path > ${after}
    and path <= ${upTo} and (path, user_id, written_at) in (${going})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const selectPlace = prepared((db, { sha256 }: { sha256: string }) =>
  db.selectFrom('version_object').select(OBJECT).where('sha256', '=', sha256),
);

const selectObject = prepared((db, { sha256 }: { sha256: string }) =>
  db
    .selectFrom('version_object')
    .select(OBJECT)
    .select(sql<number>`journal_clock() - kept_at`.as('age'))
    .where('sha256', '=', sha256),
);

const touchObject = prepared((db, { sha256 }: { sha256: string }) =>
  db
    .updateTable('version_object')
    .set({ kept_at: sql`journal_clock()` })
    .where('sha256', '=', sha256)
    .returning(OBJECT),
);

async function replaceObject(tx: Transaction<Database>, object: KeptObject): Promise<void> {
  const values = { ...columnsOf(object), kept_at: sql<number>`journal_clock()` };
  await tx
    .insertInto('version_object')
    .values(values)
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(values))
    .execute();
}
