import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

type Triggers = Readonly<Record<string, string>>;

const SAME = 'id = new.id or (book_id = new.book_id and seq = new.seq)';

/** What refuses every change of the audit log. */
export const APPEND_ONLY: Triggers = {
  audit_log_no_update: refusing('update', ''),
  audit_log_no_delete: refusing('delete', ''),
  // `insert or replace` removes rows without a deletion that a trigger could see.
  audit_log_no_insert: refusing('insert', `when exists (select 1 from audit_log where ${SAME})`),
};

const ANCHORED = 'select 1 from audit_anchor where book_id = old.book_id and entries >= old.seq';

/** What refuses to remove an entry unless an anchor stands for it. */
export const RETENTION: Triggers = {
  audit_log_no_delete: refusing('delete', `when not exists (${ANCHORED})`),
};

function refusing(event: string, condition: string): string {
  const trigger = `create trigger audit_log_no_${event} before ${event} on audit_log`;
  return `${trigger} ${condition} begin select raise(abort, 'the audit log is append-only'); end`;
}

/** What keeps count of the files that there are. */
export const COUNTING: Triggers = {
  file_usage_insert: counting('insert', 'insert', 'new', '1, new.size_bytes'),
  file_usage_update: counting('update', 'update of size_bytes', 'new', '0, new.size_bytes - old.size_bytes'),
  file_usage_delete: counting('delete', 'delete', 'old', '-1, -old.size_bytes'),
};

function counting(name: string, event: string, row: string, difference: string): string {
  const owners = `(select '' as owner union all select ${row}.user_id) where owner <> '__base__'`;
  return `create trigger file_usage_${name} after ${event} on file_journal begin
    insert into file_usage (user_id, book_id, files, bytes) select owner, ${row}.book_id, ${difference} from ${owners}
    on conflict (user_id, book_id) do update set files = files + excluded.files, bytes = bytes + excluded.bytes; end`;
}

export async function createTriggers(db: Kysely<Database>, triggers: Triggers): Promise<void> {
  for (const trigger of Object.values(triggers)) await sql.raw(trigger).execute(db);
}

const EXPECTED: Triggers = { ...APPEND_ONLY, ...RETENTION, ...COUNTING };
const MOST_PROBLEMS = 20;

/** What is wrong with the file itself, and which triggers are not as they were made. */
export async function problems(db: Kysely<Database>): Promise<string[]> {
  const checked = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(MOST_PROBLEMS)})`.execute(db);
  const damage = checked.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  const schema = await sql<{
    name: string;
    sql: string;
  }>`select name, sql from sqlite_schema where type = 'trigger'`.execute(db);
  const there = new Map(schema.rows.map((row) => [row.name, afterName(row.sql)]));
  const missing = Object.keys(EXPECTED).filter((name) => there.get(name) !== afterName(EXPECTED[name] ?? ''));
  const strange = [...there.keys()].filter((name) => !(name in EXPECTED));
  return [
    ...damage.map((line) => `the database is damaged: ${line}`),
    ...missing.map((name) => `the trigger ${name} that ${purposeOf(name)} is missing or was changed`),
    ...strange.map((name) => `there is a trigger that Quartet has not made: ${name}`),
  ];
}

function purposeOf(name: string): string {
  return name in COUNTING ? 'keeps count of the files' : 'protects the audit log';
}

/** SQLite writes the first words in its own way. */
function afterName(trigger: string): string {
  return trigger.replace(/^create trigger /i, '');
}
