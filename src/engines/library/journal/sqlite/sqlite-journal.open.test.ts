import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { migrate, migrations } from '../migrations.ts';
import { temporaryFolder } from '../testing/files.ts';
import { carryOut, databaseOf, lesson, reading } from '../testing/subjects.ts';
import { explainedOpening } from './errors.ts';
import { kyselyOver } from './sqlite-database.ts';
import { connectSqlite, openSqliteJournal, SQLITE } from './sqlite-journal.ts';

describe('opening an SQLite journal', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let file: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'secret-folder', 'journal.db');
  });
  afterEach(() => folder.remove());

  /** The message of a failing opening, which must name the file and not its folder. */
  async function refusal(of = file): Promise<string> {
    const error = await openSqliteJournal(of).then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    expect(error?.message).not.toContain('secret-folder');
    expect(error?.message).not.toContain(folder.path);
    return `${error?.name}: ${error?.message}`;
  }

  it('makes the folder and a file in WAL mode, and opens it again as it was', async () => {
    const journal = await openSqliteJournal(file);
    const row = await carryOut(journal, lesson(1), '', 'a');
    await journal.close();
    const schema = schemaOf(file);
    const again = await openSqliteJournal(file);
    expect(await again.get(lesson(1))).toEqual(row);
    await again.close();
    expect(schemaOf(file)).toEqual(schema);
    expect(schema.map(({ name }) => name)).toContain('file_journal_delta');
    const raw = new DatabaseSync(file);
    expect(raw.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    raw.close();
  });

  it('refuses to work after it was closed, and waits for what is under way when closing', async () => {
    const journal = await openSqliteJournal(file);
    const written = carryOut(journal, lesson(1), '', 'a').catch((error: unknown) => error);
    await journal.close();
    await journal.close();
    await written;
    await expect(journal.get(lesson(1))).rejects.toThrow();
    const again = await openSqliteJournal(file);
    expect(await again.verifyChain('ai')).toMatchObject({ valid: true });
    await again.close();
  });

  it('leaves syncing to what does it for many at once, where there is such a thing, and never lets notes change that', async () => {
    const journal = await openSqliteJournal(file);
    const synchronous = async () =>
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(databaseOf(journal))).rows[0]?.synchronous;
    const [normal, full] = [1, 2];
    const expected = process.platform === 'linux' ? normal : full;
    expect(await synchronous()).toBe(expected);
    await journal.note([reading(lesson(1))]);
    expect(await synchronous()).toBe(expected);
    await expect(journal.note([reading(lesson(1), { agentId: 'system' })])).rejects.toThrow();
    expect(await synchronous()).toBe(expected);
    await journal.close();
    const bare = await connectSqlite(file);
    expect((await sql<{ synchronous: number }>`pragma synchronous`.execute(bare)).rows).toEqual([
      { synchronous: full },
    ]);
    await bare.destroy();
  });

  it('uses an index for deltas, for the newest entries of a book and for walking its chain', async () => {
    await (await openSqliteJournal(file)).close();
    const raw = new DatabaseSync(file);
    const plan = (query: string) => JSON.stringify(raw.prepare(`explain query plan ${query}`).all());
    const delta = "where book_id = 'b' and user_id in ('a', 'b') and last_written_at > '2020'";
    expect(plan(`select * from file_journal ${delta}`)).toContain(
      'file_journal_delta (book_id=? AND user_id=? AND last_written_at>?)',
    );
    expect(plan("select * from audit_log where book_id = 'b' order by id desc limit 9")).not.toContain('TEMP B-TREE');
    expect(plan("select * from audit_log where book_id = 'b' and seq > 5 order by seq limit 9")).not.toContain(
      'TEMP B-TREE',
    );
    raw.close();
  });

  it('explains a file that is no database', async () => {
    await mkdir(join(folder.path, 'secret-folder'));
    await writeFile(file, 'This is a shopping list, not a database. '.repeat(100));
    expect(await refusal()).toBe(
      'JournalFailure: The journal journal.db is not an SQLite database. Name another file, or move this one away.',
    );
  });

  it('explains a file that cannot be opened', async () => {
    await mkdir(file, { recursive: true });
    expect(await refusal()).toContain('The journal journal.db cannot be opened.');
    await writeFile(join(folder.path, 'secret-folder', 'plain'), '');
    expect(await refusal(join(folder.path, 'secret-folder', 'plain', 'x.db'))).toContain(
      'The journal x.db cannot be opened.',
    );
  });

  // The superuser may write everything.
  it.skipIf(process.getuid?.() === 0)('explains a file that is read-only', async () => {
    await (await openSqliteJournal(file)).close();
    await chmod(file, 0o444);
    expect(await refusal()).toContain('The journal journal.db is read-only.');
  });

  it('explains every kind of failure without a word of its folder', () => {
    for (const errcode of [5, 8, 8 + 256, 11, 13, 14, 26]) {
      const error = explainedOpening(Object.assign(new Error('x'), { errcode }), 'j.db');
      expect(error.message).toMatch(/^The journal j\.db (is|does|cannot) .+\. .+\.$/);
    }
    const system = (code: string) => Object.assign(new Error('at /home/ada'), { code, syscall: 'access' });
    expect(explainedOpening(system('EROFS'), 'j.db').message).toContain('The journal j.db is read-only.');
    expect(explainedOpening(system('EIO'), 'j.db').message).toContain('(EIO)');
    expect(explainedOpening('odd', 'j.db').message).toContain('unknown reason');
  });

  it('refuses the tables of a newer version and leaves them alone', async () => {
    await (await openSqliteJournal(file)).close();
    const raw = new DatabaseSync(file);
    raw.exec("insert into journal_migration values ('0999_future', '2099-01-01T00:00:00.000Z')");
    raw.close();
    const schema = schemaOf(file);
    expect(await refusal()).toMatch(/newer version of Quartet\. Update Quartet/);
    expect(schemaOf(file)).toEqual(schema);
  });

  it('FR-030: leaves nothing of a step that fails, nor of those before it', async () => {
    await mkdir(join(folder.path, 'secret-folder'));
    const raw = new DatabaseSync(file);
    raw.exec('create table audit_chain (somebody_elses text)');
    raw.close();
    expect(await refusal()).toContain(
      'could not be brought to this version (table "audit_chain" already exists). It is as it was.',
    );
    const names = schemaOf(file).map(({ name }) => name);
    expect(names.filter((name) => !/^(journal_migration|sqlite_)/.test(name))).toEqual(['audit_chain']);
  });

  it('counts what is in a journal from before there were counts', async () => {
    await mkdir(join(folder.path, 'secret-folder'));
    const before = Object.fromEntries(Object.entries(migrations(SQLITE)).filter(([name]) => name < '0005'));
    const old = kyselyOver<Database>(new DatabaseSync(file), (error) => error);
    await migrate(old, SQLITE, before);
    const rest = "'h', 5, 'v', '2026', 'ada', 'fs'";
    await sql`insert into file_journal values ('ai', 'a', '__base__', ${sql.raw(rest)}), ('ai', 'a', 'zoe', ${sql.raw(rest)})`.execute(
      old,
    );
    await old.destroy();
    const journal = await openSqliteJournal(file);
    expect(await journal.miscounted()).toEqual([]);
    expect(await databaseOf(journal).selectFrom('file_usage').selectAll().execute()).toEqual([
      { user_id: '', book_id: 'ai', files: 2, bytes: 10 },
      { user_id: 'zoe', book_id: 'ai', files: 1, bytes: 5 },
    ]);
    expect(await journal.problems()).toEqual([]);
    await journal.close();
  });

  it('begins the history of the lessons of a journal from before there was one with what they hold', async () => {
    await mkdir(join(folder.path, 'secret-folder'));
    const before = Object.fromEntries(Object.entries(migrations(SQLITE)).filter(([name]) => name < '0007'));
    const old = kyselyOver<Database>(new DatabaseSync(file), (error) => error);
    await migrate(old, SQLITE, before);
    const { bookId, path, userId } = lesson(1);
    const rest = sql.raw("'h', 5, 'v', '2026', 'ada', 'fs'");
    await sql`insert into file_journal values (${bookId}, ${path}, ${userId}, ${rest}),
      (${bookId}, 'static/img/a.png', ${userId}, ${rest})`.execute(old);
    await old.destroy();
    const journal = await openSqliteJournal(file);
    const first = { writtenAt: '2026', sha256: 'h', size: 5, agentId: 'ada', operation: 'before_history' };
    expect(await journal.history.list(lesson(1), 9)).toEqual([{ ...lesson(1), ...first }]);
    expect(await databaseOf(journal).selectFrom('version').select('path').execute()).toHaveLength(1);
    await journal.close();
  });

  it('FR-030: adds a later step to what is there, once', async () => {
    const journal = await openSqliteJournal(file);
    const row = await carryOut(journal, lesson(1), '', 'a');
    await journal.close();
    let ran = 0;
    const step = { up: async () => void ran++ };
    const db = kyselyOver<Database>(new DatabaseSync(file), (error) => error);
    await migrate(db, SQLITE, { ...migrations(SQLITE), '0999_later': step });
    await migrate(db, SQLITE, { ...migrations(SQLITE), '0999_later': step });
    expect(ran).toBe(1);
    expect(await db.selectFrom('file_journal').select('sha256').execute()).toEqual([{ sha256: row?.sha256 }]);
    await db.destroy();
    expect(await refusal()).toContain('newer version');
  });
});

function schemaOf(file: string): { name: string; sql: string }[] {
  const raw = new DatabaseSync(file);
  try {
    return raw.prepare('select name, sql from sqlite_schema order by name').all();
  } finally {
    raw.close();
  }
}
