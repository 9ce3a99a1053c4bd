import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { realWorld, type World } from '../../../../lib/world.ts';
import { agreeOnKey } from '../agree-on-key.ts';
import { clockOf, holdMs, type JournalOptions, type RelaxedDurability } from '../backend.ts';
import type { Database } from '../database.ts';
import type { Journal } from '../journal.ts';
import { KyselyJournal } from '../kysely-journal.ts';
import { type Flavour, migrate } from '../migrations.ts';
import { explained, explainedCommit, isDisconnected, isRolledBack } from './errors.ts';
import { PostgresTextIndex } from './postgres-text-index.ts';
import { textTables } from './text-tables.ts';
import { appendOnly, counting, problems, retention } from './triggers.ts';
import { readPostgresUrl } from './url.ts';

/** Opens the journal in a PostgreSQL database, whose tables are made when there are none. */
export async function openPostgresJournal(url: string, options: JournalOptions = {}): Promise<Journal> {
  // A process that is stopped in the middle of a transaction must have lost its locks when others may settle its change.
  const db = await connectPostgres(url, holdMs(options) / 2);
  try {
    const keys = await agreeOnKey(db, options.keys, clockOf(options)(), options.sealing);
    const texts = (open: () => Kysely<Database>) => patient(new PostgresTextIndex(open, withoutSync), options.world);
    return guarded(
      new KyselyJournal(db, options, { relaxed: withoutSync, inTurn, problems, texts }, keys),
      options.world,
    );
  } catch (error) {
    await db.destroy();
    throw explained(error);
  }
}

/** Opens a PostgreSQL database with the tables of a journal. A process that stops in the middle of a transaction loses it after a while. */
export async function connectPostgres(url: string, stoppedMs = 5_000): Promise<Kysely<Database>> {
  const limits = { ...LIMITS, idle_in_transaction_session_timeout: stoppedMs };
  const pool = new pg.Pool({ ...readPostgresUrl(url), ...limits, types: { getTypeParser } });
  // A connection that breaks says so to whoever uses it; one that nobody uses is replaced by the pool.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await patiently(() => db.connection().execute(migrated), STARTING);
    return db;
  } catch (error) {
    await db.destroy();
    throw explained(error);
  }
}

/** Nobody settles anything while tables are made, so that there is more time for it. */
async function migrated(one: Kysely<Database>): Promise<void> {
  await sql`set idle_in_transaction_session_timeout = ${sql.lit(MIGRATION_MS)}`.execute(one);
  await migrate(one, flavourIn(await schemaOf(one)));
  await sql`reset idle_in_transaction_session_timeout`.execute(one);
}

const MIGRATION_MS = 5_000;

/** Whatever happens, nothing waits for ever. */
const LIMITS: pg.PoolConfig = {
  max: 10,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  // A process with nothing left to do ends, as it does with a file.
  allowExitOnIdle: true,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  lock_timeout: 10_000,
  keepAlive: true,
};

const INT8 = 20;

/** Sizes and ids as numbers: none here comes near to what a number cannot hold. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  // oxlint-disable-next-line typescript/no-unsafe-return -- parsers give anything
  return oid === INT8
    ? Number
    : format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid);
}

/** Done again as long as nothing can have been committed: an entry twice would be a lie. */
const withoutSync: RelaxedDurability = (db, work) =>
  patiently(async () => {
    let committing = false;
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local synchronous_commit = off`.execute(tx);
        const result = await work(tx);
        committing = true;
        return result;
      });
    } catch (error) {
      throw committing ? explainedCommit(error) : error;
    }
  }, WORKING);

async function schemaOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const [row] = rows;
  if (row?.schema) return row.schema;
  throw Object.assign(new Error('no schema'), { code: '3F000' });
}

/** How PostgreSQL spells what migrations need. */
function flavourIn(schema: string): Flavour {
  return {
    schema,
    // Whatever order the database has been made with: manifests are sorted by bytes.
    text: sql`text collate "C"`,
    numbered: (table) =>
      table.addColumn('id', 'bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity()),
    appendOnly,
    counting,
    retention,
    texts: textTables,
    async clock(db) {
      await sql`create function journal_clock() returns bigint language sql volatile as
        ${sql.lit('select (extract(epoch from clock_timestamp()) * 1000)::bigint')}`.execute(db);
    },
  };
}

/** By the number of a table of this schema: others in the same database have their own. */
async function inTurn(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock('file_usage'::regclass::oid::bigint)`.execute(tx);
}

interface Patience {
  /** How long broken connections are put up with; a server that is started anew is there again in seconds. */
  readonly disconnectedMs: number;
}

const STARTING: Patience = { disconnectedMs: 0 };
const WORKING: Patience = { disconnectedMs: 8_000 };
const UNTIL_ROLLED_BACK_FOR_GOOD = 20;

/** Does again what others have rolled back or a broken connection has cut short. */
async function patiently<Result>(
  work: () => Promise<Result>,
  patience: Patience,
  world: World = realWorld,
): Promise<Result> {
  const deadline = world.monotonic() + patience.disconnectedMs;
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const again = isDisconnected(error)
        ? world.monotonic() < deadline
        : isRolledBack(error) && tries < UNTIL_ROLLED_BACK_FOR_GOOD;
      if (!again) throw error;
    }
    await world.sleep(world.random() * Math.min(500, 5 * 2 ** tries));
  }
}

/** All else comes to the same when it is done twice, or is asked about by `outcome`. */
const ONCE_ONLY = new Set<string | symbol>(['note', 'close']);

/** A method is a transaction: it can be done again as a whole, and what it throws is said in our words. */
export function guarded(journal: KyselyJournal, world?: World): Journal {
  const [groups, history] = [patient(journal.groups, world), patient(journal.history, world)];
  return new Proxy(patient(journal, world), {
    get: (target, name: keyof Journal) => (name === 'groups' ? groups : name === 'history' ? history : target[name]),
  });
}

function patient<Methods extends object>(journal: Methods, world?: World): Methods {
  return new Proxy(journal, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const patience = ONCE_ONLY.has(name) ? STARTING : WORKING;
      return async (...args: unknown[]) => {
        try {
          return await patiently(async () => Reflect.apply(member, target, args) as unknown, patience, world);
        } catch (error) {
          throw explained(error);
        }
      };
    },
  });
}
