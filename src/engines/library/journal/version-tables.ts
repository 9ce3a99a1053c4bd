import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** What databases spell differently. */
interface Spelling {
  readonly text: 'text' | RawBuilder<unknown>;
  readonly byKeyOnly?: RawBuilder<unknown>;
}

/** What the files held, and where those bytes are. The history of a lesson that is there begins with what it holds now. */
export async function versionTables(db: Kysely<Database>, flavour: Spelling): Promise<void> {
  const { text } = flavour;
  const version = db.schema
    .createTable('version')
    .addColumn('book_id', text, (column) => column.notNull())
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('written_at', text, (column) => column.notNull())
    .addColumn('sha256', text)
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('agent_id', text, (column) => column.notNull())
    .addColumn('operation', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('version_key', ['book_id', 'path', 'user_id', 'written_at']);
  await byKeyOnly(version, flavour).execute();
  const object = db.schema
    .createTable('version_object')
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('container', text, (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('stored_bytes', 'bigint', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('kept_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('version_object_key', ['sha256']);
  await byKeyOnly(object, flavour).execute();
  await sql`insert into version (book_id, path, user_id, written_at, sha256, size_bytes, agent_id, operation)
    select book_id, path, user_id, last_written_at, sha256, size_bytes, written_by, 'before_history'
    from file_journal where path >= 'content/' and path < 'content0'`.execute(db);
}

function byKeyOnly<Name extends string, Columns extends string>(
  table: CreateTableBuilder<Name, Columns>,
  { byKeyOnly }: Spelling,
) {
  return byKeyOnly === undefined ? table : table.modifyEnd(byKeyOnly);
}
