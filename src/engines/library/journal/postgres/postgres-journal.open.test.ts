import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../model/files.ts';
import { JournalFailure } from '../journal.ts';
import { execute, newSchema, testDatabase } from '../testing/schemas.ts';
import { carryOut, change, lesson, reading } from '../testing/subjects.ts';
import { connectPostgres, openPostgresJournal } from './postgres-journal.ts';
import { readPostgresUrl } from './url.ts';

const database = testDatabase() ?? '';
const { username, password, port, pathname } = new URL(database || 'postgres://none');
const name = pathname.slice(1);

async function refusal(url: string): Promise<string> {
  const error = await openPostgresJournal(url).then(
    () => new Error('it was opened'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(JournalFailure);
  // Nor may a log show it that follows the causes.
  expect((error as Error).cause).toBeUndefined();
  return (error as Error).message;
}

describe('opening a PostgreSQL journal', () => {
  it.each(['postgres', 'postgresql', 'postgresql+asyncpg'])('D-28: accepts %s://', async (scheme) => {
    const { url } = await newSchema();
    const journal = await openPostgresJournal(url.replace(/^\w+/, scheme));
    expect(await journal.books()).toEqual([]);
    await journal.close();
  });

  it('makes the tables once when several start at the same moment, and keeps to its schema', async () => {
    const { url, name: schema } = await newSchema();
    const journals = await Promise.all(Array.from({ length: 6 }, () => openPostgresJournal(url)));
    await Promise.all(journals.map((journal, n) => carryOut(journal, lesson(n), '', 'a')));
    expect(await journals[0]?.verifyChain('ai')).toMatchObject({ valid: true, entries: 6 });
    await Promise.all(journals.map((journal) => journal.close()));
    const tables = await execute(database, `select 1 from pg_tables where schemaname = '${schema}'`);
    expect(tables?.rowCount).toBe(21);
  });

  it('makes the tables also when transactions may pause for no longer than a millisecond', async () => {
    const { url } = await newSchema();
    const db = await connectPostgres(url, 1);
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(db);
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1ms' }]);
    await db.destroy();
  });

  it('keeps to a quota that several replicas fill up at once', async () => {
    const { url } = await newSchema();
    const quotas = { library_files: 40, user_overlays: 15 };
    const journals = await Promise.all(Array.from({ length: 4 }, () => openPostgresJournal(url, { quotas })));
    const work = Array.from({ length: 25 }, (_, n) =>
      journals.map(async (journal, j) => {
        const intent = change(lesson(n, `u${j}`, `book-${n % 3}`), null, sha256('a'));
        const decision = await journal.begin(intent);
        if (decision.kind === 'begun') await journal.finish(intent.id, 'v', 0);
        return decision.kind;
      }),
    );
    const kinds = await Promise.all(work.flat());
    expect(kinds.filter((kind) => kind === 'begun')).toHaveLength(40);
    expect(kinds.filter((kind) => kind === 'exceeds')).toHaveLength(60);
    expect(await journals[0]?.miscounted()).toEqual([]);
    await Promise.all(journals.map((journal) => journal.close()));
  });

  it('refuses the tables of a newer version', async () => {
    const { url } = await newSchema();
    await (await openPostgresJournal(url)).close();
    await execute(url, "insert into journal_migration values ('0999_future', '2099-01-01T00:00:00.000Z')");
    expect(await refusal(url)).toContain('newer version of Quartet');
  });

  it('FR-030: leaves nothing of a step that fails, nor of those before it', async () => {
    const { url, name: schema } = await newSchema();
    await execute(url, 'create table audit_chain (somebody_elses text)');
    expect(await refusal(url)).toContain('42P07');
    const tables = await execute(database, `select tablename from pg_tables where schemaname = '${schema}' order by 1`);
    expect(
      tables?.rows.map(({ tablename }) => tablename as string).filter((one) => !one.startsWith('journal_mig')),
    ).toEqual(['audit_chain']);
  });

  it.each([
    ['a wrong password', database.replace(password, 'wrong-secret'), 'refuses the user or the password'],
    ['an unknown database', `${database}-nowhere`, 'does not exist'],
    ['a closed port', database.replace(port, '1'), 'cannot be reached'],
    ['an unknown host', database.replace('127.0.0.1', 'nowhere.invalid'), 'cannot be'],
    ['a server without TLS', `${database}?sslmode=require`, 'does not speak TLS'],
  ])('names DATABASE_URL and no part of it: %s', async (_, url, says) => {
    const message = await refusal(url);
    expect(message).toContain(says);
    expect(message).toContain('DATABASE_URL');
    for (const secret of [username, password, 'wrong-secret', name, '127.0.0.1', 'nowhere', `:${port}`]) {
      expect(message).not.toContain(secret);
    }
  });
});

describe('the address of a PostgreSQL database', () => {
  it('gives its parts, with % codes read', () => {
    expect(readPostgresUrl('postgresql+asyncpg://ada:p%40ss%2F@db.example:6543/books?application_name=x')).toEqual({
      user: 'ada',
      password: 'p@ss/',
      host: 'db.example',
      port: 6543,
      database: 'books',
      ssl: false,
      application_name: 'x',
    });
    expect(readPostgresUrl('postgres://ada@/?host=/var/run/postgresql')).toMatchObject({
      host: '/var/run/postgresql',
      port: 5432,
      database: 'ada',
    });
    expect(readPostgresUrl('postgres://ada@[::1]/b')).toMatchObject({ host: '::1' });
  });

  it.each([
    ['disable', false],
    ['require', { rejectUnauthorized: false, servername: 'h' }],
    ['verify-ca', { rejectUnauthorized: true, servername: 'h', checkServerIdentity: expect.any(Function) }],
    ['verify-full', { rejectUnauthorized: true, servername: 'h' }],
  ])('D-28: maps sslmode=%s', (mode, ssl) => {
    expect(readPostgresUrl(`postgres://u:p@h/d?sslmode=${mode}`).ssl).toEqual(ssl);
    expect(readPostgresUrl(`postgres://u:p@h/d?ssl=${mode}`).ssl).toEqual(ssl);
  });

  it.each([
    ['postgres://h/d', 'names no user'],
    ['postgres://u:secret@h:port/d', 'is no address'],
    ['postgres://u:sec%ret@h/d', '% that begins no code'],
    ['postgres://u:secret@h/d?sslmode=maybe', 'sslmode that is not supported'],
    ['postgres://u:secret@h/d?sslmode=verify-full&sslrootcert=/nowhere', 'sslrootcert that cannot be read'],
    ['postgres://u:secret@h/d?pool=3', 'the parameter "pool"'],
  ])('refuses %s', (url, says) => {
    const read = () => readPostgresUrl(url);
    expect(read).toThrow(says);
    expect(read).toThrow('DATABASE_URL');
    expect(read).not.toThrow('secret');
  });
});

describe('a PostgreSQL journal at work', () => {
  it.each([
    "update audit_log set agent_id = 'eve'",
    'delete from audit_log',
    'truncate audit_log',
    "insert into audit_log select * from audit_log on conflict (book_id, seq) do update set agent_id = 'eve'",
  ])('refuses %s', async (statement) => {
    const { url } = await newSchema();
    const journal = await openPostgresJournal(url);
    await carryOut(journal, lesson(1), '', 'a');
    await expect(execute(url, statement)).rejects.toThrow('append-only');
    expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 1 });
    await journal.close();
  });

  it('finds what was changed past its protection', async () => {
    const { url } = await newSchema();
    const journal = await openPostgresJournal(url);
    await carryOut(journal, lesson(1), '', 'a');
    await journal.note([reading(lesson(1)), reading(lesson(2))]);
    await execute(
      url,
      'alter table audit_log disable trigger user',
      "update audit_log set agent_id = 'eve' where seq = 2",
    );
    expect((await journal.verifyChain('ai')).breaks).toMatchObject([{ reason: 'the entry was changed' }]);
    await journal.close();
  });

  it('goes on when every connection is cut', async () => {
    const { url } = await newSchema();
    const journal = await openPostgresJournal(url);
    for (let round = 0; round < 5; round++) {
      const work = Array.from({ length: 10 }, (_, n) => carryOut(journal, lesson(n, 'zoe', `book-${round}`), '', 'a'));
      await sleep(round * 3);
      await cutConnections();
      // The end of a change may have been recorded without a word; then doing it again says that it is not under way.
      const failed = (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected');
      for (const one of failed) expect(String((one as PromiseRejectedResult).reason)).toContain('UnknownIntent');
      expect(await journal.rows(`book-${round}`, ['zoe'])).toHaveLength(10);
      expect(await journal.verifyChain(`book-${round}`)).toMatchObject({ valid: true, entries: 10 });
    }
    await journal.close();
  });

  it('takes locks away from a process that has stopped in the middle of a transaction', async () => {
    const { url } = await newSchema();
    const journal = await openPostgresJournal(url);
    const intent = change(lesson(1), null, sha256('a'));
    await journal.begin(intent);
    const stopped = await connectPostgres(url, 200);
    const rename = (db: typeof stopped) => db.updateTable('intent').set({ operation: 'x' }).execute();
    const transaction = stopped.transaction().execute(async (tx) => {
      await rename(tx);
      expect(await journal.claim(intent.id, intent.owner, 'other', 'always')).toBe(true);
      await rename(tx);
    });
    await expect(transaction).rejects.toThrow();
    expect(await journal.intents()).toMatchObject([{ owner: 'other', operation: intent.operation }]);
    await Promise.all([journal.close(), stopped.destroy()]);
  });

  it('notes what it is told once the connections are back, and once only', async () => {
    const { url } = await newSchema();
    const journal = await openPostgresJournal(url);
    await journal.note([reading(lesson(1))]);
    await cutConnections();
    await journal.note([reading(lesson(2)), reading(lesson(3))]);
    expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 3 });
    await journal.close();
  });

  it('does again what the database has rolled back because of others', async () => {
    const { url } = await newSchema();
    const journal = await openPostgresJournal(url);
    // Fails the first two times with what PostgreSQL says of a deadlock.
    await execute(
      url,
      'create sequence tries',
      `create function unlucky() returns trigger language plpgsql as 'begin
        if nextval(''tries'') < 3 then raise exception ''deadlock'' using errcode = ''40P01''; end if; return new; end'`,
      'create trigger unlucky before insert on intent for each row execute function unlucky()',
    );
    expect(await journal.begin(change(lesson(1), null, sha256('a')))).toEqual({ kind: 'begun' });
    await journal.close();
  });
});

async function cutConnections(): Promise<void> {
  const others = 'datname = current_database() and pid <> pg_backend_pid()';
  await execute(database, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
}
