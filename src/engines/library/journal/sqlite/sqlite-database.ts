import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { isBusy, type SqliteConnection as Sqlite, whenFree } from '../../../../lib/open-sqlite.ts';
import type { DatabaseFile } from './database-file.ts';

/** Gives an error the words in which callers shall hear it. */
type Explain = (error: unknown) => unknown;

/** Kysely over an open SQLite connection: transactions take the write lock at once, statements are prepared once. */
export function kyselyOver<Tables>(sqlite: Sqlite, explain: Explain, file?: DatabaseFile): Kysely<Tables> {
  const dialect: Dialect = {
    createDriver: () => new SqliteDriver(sqlite, explain, file),
    createQueryCompiler: () => new LimitsInText(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return new Kysely<Tables>({ dialect });
}

/** SQLite compiles a statement anew each time its limit is bound, which takes longer than running it: so limits are part of the text. */
export class LimitsInText extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${String(limit.value)}`);
    else super.visitLimit(node);
  }
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
    this.file?.check();
    await this.#connection.run('begin immediate');
    this.#connection.changes = 0;
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('commit');
    this.file?.committed(this.#connection.changes);
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
const VALUES_OF_A_CHANGE = 100;
const CHANGES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

class Connection implements DatabaseConnection {
  /** How much was changed since somebody set it to 0: statements, one with many rows for several. */
  changes = 0;
  readonly #statements = new Map<string, { statement: ReturnType<Sqlite['prepare']>; reads: boolean }>();

  constructor(
    private readonly sqlite: Sqlite,
    private readonly explain: Explain,
    private readonly file: DatabaseFile | undefined,
  ) {}

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    if (!CHANGES.has(query.kind)) return await this.run(sql, parameters);
    // Within a transaction its beginning was checked.
    if (!this.sqlite.isTransaction) this.file?.check();
    this.changes += Math.ceil(parameters.length / VALUES_OF_A_CHANGE);
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
