import type { Result } from '../../contract/evaluations/result.ts';
import { errorResult } from './make-result.ts';

/** Totals over the stored scores of one evaluator. */
export interface ScoreTotals {
  /** Rows that have a score, errors included. */
  readonly rows: number;
  /** Rows whose score has a value; a bool counts as 0 or 1. */
  readonly values: number;
  readonly sum: number;
}

/** Totals over the stored cost or latency of the answered rows. */
export interface MeasureTotals {
  readonly rows: number;
  /** Rows with a known value. */
  readonly values: number;
  readonly sum: number;
}

/**
 * Computes the mean of an evaluator's scores; an error when a row has none.
 *
 * @source facts §2.6.1, aggregation
 */
export function aggregateScores({ rows, values, sum }: ScoreTotals): Result {
  if (rows === 0) return errorResult('No row was scored.');
  if (values < rows) return errorResult(`${rows - values} of ${rows} rows have no score, so there is no mean.`);
  return { type: 'number', value: sum / rows };
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
