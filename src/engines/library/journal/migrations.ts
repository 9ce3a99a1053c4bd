import { type CreateTableBuilder, type Kysely, type Migration, Migrator, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { groupTables } from './group-tables.ts';
import { JournalFailure } from './journal.ts';
import { countAnew } from './usage.ts';
import { versionTables } from './version-tables.ts';

/** What databases spell differently. */
export interface Flavour {
  /** The type of text that is sorted and compared by its bytes. */
  readonly text: 'text' | RawBuilder<unknown>;
  /** The schema that holds the tables, where a database has several. */
  readonly schema?: string;
  /** Adds the column `id`, which numbers rows upwards and never uses a number twice. */
  numbered<Name extends string>(table: CreateTableBuilder<Name>): CreateTableBuilder<Name, string>;
  /** Makes the database refuse every change of a row that is there. */
  appendOnly(db: Kysely<Database>): Promise<void>;
  /** Makes it refuse all of that but the deletion of entries for which an anchor stands. */
  retention(db: Kysely<Database>): Promise<void>;
  /** Makes the database keep count of the files that there are, whoever writes. */
  counting(db: Kysely<Database>): Promise<void>;
  /** Makes the function `journal_clock()`, which gives the database's time in milliseconds, unless a connection brings it. */
  clock(db: Kysely<Database>): Promise<void>;
  /** What makes a table that is read by its key only one tree instead of two, where a database has such tables. */
  readonly byKeyOnly?: RawBuilder<unknown>;
  /** Makes the tables of the text index, where it is in this database. */
  texts(db: Kysely<Database>): Promise<void>;
}

const TABLE = 'journal_migration';

/** Brings the tables to this version: all steps or none. Two processes may do it at once. */
export async function migrate(db: Kysely<Database>, flavour: Flavour, steps = migrations(flavour)): Promise<void> {
  const done = await doneSteps(db, flavour);
  if (done.some((name) => !(name in steps))) throw new NewerVersion();
  const provider = { getMigrations: async () => steps };
  const names = { migrationTableName: TABLE, migrationLockTableName: `${TABLE}_lock` };
  const place = flavour.schema === undefined ? {} : { migrationTableSchema: flavour.schema };
  const { error } = await new Migrator({ db, provider, ...names, ...place }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** The tables were made by a later release than this one. */
export class NewerVersion extends JournalFailure {
  override readonly name = 'NewerVersion';

  constructor() {
    super('The journal was written by a newer version of Quartet. Update Quartet, or give it another database.');
  }
}

async function doneSteps(db: Kysely<Database>, { schema }: Flavour): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === TABLE && (schema === undefined || table.schema === schema))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Every step there has been. A released step is never changed; the next one is added below it. */
export function migrations(flavour: Flavour): Record<string, Migration> {
  return {
    '0001_journal': { up: (db: Kysely<Database>) => journalTables(db, flavour) },
    '0002_audit': { up: (db: Kysely<Database>) => auditTables(db, flavour) },
    '0003_claims': { up: (db: Kysely<Database>) => claims(db, flavour) },
    '0004_seals': { up: (db: Kysely<Database>) => seals(db, flavour) },
    '0005_usage': { up: (db: Kysely<Database>) => usage(db, flavour) },
    '0006_retention': { up: (db: Kysely<Database>) => retention(db, flavour) },
    '0007_versions': { up: (db: Kysely<Database>) => versionTables(db, flavour) },
    '0008_groups': { up: (db: Kysely<Database>) => groupTables(db, flavour) },
    '0009_texts': { up: (db: Kysely<Database>) => flavour.texts(db) },
    '0010_uploads': { up: (db: Kysely<Database>) => usedUploads(db, flavour) },
    '0011_unsynced': { up: (db: Kysely<Database>) => unsyncedFiles(db, flavour) },
  };
}

async function journalTables(db: Kysely<Database>, { text }: Flavour): Promise<void> {
  await withKey(db.schema.createTable('file_journal'), text)
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('last_written_at', text, (column) => column.notNull())
    .addColumn('written_by', text, (column) => column.notNull())
    .addColumn('storage_backend', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('file_journal_key', ['book_id', 'path', 'user_id'])
    .execute();
  await withKey(db.schema.createTable('tombstone'), text)
    .addColumn('deleted_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('tombstone_key', ['book_id', 'path', 'user_id'])
    .execute();
  await withKey(db.schema.createTable('intent'), text)
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('operation', text, (column) => column.notNull())
    .addColumn('agent_id', text, (column) => column.notNull())
    .addColumn('old_hash', text)
    .addColumn('new_hash', text)
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('staged', text)
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('started_at', text, (column) => column.notNull())
    .addUniqueConstraint('intent_file', ['book_id', 'path', 'user_id'])
    .addCheckConstraint('intent_known_agent', sql`agent_id <> '' and agent_id <> 'system'`)
    .execute();
  const deltas = ['book_id', 'user_id'];
  const index = (name: string) => db.schema.createIndex(name);
  await index('file_journal_delta')
    .on('file_journal')
    .columns([...deltas, 'last_written_at'])
    .execute();
  await index('tombstone_delta')
    .on('tombstone')
    .columns([...deltas, 'deleted_at'])
    .execute();
}

async function auditTables(db: Kysely<Database>, flavour: Flavour): Promise<void> {
  const { text } = flavour;
  await withKey(flavour.numbered(db.schema.createTable('audit_log')), text)
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('timestamp', text, (column) => column.notNull())
    .addColumn('agent_id', text, (column) => column.notNull())
    .addColumn('operation', text, (column) => column.notNull())
    .addColumn('prev_hash', text)
    .addColumn('new_hash', text)
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('error_message', text)
    .addColumn('execution_time_ms', 'integer', (column) => column.notNull())
    .addColumn('state_change', 'integer', (column) => column.notNull())
    .addColumn('entry_hash', text, (column) => column.notNull())
    .addColumn('prev_entry_hash', text, (column) => column.notNull())
    .addUniqueConstraint('audit_log_seq', ['book_id', 'seq'])
    .addCheckConstraint('audit_log_known_agent', sql`agent_id <> '' and agent_id <> 'system'`)
    .addCheckConstraint('audit_log_known_status', sql`status in ('success', 'error', 'conflict')`)
    .execute();
  await db.schema.createIndex('audit_log_book').on('audit_log').columns(['book_id', 'id']).execute();
  await db.schema.createIndex('audit_log_file').on('audit_log').columns(['book_id', 'path', 'user_id']).execute();
  await db.schema.createIndex('audit_log_time').on('audit_log').column('timestamp').execute();
  await db.schema.createIndex('audit_log_agent').on('audit_log').column('agent_id').execute();
  await flavour.appendOnly(db);
  await db.schema
    .createTable('audit_chain')
    .addColumn('book_id', text, (column) => column.notNull().primaryKey())
    .addColumn('entries', 'integer', (column) => column.notNull())
    .addColumn('last_entry_hash', text, (column) => column.notNull())
    .addColumn('last_stamp', text, (column) => column.notNull())
    .execute();
}

/** Leases of changes under way, and what became of those that somebody else has settled. */
async function claims(db: Kysely<Database>, flavour: Flavour): Promise<void> {
  await flavour.clock(db);
  // What an older version has under way counts as run out: its owner cannot renew it.
  await db.schema
    .alterTable('intent')
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('intent')
    .addColumn('claimed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('settlement')
    .addColumn('id', flavour.text, (column) => column.notNull().primaryKey())
    .addColumn('recorded', 'integer', (column) => column.notNull())
    .addColumn('settled_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Seals made with a key, and anchors for what was taken out of the log. */
async function seals(db: Kysely<Database>, { text }: Flavour): Promise<void> {
  await db.schema.alterTable('audit_chain').addColumn('seal', text).execute();
  await db.schema
    .createTable('audit_anchor')
    .addColumn('book_id', text, (column) => column.notNull().primaryKey())
    .addColumn('entries', 'integer', (column) => column.notNull())
    .addColumn('entry_hash', text, (column) => column.notNull())
    .addColumn('files', text, (column) => column.notNull())
    .addColumn('seal', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('audit_key')
    .addColumn('only', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('since', text, (column) => column.notNull())
    .addCheckConstraint('audit_key_only', sql`"only" = 1`)
    .execute();
}

/** How much there is of each book and each user, so that a quota costs no look at every file. */
async function usage(db: Kysely<Database>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('file_usage')
    .addColumn('user_id', flavour.text, (column) => column.notNull())
    .addColumn('book_id', flavour.text, (column) => column.notNull())
    .addColumn('files', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('file_usage_key', ['user_id', 'book_id'])
    .execute();
  await flavour.counting(db);
  await countAnew(db);
}

/** Entries for which an anchor stands may go. */
async function retention(db: Kysely<Database>, flavour: Flavour): Promise<void> {
  for (const name of ['key_id', 'made_at']) {
    await db.schema
      .alterTable('audit_anchor')
      .addColumn(name, flavour.text, (column) => column.notNull().defaultTo(''))
      .execute();
  }
  await flavour.retention(db);
}

/** Each address of an upload is good for one. */
async function usedUploads(db: Kysely<Database>, { text }: Flavour): Promise<void> {
  await db.schema
    .createTable('used_upload')
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Which files a power cut may have damaged, because their bytes were only in the history by then. */
async function unsyncedFiles(db: Kysely<Database>, { text }: Flavour): Promise<void> {
  await db.schema
    .createTable('unsynced_files')
    .addColumn('owner', text, (column) => column.notNull().primaryKey())
    .addColumn('boot', text, (column) => column.notNull())
    .addColumn('after_entry', 'bigint', (column) => column.notNull())
    .execute();
}

function withKey<Name extends string>(table: CreateTableBuilder<Name, string>, text: Flavour['text']) {
  return table
    .addColumn('book_id', text, (column) => column.notNull())
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull());
}
