import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import type { AggregateResult } from '../../contract/evaluations/evaluation.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import { countOf } from '../../foundation/count-of.ts';
import { errorResult } from './make-result.ts';

/** Totals over the stored cost or latency of the answered rows. */
export interface MeasureTotals {
  readonly rows: number;
  /** Rows with a known value. */
  readonly values: number;
  readonly sum: number;
}

/**
 * Reports the mean of an evaluator's scores over the rows that have one, and how many do not.
 *
 * @source facts §2.6.1, aggregation
 */
export function aggregateScores({
  count,
  missing,
  mean,
}: Pick<MetricSummary, 'count' | 'missing' | 'mean'>): AggregateResult {
  if (missing === 0 && mean !== null) return { type: 'number', value: mean };
  const rows = count + missing;
  const counted = { scored: count, rows };
  if (mean === null) return { ...errorResult('No row was scored.'), ...counted };
  const gap = `${missing} of ${countOf(rows, 'row')} have no score; the mean is over the others.`;
  return { type: 'number', value: mean, error: { message: gap }, ...counted };
}

const NO_ANSWER = 'No row was answered.';
const NO_PRICE = 'No call reported tokens of a model with a known price.';

/** Mean cost in US dollars over the rows where it is known; an unknown cost never counts as 0. @source facts §3.2 */
export function averageCost(totals: MeasureTotals): Result {
  return measure('cost', totals, totals.sum / totals.values);
}

/** Sum of the known costs in US dollars; reports the number of rows with an unknown cost. @source facts §3.2 */
export function totalCost(totals: MeasureTotals): Result {
  return measure('cost', totals, totals.sum);
}

/** Mean latency in seconds. @source facts §3.2 */
export function averageLatency(totals: MeasureTotals): Result {
  return measure('latency', totals, totals.sum / totals.values);
}

function measure(type: 'cost' | 'latency', { rows, values }: MeasureTotals, value: number): Result {
  if (values === 0) return errorResult(rows === 0 || type === 'latency' ? NO_ANSWER : NO_PRICE);
  if (values === rows) return { type, value };
  return { type, value, error: { message: `The ${type} of ${rows - values} of ${rows} rows is not known.` } };
}
