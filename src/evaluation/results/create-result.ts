import type { JudgedResult, Result } from '../../contract/evaluations/result.ts';
import { isScored } from '../../contract/evaluations/evaluation-status.ts';
import type { AggregateResult } from '../../contract/evaluations/evaluation.ts';
import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { countOf } from '../../foundation/numbers.ts';

export function boolResult(value: boolean): Result {
  return { type: 'bool', value };
}

export function numberResult(value: number): Result {
  return requireScore({ type: 'number', value });
}

/**
 * Decides what counts as a score, for every evaluator: a boolean or a finite number. JSON has no infinity and no NaN, so
 * such a score would be stored as `null` and silently left out of every mean; it becomes an error of its row.
 */
export function requireScore<R extends Result>(result: R): R | JudgedResult {
  if (isScored(result) || result.type === 'error') return result;
  // What the judge cost, and why it scored so, stay known.
  return { ...result, ...errorResult(`The score is ${describeValue(result.value)}, which is not a finite number.`) };
}

function describeValue(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'missing').slice(0, 80);
}

export function errorResult(message: string, stacktrace?: string): Result {
  return { type: 'error', value: null, error: { message, stacktrace: stacktrace ?? null } };
}

/** Totals over the stored cost or latency of the answered rows. */
interface MeasureTotals {
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
