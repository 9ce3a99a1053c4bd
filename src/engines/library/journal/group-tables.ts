import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/** Changes that happen all or not at all. */
export async function groupTables(
  db: Kysely<Database>,
  { text }: { readonly text: 'text' | RawBuilder<unknown> },
): Promise<void> {
  await db.schema
    .createTable('change_group')
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('book_id', text, (column) => column.notNull())
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('claimed', 'integer', (column) => column.notNull())
    .addColumn('undone', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('group_member')
    .addColumn('intent_id', text, (column) => column.notNull().primaryKey())
    .addColumn('group_id', text, (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('previous', text)
    .addColumn('note', text)
    .addColumn('moved_from', text)
    .execute();
  await db.schema
    .createTable('group_count')
    .addColumn('book_id', text, (column) => column.notNull().primaryKey())
    .addColumn('begun', 'bigint', (column) => column.notNull())
    .execute();
}
