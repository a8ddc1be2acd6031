import { notFound } from '../../foundation/closest-names.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { bytesOf } from '../store/read-within.ts';
import { countRows } from '../store/page.ts';
import { createInsertRows, inBatches } from '../store/insert-rows.ts';
import type { Db } from '../store/schema.ts';
import type { SpanRow } from './to-span-row.ts';

/** Spans stored in all. */
const MAX_STORED = 100_000;

const COLUMNS = [
  ...(['id', 'trace_id', 'span_id', 'parent_span_id', 'name', 'kind', 'started_at', 'ended_at'] as const),
  ...(['status_code', 'status_message', 'attributes', 'events', 'links'] as const),
] as const satisfies readonly (keyof SpanRow)[];

/** Stores spans, unless they were sent before, and deletes the oldest of too many. */
export async function insertSpans(db: Db, rows: readonly SpanRow[]): Promise<void> {
  if (rows.length === 0) return;
  // A process may have two databases with different SQL, as when it moves one.
  const insertRows = createInsertRows({ table: 'spans', columns: COLUMNS, unless: 'id' });
  const values = rows.map((row) => COLUMNS.map((column) => row[column]));
  await insertRows(db, values);
  const oldest = await db
    .selectFrom('spans')
    .select('started_at')
    .orderBy('started_at', 'desc')
    .offset(MAX_STORED)
    .limit(1)
    .executeTakeFirst();
  if (oldest !== undefined) await db.deleteFrom('spans').where('started_at', '<=', oldest.started_at).execute();
}

export interface SpanRange {
  /** Times in UTC to the microsecond; `null`: no limit. */
  readonly oldest: string | null;
  readonly newest: string | null;
}

/** Reads spans, newest first. */
export async function readSpans(
  db: Db,
  range: SpanRange,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<SpanRow[]> {
  return await inOrder(db, range).selectAll().limit(limit).offset(offset).execute();
}

/** Measures the same spans, in bytes. */
export async function measureSpans(
  db: Db,
  range: SpanRange,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<number> {
  const texts = ['name', 'status_message', 'attributes', 'events', 'links'];
  const sizes = await inOrder(db, range).select(bytesOf(texts)).limit(limit).offset(offset).execute();
  return sumOf(sizes, ({ bytes }) => bytes);
}

function inOrder(db: Db, range: SpanRange) {
  return selectSpans(db, range).orderBy('started_at', 'desc').orderBy('id', 'desc');
}

export async function countSpans(db: Db, range: SpanRange): Promise<number> {
  return await countRows(db, selectSpans(db, range).select('id'));
}

function selectSpans(db: Db, { oldest, newest }: SpanRange) {
  return db
    .selectFrom('spans')
    .where((the) => (oldest === null ? the.lit(true) : the('started_at', '>=', oldest)))
    .where((the) => (newest === null ? the.lit(true) : the('started_at', '<', newest)));
}

/** @throws {WF_NOT_FOUND} when one of them is not stored */
export async function deleteSpanRows(db: Db, ids: readonly string[]): Promise<void> {
  for (const batch of inBatches(ids)) {
    const found = await db.selectFrom('spans').select('span_id').where('span_id', 'in', batch).execute();
    const missing = batch.find((id) => !found.some(({ span_id }) => span_id === id));
    if (missing !== undefined) throw notFound({ kind: 'span', name: missing, available: [] });
    await db.deleteFrom('spans').where('span_id', 'in', batch).execute();
  }
}
