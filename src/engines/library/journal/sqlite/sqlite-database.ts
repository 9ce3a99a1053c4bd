import { type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
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
import { isBusy, type SqliteConnection as Sqlite, whenFree } from '../../../../lib/open-sqlite.ts';
import { WorkerClient } from '../../../../lib/worker-client.ts';
import { JournalFailure } from '../journal.ts';

/** Gives an error the words in which callers shall hear it. */
type Explain = (error: unknown) => unknown;

/** Kysely over an open SQLite connection: transactions take the write lock at once, statements are prepared once. */
export function kyselyOver<Tables>(sqlite: Sqlite, explain: Explain, file?: DatabaseFile): Kysely<Tables> {
  const dialect: Dialect = {
    createDriver: () => new SqliteDriver(sqlite, explain, file),
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

  constructor(
    private readonly sqlite: Sqlite,
    explain: Explain,
    private readonly file: DatabaseFile | undefined,
  ) {
    this.#connection = new Connection(sqlite, explain, file);
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
    this.file?.checkPlace();
    await this.#connection.run('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('commit');
    this.file?.committed();
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk has rolled it back already, and that error is the one to hear about.
    if (this.sqlite.isTransaction) await this.#connection.run('rollback');
  }

  async destroy(): Promise<void> {
    await this.acquireConnection();
    await this.file?.close();
    this.sqlite.close();
    await this.releaseConnection();
  }
}

const MOST_STATEMENTS = 200;
const CHANGES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

class Connection implements DatabaseConnection {
  readonly #statements = new Map<string, { statement: ReturnType<Sqlite['prepare']>; reads: boolean }>();

  constructor(
    private readonly sqlite: Sqlite,
    private readonly explain: Explain,
    private readonly file: DatabaseFile | undefined,
  ) {}

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    // Within a transaction its beginning was checked.
    if (CHANGES.has(query.kind) && !this.sqlite.isTransaction) this.file?.checkPlace();
    return await this.run(sql, parameters);
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  async run<Row>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    const step = () => {
      const { statement, reads } = this.#prepare(sql);
      if (reads) return { rows: statement.all(...parameters) as Row[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
    };
    try {
      return step();
    } catch (error) {
      if (!isBusy(error)) throw this.explain(error);
    }
    return whenFree(step).catch((error: unknown) => {
      throw this.explain(error);
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

/** The log of what is not in the file yet belongs to it. */
const PARTS = ['', '-wal'];
/** About as many as fill the 4 MB after which SQLite itself would take its log over. */
const COMMITS = 100;
/** A log of this length was left by processes that were killed, each before its turn came. */
const LONG_LOG_BYTES = 1024 * 1024;
/** After this share of them the rest is taken over, when somebody was reading it: the log begins anew only once all of it is in the file. */
const SHARE_OF_REST = 0.1;
/** The thread only waits for SQLite. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/**
 * The file of an open SQLite database. Others may move it away: SQLite would go on to write into files that nobody finds again. What is in
 * SQLite's log is taken over into the file, now and then, in a thread of its own: the disk may take hundreds of milliseconds for it, and SQLite
 * would do it within somebody's commit.
 */
export class DatabaseFile {
  #parts: readonly { readonly path: string; readonly opened: Stats | undefined }[] = [];
  readonly #worker: WorkerClient<'checkpoint', { readonly isComplete: boolean }>;
  #commits = 0;
  #due: number;
  #checkpoint: Promise<unknown> | undefined;

  constructor(
    private readonly path: string,
    private readonly every: number = COMMITS,
  ) {
    this.#due = every;
    this.#worker = new WorkerClient(new URL('./checkpoint-worker.js', import.meta.url), {
      data: path,
      resourceLimits: SMALL_HEAP,
    });
  }

  /** Remembers which files the database consists of, once all of them are there. */
  hold(): void {
    this.#parts = PARTS.map((part) => ({ path: this.path + part, opened: stateOf(this.path + part) }));
    if (this.#parts.some(({ path, opened }) => path !== this.path && (opened?.size ?? 0) > LONG_LOG_BYTES))
      this.#takeOver();
  }

  /** Throws when others, or none, are in the place of the files that the database consists of. */
  checkPlace(): void {
    for (const { path, opened } of this.#parts) {
      if (opened === undefined || isSame(opened, stateOf(path))) continue;
      const sentence = `The file ${basename(path)} of the journal was moved away or replaced. Put it back, or restart the server.`;
      throw new JournalFailure(sentence);
    }
  }

  get isTakingOver(): boolean {
    return this.#checkpoint !== undefined;
  }

  /** Counts a commit. */
  committed(): void {
    if (++this.#commits >= this.#due && !this.#checkpoint) this.#takeOver();
  }

  #takeOver(): void {
    this.#commits = 0;
    const ended = (isComplete: boolean) => {
      this.#checkpoint = undefined;
      this.#due = isComplete ? this.every : Math.ceil(this.every * SHARE_OF_REST);
    };
    this.#checkpoint = this.#worker.ask('checkpoint').then(
      (answer) => ended(answer.isComplete),
      // Without the thread, the log grows to the length at which the next commit takes it over.
      () => ended(true),
    );
  }

  /** A thread is not ended while it starts or is inside of SQLite: that has taken the whole process with it. */
  async close(): Promise<void> {
    await this.#checkpoint;
    await this.#worker.close();
  }
}

function stateOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Its folder may not be looked into any more: as good as gone.
    return undefined;
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev;
}
