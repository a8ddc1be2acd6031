import { setImmediate } from 'node:timers/promises';
import type { TestsetRow } from '../../../contract/records/testset.ts';
import { fromJson } from '../json-column.ts';
import { CANDIDATES, missingRecord } from '../missing-record.ts';
import type { Database, Db } from '../schema.ts';

/** @throws {WF_NOT_FOUND} naming the test sets that are near */
export async function requireTestset(db: Db, id: string): Promise<Database['testsets']> {
  const testset = await db.selectFrom('testsets').selectAll().where('id', '=', id).executeTakeFirst();
  if (testset !== undefined) return testset;
  const candidates = await db.selectFrom('testsets').select(['id', 'name']).orderBy('id').limit(CANDIDATES).execute();
  throw missingRecord('test set', id, candidates);
}

/** Rows per statement: SQLite takes 32,766 values, and larger statements gain nothing. */
const BATCH = 500;

/** SQLite answers at once, so that a long test set would hold up all other calls of this process. */
const letOthersWork = (): Promise<void> => setImmediate();

export async function insertTestsetRows(db: Db, testsetId: string, rows: readonly TestsetRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const values = rows
      .slice(start, start + BATCH)
      .map((row, index) => ({ testset_id: testsetId, position: start + index, cells: JSON.stringify(row) }));
    await db.insertInto('testset_rows').values(values).execute();
    await letOthersWork();
  }
}

export async function readTestsetRows(db: Db, testsetId: string): Promise<TestsetRow[]> {
  const rows = await db
    .selectFrom('testset_rows')
    .select('cells')
    .where('testset_id', '=', testsetId)
    .orderBy('position')
    .execute();
  return rows.map((row) => fromJson<TestsetRow>(row.cells));
}

/**
 * Streams the rows as they are stored, so that memory does not grow with their number.
 *
 * @yields pages, in order
 */
export async function* streamTestsetRows(
  db: Db,
  testsetId: string,
  pageSize: number = BATCH,
): AsyncGenerator<readonly { readonly position: number; readonly cells: string }[]> {
  let after = -1;
  while (true) {
    const page = await db
      .selectFrom('testset_rows')
      .select(['position', 'cells'])
      .where('testset_id', '=', testsetId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(pageSize)
      .execute();
    if (page.length === 0) return;
    yield page;
    await letOthersWork();
    after = page.at(-1)?.position ?? after;
  }
}
