import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync } from '@photostructure/sqlite';
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

type Sqlite = InstanceType<typeof DatabaseSync>;

/** Kysely over an open SQLite connection: transactions take the write lock at once, statements are prepared once. */
export function kyselyOver<Tables>(sqlite: Sqlite): Kysely<Tables> {
  const dialect: Dialect = {
    createDriver: () => new SqliteDriver(sqlite),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return new Kysely<Tables>({ dialect });
}

/** Lets the migrator run inside a transaction, so that a failing migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #connection: Connection;
  #tail: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(private readonly sqlite: Sqlite) {
    this.#connection = new Connection(sqlite);
  }

  async init(): Promise<void> {}

  /** Waits for the one connection, first come first served. */
  async acquireConnection(): Promise<Connection> {
    const before = this.#tail;
    let release = (): void => {};
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.run('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk has rolled it back already, and that error is the one to hear about.
    if (this.sqlite.isTransaction) await this.#connection.run('rollback');
  }

  async destroy(): Promise<void> {
    await this.acquireConnection();
    this.sqlite.close();
    await this.releaseConnection();
  }
}

const MOST_STATEMENTS = 200;

class Connection implements DatabaseConnection {
  readonly #statements = new Map<string, { statement: ReturnType<Sqlite['prepare']>; reads: boolean }>();

  constructor(private readonly sqlite: Sqlite) {}

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run(sql, parameters);
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  run<Row>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    return whenFree(() => {
      const { statement, reads } = this.#prepare(sql);
      if (reads) return { rows: statement.all(...parameters) as Row[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
    });
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.sqlite.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

const PATIENCE_MS = 10_000;

/**
 * Runs a step, and again while another connection has the database locked. SQLite's own busy timeout would stop the
 * whole process meanwhile, and wait in vain when the other connection belongs to this process.
 */
export async function whenFree<Result>(step: () => Result): Promise<Result> {
  for (const deadline = performance.now() + PATIENCE_MS; ; ) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(1 + Math.random() * 8);
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  // The upper bits tell more, such as that another process is recovering the log.
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
