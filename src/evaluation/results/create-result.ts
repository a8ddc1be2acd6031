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

/** What the calls of rows cost, in US dollars. */
export interface CostTotals {
  readonly rows: number;
  /** Rows with a known cost. */
  readonly priced: number;
  /** Sum of the known costs. */
  readonly cost: number;
  /** Calls of unknown cost whose rows have no result. */
  readonly unpriced: number;
}

interface AnsweredTotals extends CostTotals {
  /** Rows that have an answer, and those of them with a known cost. */
  readonly answered: number;
  readonly pricedAnswers: number;
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
  const gap = `${missing} of ${countOf(rows, 'case')} have no score; the mean is over the others.`;
  return { type: 'number', value: mean, error: { message: gap }, ...counted };
}

const NO_ANSWER = 'No row was answered.';
const NO_PRICE = 'No call reported tokens of a model with a known price.';

/** Mean cost in US dollars over the rows where it is known; an unknown cost never counts as 0. @source facts §3.2 */
export function averageCost(totals: AnsweredTotals): Result {
  return findNoCost(totals) ?? withUnknown(totals.cost / totals.priced, totals, 'rows');
}

/** Sum of the known costs in US dollars; reports the number of rows with an unknown cost. @source facts §3.2 */
export function totalCost(totals: AnsweredTotals): Result {
  return findNoCost(totals) ?? withUnknown(totals.cost, totals, 'rows');
}

/** Sum of the known costs of calls without an answer, in US dollars. */
export function failedCost(totals: CostTotals): Result {
  return withUnknown(totals.cost, totals, 'failed rows');
}

/** Mean latency in seconds of the answered rows. @source facts §3.2 */
export function averageLatency({ rows, sum }: { readonly rows: number; readonly sum: number }): Result {
  return rows === 0 ? errorResult(NO_ANSWER) : { type: 'latency', value: sum / rows };
}

/** Rows that failed before they called a model cost 0, which says nothing about what an answer costs. */
function findNoCost({ cost, answered, pricedAnswers }: AnsweredTotals): Result | null {
  if (cost > 0 || pricedAnswers > 0) return null;
  return errorResult(answered === 0 ? NO_ANSWER : NO_PRICE);
}

function withUnknown(value: number, { rows, priced, unpriced }: CostTotals, which: string): Result {
  const result = { type: 'cost', value };
  const gaps = [
    ...(priced === rows ? [] : [`The cost of ${rows - priced} of ${rows} ${which} is not known.`]),
    ...(unpriced === 0 ? [] : ['The cost of calls that failed or were cut short is not known.']),
  ];
  return gaps.length === 0 ? result : { ...result, error: { message: gaps.join(' ') } };
}
