import { DatabaseSync } from '@photostructure/sqlite';
import type { QueryResult } from 'kysely';
import { type Database } from '../../../src/engines/library/journal/database.ts';
import { migrate } from '../../../src/engines/library/journal/migrations.ts';
import { kyselyOver } from '../../../src/engines/library/journal/sqlite/sqlite-database.ts';
import { SQLITE } from '../../../src/engines/library/journal/sqlite/sqlite-journal.ts';
import type { SqliteConnection } from '../../../src/lib/open-sqlite.ts';
import type { Chance } from './chance.ts';

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
    // Savepoints copy whole pages, and these rows are small.
    sqlite.exec('pragma page_size = 1024; pragma case_sensitive_like = on');
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
