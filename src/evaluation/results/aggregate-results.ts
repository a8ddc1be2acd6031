import type { Result } from '../../contract/evaluations/result.ts';
import { errorResult } from './make-result.ts';

/** What a query over the stored scores of one evaluator answers. */
export interface ScoreTotals {
  /** Rows that have a score, errors among them. */
  readonly rows: number;
  /** Rows whose score has a value; a bool counts as 0 or 1. */
  readonly values: number;
  readonly sum: number;
}

/** What a query over the stored cost or latency of the answered rows gives. */
export interface MeasureTotals {
  readonly rows: number;
  /** Rows where it is known. */
  readonly values: number;
  readonly sum: number;
}

/**
 * The mean of an evaluator's scores; an error when a row has none.
 *
 * @source facts §2.6.1, aggregation
 */
export function aggregateScores({ rows, values, sum }: ScoreTotals): Result {
  if (rows === 0) return errorResult('No row was judged.');
  if (values < rows) return errorResult(`${rows - values} of ${rows} rows have no score, so there is no mean.`);
  return { type: 'number', value: sum / rows };
}

const NO_ANSWER = 'No row was answered.';
const NO_PRICE = 'No call told the tokens of a model whose price is known.';

/** Mean cost in US dollars over the rows where it is known. An unknown cost is never taken for 0. @source facts §3.2 */
export function averageCost(totals: MeasureTotals): Result {
  return measure('cost', totals, totals.sum / totals.values);
}

/** Sum of the known costs in US dollars; says how many rows are unknown, when some are. @source facts §3.2 */
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
