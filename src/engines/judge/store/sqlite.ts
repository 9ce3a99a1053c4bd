import { isBusy, type SqliteConnection } from '../../../lib/open-sqlite.ts';

export type Value = string | number | null | Uint8Array;
type Statement = ReturnType<SqliteConnection['prepare']>;

/** How long to wait for another process that writes. */
const BUSY_TIMEOUT_MS = 5000;

/** A database whose statements are prepared once and kept. */
export class Sqlite {
  readonly #db: SqliteConnection;
  readonly #statements = new Map<string, Statement>();

  constructor(connection: SqliteConnection) {
    this.#db = connection;
    this.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }

  /** Loads an extension; SQL itself can load none. */
  extend(library: string): void {
    this.#db.enableLoadExtension(true);
    try {
      this.#db.loadExtension(library);
    } finally {
      this.#db.enableLoadExtension(false);
    }
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.#prepared(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#prepared(sql).all(...values) as Row[];
  }

  *each<Row>(sql: string, ...values: Value[]): Generator<Row> {
    yield* this.#prepared(sql).iterate(...values) as IterableIterator<Row>;
  }

  /** Runs a statement and gives the number of rows it changed. */
  run(sql: string, ...values: Value[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
  }

  /** Runs a statement unless somebody else is writing at the moment; then nothing happens. */
  runIfFree(sql: string, ...values: Value[]): void {
    this.exec('pragma busy_timeout = 0');
    try {
      this.run(sql, ...values);
    } catch (error) {
      if (!isBusy(error)) throw error;
    } finally {
      this.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  /** Runs the work with the write lock: all of it happens, or nothing. */
  transaction<Result>(work: () => Result): Result {
    this.exec('begin immediate');
    try {
      const result = work();
      this.exec('commit');
      return result;
    } catch (error) {
      // A full disk has rolled back already, and that error is the one to hear about.
      if (this.#db.isTransaction) this.exec('rollback');
      throw error;
    }
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
