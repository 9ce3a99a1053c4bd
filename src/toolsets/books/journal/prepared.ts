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

class StandIn {
  constructor(readonly name: string | symbol) {}
}

const STAND_INS = new Proxy({}, { get: (_, name) => new StandIn(name) });

function valueOf(given: unknown, values: object): unknown {
  return given instanceof StandIn ? (values as Record<string | symbol, unknown>)[given.name] : given;
}
