import { DatabaseSync } from '@photostructure/sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type Database } from '../../../src/engines/library/journal/database.ts';
import { JournalFailure } from '../../../src/engines/library/journal/journal.ts';
import { migrate } from '../../../src/engines/library/journal/migrations.ts';
import { kyselyOver } from '../../../src/engines/library/journal/sqlite/sqlite-database.ts';
import { SQLITE } from '../../../src/engines/library/journal/sqlite/sqlite-journal.ts';
import type { SqliteConnection } from '../../../src/lib/open-sqlite.ts';
import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import type { SimProcess } from './sim-process.ts';

/**
 * The real tables and SQL of the journal, in memory. Each commit is a savepoint that stays open, so that a power cut can undo those that were not on the
 * disk, and the end of a history all of them. Transactions exclude each other, as those of SQLite do.
 */
export class SimDatabase {
  commits = 0;
  #synced = 0;
  #released = 0;
  clock: () => number = () => 0;
  readonly #statements = new Map<string, Statement>();
  /** What was read since the last change: half of all reads ask the same once more. */
  readonly #known = new Map<string, readonly unknown[][]>();

  private constructor(private readonly sqlite: SqliteConnection) {}

  static async create(): Promise<SimDatabase> {
    const sqlite = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
    const database = new SimDatabase(sqlite);
    sqlite.function('journal_clock', () => database.clock());
    sqlite.exec('pragma case_sensitive_like = on');
    await migrate(
      kyselyOver<Database>(sqlite, (error) => error),
      SQLITE,
    );
    return database;
  }

  /** An empty journal. */
  begin(clock: () => number): void {
    if (this.sqlite.isTransaction) this.sqlite.exec('rollback');
    [this.commits, this.#synced, this.#released] = [0, 0, 0];
    this.#known.clear();
    this.clock = clock;
    this.sqlite.exec('begin');
  }

  open(): void {
    this.sqlite.exec(`savepoint t${this.commits}`);
  }

  commit(): void {
    this.commits++;
  }

  rollBack(): void {
    this.#known.clear();
    this.sqlite.exec(`rollback to t${this.commits}; release t${this.commits}`);
  }

  /** All that was committed up to some number would survive a power cut. */
  synced(upTo: number): void {
    this.#synced = Math.max(this.#synced, upTo);
    if (this.#synced < this.commits || this.#released === this.commits) return;
    this.sqlite.exec(`release t${this.#released}`);
    this.#released = this.commits;
  }

  /** Undoes the last commits, as many as may be lost at most. */
  powerCut(chance: Chance): void {
    this.cutTo(this.#synced + chance.below(this.commits - this.#synced + 1));
  }

  get syncedCommits(): number {
    return this.#synced;
  }

  cutTo(left: number): void {
    this.#known.clear();
    if (left < this.commits) this.sqlite.exec(`rollback to t${left}; release t${left}`);
    this.commits = left;
    this.synced(left);
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.#prepare(sql);
    const { run, columns, isPure } = statement;
    if (!isPure) this.#known.clear();
    if (columns.length === 0) return { rows: [], numAffectedRows: BigInt(run.run(...(parameters as never[])).changes) };
    const question = isPure ? sql + JSON.stringify(parameters) : '';
    let found = isPure ? this.#known.get(question) : undefined;
    if (found === undefined) {
      found = run.all(...(parameters as never[])) as unknown as unknown[][];
      if (isPure) this.#known.set(question, found);
    }
    return { rows: found.map((values) => rowOf(columns, values) as Row) };
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const run = this.sqlite.prepare(sql);
    // Rows as arrays: objects with names that are made in the database are slow to make and to read.
    run.setReturnArrays(true);
    const columns = run.columns().map(({ name }) => name);
    const statement = { run, columns, isPure: sql.startsWith('select') && !sql.includes('journal_clock') };
    this.#statements.set(sql, statement);
    return statement;
  }
}

interface Statement {
  readonly run: ReturnType<SqliteConnection['prepare']>;
  readonly columns: readonly string[];
  /** Gives the same until something is changed, and changes nothing. */
  readonly isPure: boolean;
}

function rowOf(columns: readonly string[], values: readonly unknown[]): unknown {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) row[columns[at] as string] = values[at];
  return row;
}

/** What a client of the database has in its own way. */
export interface Connecting {
  readonly process: SimProcess;
  readonly database: SimDatabase;
  readonly faults: Faults;
  /** Whether a commit is durable by itself and the way to the database may break, as with PostgreSQL. */
  readonly isRemote: boolean;
  /** Throws when nothing may be written any more. */
  check(): void;
  /** Whether a statement is left out: for planted bugs. */
  leavesOut(sql: string): boolean;
}

const ADAPTER = new SqliteAdapter();

export function kyselyOn(connecting: Connecting): Kysely<Database> {
  const dialect: Dialect = {
    createDriver: () => new SimDriver(connecting),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    // One for all, so that queries are built once.
    createAdapter: () => ADAPTER,
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return new Kysely<Database>({ dialect });
}

class SimDriver implements Driver {
  #tail: Promise<void> = Promise.resolve();
  readonly #releases = new WeakMap<DatabaseConnection, () => void>();

  constructor(private readonly connecting: Connecting) {}

  async init(): Promise<void> {}

  /** The way there takes time, the transaction does not: nobody sees a part of it anyway. */
  async acquireConnection(): Promise<DatabaseConnection> {
    const { process, faults, isRemote } = this.connecting;
    let release = (): void => {};
    const before = this.#tail;
    // A pool of connections has no order.
    if (!isRemote) {
      this.#tail = new Promise((resolve) => {
        release = resolve;
      });
      await before;
    }
    await process.wait(faults.latency(), 'query');
    const connection = new SimConnection(this.connecting);
    this.#releases.set(connection, release);
    return connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#releases.get(connection)?.();
  }

  async beginTransaction(connection: SimConnection): Promise<void> {
    const { faults, database, isRemote, check } = this.connecting;
    check();
    if (faults.fate('journal') === 'not done')
      throw isRemote ? disconnected() : new JournalFailure('busy', { retryable: true });
    database.open();
    connection.isOpen = true;
  }

  /** A full disk undoes a transaction; a connection that breaks leaves nobody to tell whether it was committed. */
  async commitTransaction(connection: SimConnection): Promise<void> {
    const { faults, database, isRemote, process } = this.connecting;
    const fate = faults.fate('journal');
    if (fate === 'not done') {
      await this.rollbackTransaction(connection);
      throw isRemote ? disconnected() : new JournalFailure('full');
    }
    connection.isOpen = false;
    database.commit();
    if (!isRemote) return;
    database.synced(database.commits);
    await process.wait(faults.latency(), 'answer of the database');
    if (fate === 'done without an answer') throw disconnected();
  }

  async rollbackTransaction(connection: SimConnection): Promise<void> {
    if (connection.isOpen) this.connecting.database.rollBack();
    connection.isOpen = false;
  }

  async destroy(): Promise<void> {}
}

class SimConnection implements DatabaseConnection {
  isOpen = false;

  constructor(private readonly connecting: Connecting) {}

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { database, isRemote, faults, leavesOut } = this.connecting;
    if (leavesOut(sql)) return { rows: [], numAffectedRows: 0n };
    if (this.isOpen) return database.run(sql, parameters);
    if (faults.fate('journal') !== 'done')
      throw isRemote ? disconnected() : new JournalFailure('busy', { retryable: true });
    if (query.kind === 'SelectQueryNode' || query.kind === 'RawNode') return database.run(sql, parameters);
    database.open();
    const result = database.run<Row>(sql, parameters);
    database.commit();
    if (isRemote) database.synced(database.commits);
    return result;
  }

  // oxlint-disable-next-line require-yield -- nothing here is read as a stream
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('not simulated');
  }
}

function disconnected(): Error {
  return Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' });
}
