import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

const APPEND_ONLY = "begin raise exception 'the audit log is append-only'; end";

/** Makes what refuses every change of the audit log. */
export async function appendOnly(db: Kysely<Database>): Promise<void> {
  await sql`create function audit_log_is_append_only() returns trigger language plpgsql as
    ${sql.lit(APPEND_ONLY)}`.execute(db);
  const refuse = sql`execute function audit_log_is_append_only()`;
  await sql`create trigger audit_log_no_change before update or delete on audit_log for each row ${refuse}`.execute(db);
  await sql`create trigger audit_log_no_truncate before truncate on audit_log ${refuse}`.execute(db);
}

const UNLESS_ANCHORED = `begin
  if tg_op = 'DELETE' then
    if exists (select 1 from audit_anchor where book_id = old.book_id and entries >= old.seq) then return old; end if;
  end if;
  raise exception 'the audit log is append-only'; end`;

/** Lets the same triggers allow the removal of entries for which an anchor stands. */
export async function retention(db: Kysely<Database>): Promise<void> {
  await sql`create or replace function audit_log_is_append_only() returns trigger language plpgsql as
    ${sql.lit(UNLESS_ANCHORED)}`.execute(db);
}

const COUNTING = `declare book text; whose text; number integer := 0; size bigint := 0; begin
  if tg_op <> 'INSERT' then book := old.book_id; whose := old.user_id; number := -1; size := -old.size_bytes; end if;
  if tg_op <> 'DELETE' then book := new.book_id; whose := new.user_id; number := number + 1; size := size + new.size_bytes; end if;
  insert into file_usage as known (user_id, book_id, files, bytes)
    select owner, book, number, size from (values (''), (whose)) as owners (owner) where owner <> '__base__'
    on conflict (user_id, book_id) do update set files = known.files + excluded.files, bytes = known.bytes + excluded.bytes;
  return null; end`;

/** Makes what keeps count of the files that there are. */
export async function counting(db: Kysely<Database>): Promise<void> {
  await sql`create function file_usage_is_counted() returns trigger language plpgsql as
    ${sql.lit(COUNTING)}`.execute(db);
  await sql`create trigger file_usage_counted after insert or delete or update of size_bytes on file_journal
    for each row execute function file_usage_is_counted()`.execute(db);
}

interface Expected {
  readonly source: string;
  readonly purpose: string;
}

const PROTECTS: Expected = { source: UNLESS_ANCHORED, purpose: 'protects the audit log' };

const EXPECTED: Readonly<Record<string, Expected>> = {
  audit_log_no_change: PROTECTS,
  audit_log_no_truncate: PROTECTS,
  file_usage_counted: { source: COUNTING, purpose: 'keeps count of the files' },
};

/** Damage of its files is the business of the server, which has tools for it. */
export async function problems(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; enabled: string; source: string }>`
    select t.tgname as name, t.tgenabled::text as enabled, p.prosrc as source from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgrelid in ('audit_log'::regclass, 'file_journal'::regclass)`.execute(db);
  const works = (name: string) =>
    rows.some((row) => row.name === name && /^[OA]$/.test(row.enabled) && row.source === EXPECTED[name]?.source);
  const missing = Object.entries(EXPECTED).filter(([name]) => !works(name));
  const strange = rows.filter(({ name }) => !(name in EXPECTED));
  return [
    ...missing.map(([name, { purpose }]) => `the trigger ${name} that ${purpose} is missing or was changed`),
    ...strange.map(({ name }) => `there is a trigger that Quartet has not made: ${name}`),
  ];
}
