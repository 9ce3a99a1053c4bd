import { DatabaseSync } from '@photostructure/sqlite';

type Value = string | number | null;
type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

/** A database whose statements are prepared once and kept. */
export class Sqlite {
  readonly #db: InstanceType<typeof DatabaseSync>;
  readonly #statements = new Map<string, Statement>();

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
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

  /** Runs a statement and gives the number of rows it changed. */
  run(sql: string, ...values: Value[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
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
