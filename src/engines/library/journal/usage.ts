import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BASE } from '../model/file-key.ts';
import { type Database, EVERYBODY } from './database.ts';

/** Counts what there is, of one book or of all. */
export async function countAnew(db: Kysely<Database>, bookId?: string): Promise<void> {
  const which = bookId === undefined ? sql`` : sql`where book_id = ${bookId}`;
  await sql`delete from file_usage ${which}`.execute(db);
  await sql`insert into file_usage (user_id, book_id, files, bytes) ${counted(which)}`.execute(db);
}

/** The books whose files are not as many or as large as was counted. */
export async function miscounted(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ book: string }>`select distinct book_id as book from (
      select user_id, book_id, sum(files) as files, sum(bytes) as bytes from (
        ${counted(sql``)} union all select user_id, book_id, -files, -bytes from file_usage
      ) as both_counts group by user_id, book_id
    ) as differences where files <> 0 or bytes <> 0`.execute(db);
  return rows.map(({ book }) => book).sort();
}

function counted(which: RawBuilder<unknown>) {
  const sums = sql`book_id, count(*) as files, cast(sum(size_bytes) as bigint) as bytes`;
  const some = sql`(select * from file_journal ${which}) as some_files`;
  return sql`select ${sql.lit(EVERYBODY)} as user_id, ${sums} from ${some} group by book_id
    union all select user_id, ${sums} from ${some} where user_id <> ${sql.lit(BASE)} group by user_id, book_id`;
}
