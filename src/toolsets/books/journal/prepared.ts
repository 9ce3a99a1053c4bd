import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely';
import type { Database } from './database.ts';

type Run<Values, Row> = (db: Kysely<Database>, values: Values) => Promise<QueryResult<Row>>;

/**
 * A query of fixed shape, built once with a stand-in for each value: Kysely needs longer to build and compile a query
 * than the database to run it. The builder may only pass values on, not look at them.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): Run<Values, Row> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, STAND_INS as Values).compile();
      compiled.set(adapter, query);
    }
    return db.executeQuery({ ...query, parameters: query.parameters.map((given) => valueOf(given, values)) });
  };
}

/** The same for a fixed number of rows at once. */
export function preparedBatch<Values extends object>(
  count: number,
  build: (db: Kysely<Database>, rows: readonly Values[]) => Compilable<unknown>,
): Run<readonly Values[], unknown> {
  const run = prepared((db, all: Record<string, unknown>) => {
    const row = (at: number) => new Proxy({}, { get: (_, name) => all[nameAt(at, String(name))] }) as Values;
    return build(
      db,
      Array.from({ length: count }, (_, at) => row(at)),
    );
  });
  return (db, rows) => {
    const all: Record<string, unknown> = {};
    rows.forEach((row, at) => {
      for (const [name, value] of Object.entries(row)) all[nameAt(at, name)] = value;
    });
    return run(db, all);
  };
}

function nameAt(at: number, name: string): string {
  return `${at} ${name}`;
}

class StandIn {
  constructor(readonly name: string | symbol) {}
}

const STAND_INS = new Proxy({}, { get: (_, name) => new StandIn(name) });

function valueOf(given: unknown, values: object): unknown {
  return given instanceof StandIn ? (values as Record<string | symbol, unknown>)[given.name] : given;
}
