import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  Transaction,
  type TransactionBuilder,
} from 'kysely';
import type { Database } from '../../../src/engines/library/journal/database.ts';
import { JournalFailure } from '../../../src/engines/library/journal/journal.ts';
import { LimitsInText } from '../../../src/engines/library/journal/sqlite/sqlite-database.ts';
import type { Faults } from './faults.ts';
import type { SimDatabase } from './sim-database.ts';
import type { SimProcess } from './sim-process.ts';

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

const COMPILER = new LimitsInText();
// One for all, so that queries are built once.
const ADAPTER = new SqliteAdapter();
const DRIVER = new DummyDriver();
const dialect: Dialect = {
  createDriver: () => DRIVER,
  createQueryCompiler: () => COMPILER,
  createAdapter: () => ADAPTER,
  createIntrospector: (db) => new SqliteIntrospector(db),
};
const COMMON = { config: { dialect }, dialect, driver: DRIVER } as const;

/** Kysely but for its own layers between a query and its connection, which cost more than the database itself. */
export function kyselyOn(connecting: Connecting): Kysely<Database> {
  return new SimKysely(new Way(connecting));
}

class SimKysely extends Kysely<Database> {
  constructor(private readonly way: Way) {
    super({ ...COMMON, executor: new Executor((work) => way.use(work)) } as never);
  }

  override transaction(): TransactionBuilder<Database> {
    const execute = <Result>(work: (tx: Transaction<Database>) => Promise<Result>) => this.way.transaction(work);
    return { execute } as TransactionBuilder<Database>;
  }
}

type Use = <Result>(work: (connection: SimConnection) => Promise<Result>) => Promise<Result>;

class Executor extends DefaultQueryExecutor {
  constructor(private readonly use: Use) {
    super(COMPILER, ADAPTER, { provideConnection: use });
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.use((connection) => connection.executeQuery<Row>(query));
  }
}

/** From a process to the database. */
class Way {
  #tail: Promise<void> = Promise.resolve();
  #isReady = false;
  #ready: Promise<void> | undefined;

  constructor(private readonly connecting: Connecting) {}

  /** The way there takes time, the transaction does not: nobody sees a part of it anyway. */
  async use<Result>(work: (connection: SimConnection) => Promise<Result>): Promise<Result> {
    const { process, faults, isRemote } = this.connecting;
    if (!this.#isReady) await this.#init();
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
    try {
      return await work(new SimConnection(this.connecting));
    } finally {
      release();
    }
  }

  /** The first query waits for its driver, as Kysely lets it do. */
  async #init(): Promise<void> {
    this.#ready ??= Promise.resolve()
      .then(() => {
        this.#isReady = true;
      })
      .catch(() => {});
    await this.#ready;
  }

  transaction<Result>(work: (tx: Transaction<Database>) => Promise<Result>): Promise<Result> {
    return this.use(async (connection) => {
      this.#begin(connection);
      try {
        const executor = new Executor((use) => use(connection.checked()));
        const result = await work(new Transaction({ ...COMMON, executor }));
        await this.#commit(connection);
        return result;
      } catch (error) {
        this.#rollBack(connection);
        throw error;
      } finally {
        connection.isOver = true;
      }
    });
  }

  #begin(connection: SimConnection): void {
    const { faults, database, isRemote, check } = this.connecting;
    check();
    if (faults.fate('journal') === 'not done')
      throw isRemote ? disconnected() : new JournalFailure('busy', { retryable: true });
    database.open();
    connection.isOpen = true;
  }

  /** A full disk undoes a transaction; a connection that breaks leaves nobody to tell whether it was committed. */
  async #commit(connection: SimConnection): Promise<void> {
    const { faults, database, isRemote, process } = this.connecting;
    const fate = faults.fate('journal');
    if (fate === 'not done') {
      this.#rollBack(connection);
      throw isRemote ? disconnected() : new JournalFailure('full');
    }
    connection.isOpen = false;
    database.commit();
    if (!isRemote) return;
    database.synced(database.commits);
    await process.wait(faults.latency(), 'answer of the database');
    if (fate === 'done without an answer') throw disconnected();
  }

  #rollBack(connection: SimConnection): void {
    if (connection.isOpen) this.connecting.database.rollBack();
    connection.isOpen = false;
  }
}

class SimConnection implements DatabaseConnection {
  isOpen = false;
  /** Its transaction has ended. */
  isOver = false;

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

  checked(): this {
    if (this.isOver) throw new Error('This transaction is over.');
    return this;
  }

  // oxlint-disable-next-line require-yield -- nothing here is read as a stream
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('not simulated');
  }
}

function disconnected(): Error {
  return Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' });
}
