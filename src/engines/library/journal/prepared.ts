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
  const run = preparedBatch(1, (db, [values]: readonly Values[]) => build(db, values as Values));
  return (db, values) => run(db, [values]);
}

/** The same for a fixed number of rows at once. */
export function preparedBatch<Values extends object, Row>(
  count: number,
  build: (db: Kysely<Database>, rows: readonly Values[]) => Compilable<Row>,
): Run<readonly Values[], Row> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return (db, rows) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(
        db,
        Array.from({ length: count }, (_, row) => standIns<Values>(row)),
      ).compile();
      compiled.set(adapter, query);
    }
    const valueOf = (given: unknown) => (given instanceof StandIn ? rows[given.row]?.[given.name as never] : given);
    return db.executeQuery({ ...query, parameters: query.parameters.map(valueOf) });
  };
}

class StandIn {
  constructor(
    readonly row: number,
    readonly name: string | symbol,
  ) {}
}

function standIns<Values extends object>(row: number): Values {
  return new Proxy({}, { get: (_, name) => new StandIn(row, name) }) as Values;
}
