import { sql } from 'kysely';
import type { TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';
import {
  averageCost,
  averageLatency,
  type CostTotals,
  failedCost as failedTotal,
  totalCost,
} from '../../../evaluation/results/create-result.ts';
import { inBatches } from '../../store/insert-rows.ts';
import type { Db } from '../../store/schema.ts';

export type Totals = Pick<TestedEvaluation, 'average_cost' | 'total_cost' | 'failed_cost' | 'average_latency'>;

/** Notes that nobody knows what the calls cost that ran when the process of an evaluation ended. */
export function interruptedTotals({ total_cost: total, ...totals }: Totals): Totals {
  if (typeof total?.value !== 'number') return { ...totals, total_cost: total };
  const gaps = [total.error?.message, 'Calls that ran when it was interrupted are not counted.'];
  return { ...totals, total_cost: { ...total, error: { message: gaps.filter((gap) => gap != null).join(' ') } } };
}

export const NOT_YET: Totals = { average_cost: null, total_cost: null, failed_cost: null, average_latency: null };

/**
 * Reads the totals of an evaluation that ends. Each answer counts once, however many rows have it: also one that an
 * earlier evaluation paid for.
 */
export async function readTotalsOf(db: Db, id: string): Promise<Totals> {
  const found = await readSums(db, [id]);
  const sums = found.get(id);
  if (sums === undefined) return NOT_YET;
  return toTotals(Number(sums.reused) === 0 ? sums : { ...sums, cost: await readAnswersCost(db, id) });
}

/** Reads the totals of running evaluations: so far, what their own calls cost. */
export async function readTotals(db: Db, ids: readonly string[]): Promise<Map<string, Totals>> {
  const found = await readSums(db, ids);
  return new Map([...found].map(([id, sums]) => [id, toTotals(sums)]));
}

/** Reads columns of one index only, since lists read them. */
async function readSums(db: Db, ids: readonly string[]): Promise<Map<string, Sums>> {
  const found = new Map<string, Sums>();
  for (const batch of inBatches(ids)) {
    const rows = await db
      .selectFrom('evaluation_outcomes')
      .select([
        'evaluation_id',
        sql<number | string>`count(*)`.as('rows'),
        sql<number | string>`count(case when is_called = 0 then 1 end)`.as('reused'),
        sql<number | string>`count(cost)`.as('costs'),
        sql<number | null>`sum(cost)`.as('rowCost'),
        sql<number | null>`sum(case when is_called = 1 then cost end)`.as('cost'),
        sql<number | string>`count(case when latency is null then cost end)`.as('failedCosts'),
        sql<number | null>`sum(case when latency is null and is_called = 1 then cost end)`.as('failedCost'),
        sql<number | string>`count(latency)`.as('latencies'),
        sql<number | null>`sum(latency)`.as('latency'),
      ])
      .where('evaluation_id', 'in', batch)
      .groupBy('evaluation_id')
      .execute();
    const before = await db
      .selectFrom('evaluations')
      .select(['id', 'failed_before', 'unpriced_before'])
      .where('id', 'in', batch)
      .execute();
    const beforeOf = new Map(before.map((row) => [row.id, { cost: row.failed_before, unpriced: row.unpriced_before }]));
    for (const row of rows)
      found.set(row.evaluation_id, { ...row, before: beforeOf.get(row.evaluation_id) ?? { cost: 0, unpriced: 0 } });
  }
  return found;
}

/**
 * Adds up the answers of an evaluation: the cost of its calls, and once that of each stored answer that it did not call
 * for. A row that lost its stored answer to a later fresh run is known by its cost and latency.
 */
async function readAnswersCost(db: Db, id: string): Promise<number | null> {
  const answers = db
    .selectFrom('evaluation_outcomes')
    .select(sql<number | null>`coalesce(sum(case when is_called = 1 then cost end), max(cost))`.as('cost'))
    .where('evaluation_id', '=', id)
    .groupBy([
      'cell_hash',
      sql`case when cell_hash is null then cost end`,
      sql`case when cell_hash is null then latency end`,
    ]);
  const { cost } = await db
    .selectFrom(answers.as('answers'))
    .select(sql<number | null>`sum(answers.cost)`.as('cost'))
    .executeTakeFirstOrThrow();
  return cost;
}

/** PostgreSQL counts in 64 bits, which its driver returns as text. */
interface Sums
  extends
    Record<'rows' | 'reused' | 'costs' | 'failedCosts' | 'latencies', number | string>,
    Record<'rowCost' | 'cost' | 'failedCost' | 'latency', number | null> {
  /** What calls cost whose rows have no result. */
  readonly before: Pick<CostTotals, 'cost' | 'unpriced'>;
}

/** Rows without an answer have no latency; what they cost counts. Averages are over rows, totals over calls. */
function toTotals({
  rows,
  costs,
  rowCost,
  cost,
  failedCosts,
  failedCost,
  latencies,
  latency,
  before: { cost: costBefore, unpriced },
}: Sums): Totals {
  const answered = Number(latencies);
  const failed = { rows: Number(rows) - answered, priced: Number(failedCosts), cost: failedCost ?? 0 };
  const all = { rows: Number(rows), priced: Number(costs), unpriced: 0 };
  const totals = { ...all, answered, pricedAnswers: all.priced - failed.priced };
  return {
    average_cost: averageCost({ ...totals, cost: rowCost ?? 0 }),
    total_cost: totalCost({ ...totals, cost: (cost ?? 0) + costBefore, unpriced }),
    failed_cost: failedTotal({ ...failed, cost: failed.cost + costBefore, unpriced }),
    average_latency: averageLatency({ rows: answered, sum: latency ?? 0 }),
  };
}
