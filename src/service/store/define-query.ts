import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/** A value that is not known when a query is compiled. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Defines a query that is built and compiled once for each database: building and compiling take longer than SQLite
 * needs to answer.
 *
 * @param build - builds the query. It runs once and sees no values, so it may only pass them on: the query's shape must
 *   not depend on them, and none may be null where SQL needs `is`
 */
export function defineQuery<V extends Values, Row>(
  build: (db: Db, values: V) => Compilable<Row>,
): (db: Db, values: V) => Promise<Row[]> {
  // A store and its transactions share their adapter.
  const known = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const compiled = known.get(adapter) ?? build(db, createSlots() as V).compile();
    known.set(adapter, compiled);
    const parameters = compiled.parameters.map((each) => (each instanceof Slot ? values[each.name] : each));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** Kysely passes values on as they are, so any object can stand for one. */
function createSlots(): Values {
  return new Proxy({}, { get: (_target, name) => new Slot(String(name)) });
}
