import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

/** A value that is not known when a query is compiled. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Most compiled shapes of one query. Beyond it, they are compiled anew. */
const MAX_SHAPES = 100;

/**
 * Defines a query that is built and compiled once for each database: building and compiling take longer than SQLite
 * needs to answer.
 *
 * @param build - builds the query. It runs once for each shape and sees no values: it may only pass them on one by one,
 *   and none may be null where SQL needs `is`. What the SQL depends on is the shape, a value of JSON
 */
export function defineQuery<V extends UnknownRecord, Row, Shape = undefined>(
  build: (db: Db, values: V, shape: Shape) => Compilable<Row>,
): (db: Db, values: V, ...shape: Shape extends undefined ? [] : [Shape]) => Promise<Row[]> {
  // A store and its transactions share their adapter.
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, values, ...given) => {
    const { adapter } = db.getExecutor();
    const shapes = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    known.set(adapter, shapes);
    const [shape] = given;
    const name = shape === undefined ? '' : JSON.stringify(shape);
    // Without one, the type of the shape is `undefined`.
    const compiled = shapes.get(name) ?? build(db, createSlots() as V, shape as Shape).compile();
    if (!shapes.has(name) && shapes.size >= MAX_SHAPES) shapes.clear();
    shapes.set(name, compiled);
    const parameters = compiled.parameters.map((each) => (each instanceof Slot ? values[each.name] : each));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** Kysely passes values on as they are, so any object can stand for one. */
function createSlots(): UnknownRecord {
  return new Proxy({}, { get: (_target, name) => new Slot(String(name)) });
}
