import {
  describeAverageCost,
  describeFailedCost,
  describeMean,
  describeTotalCost,
  withModelAnswer,
} from '../../contract/evaluations/describe-results.ts';
import type { AggregateResult, Evaluation, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { hasFinished, isInterrupted, isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import { nameTestset } from '../../contract/evaluations/subject.ts';
import { formatCost, nameRevision } from '../text/format-figures.ts';

/** Reads the number of a result; `null` when it has none. */
export function numberOf(result: Result | null | undefined): number | null {
  return typeof result?.value === 'number' ? Number(result.value.toPrecision(4)) : null;
}

/** Formats a status: "finished with errors". */
export function statusText({ value, error }: Result): string {
  const text = (typeof value === 'string' ? value : '')
    .replace(/^EVALUATION_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return error?.message === undefined ? text : `${text}: ${error.message}`;
}

/** Answers whether an evaluation has complete results, with or without errors. */
export function isFinished({ status }: Pick<Evaluation, 'status'>): boolean {
  return hasFinished(status);
}

/** Answers whether an evaluation may change without a request: a server may still take an interrupted one. */
export function mayChange(status: Result): boolean {
  return isUnfinished(status) || isInterrupted(status);
}

export function resultText(result: Result | null | undefined): string {
  const { value, error } = result ?? {};
  if (error !== null && error !== undefined) return withModelAnswer(error.message, error.model_answer);
  if (value === null || value === undefined) return '-';
  if (typeof value === 'number') return String(Number(value.toPrecision(4)));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats the mean of an evaluator's scores: "0.795 (39 of 40)" where some rows have no score. */
export function meanText(result: AggregateResult): string {
  const mean = numberOf(result);
  if (mean === null) return resultText(result);
  return describeMean(String(mean), result.scored ?? 0, result.scored == null ? 0 : (result.rows ?? 0));
}

type Costs = Pick<TestedEvaluation, 'average_cost' | 'total_cost' | 'failed_cost'>;

/** Formats the total cost: "at least $0.21" where the cost of some rows is unknown, "$0.30, of which failed $0.15". */
export function totalCostText({ total_cost, failed_cost }: Costs): string {
  const total = describeTotalCost(formatCost(numberOf(total_cost)), total_cost);
  const failed = describeFailedCost(failed_cost, formatCost);
  return failed === null ? total : `${total}, ${failed}`;
}

/** Formats the average cost: "$0.03 of known" where the cost of some rows is unknown. */
export function averageCostText({ average_cost }: Costs): string {
  return describeAverageCost(formatCost(numberOf(average_cost)), average_cost);
}

/** Names the evaluated variant revisions: `tuned@3`. */
export function variantOf({ variant_names, revisions }: Pick<Evaluation, 'variant_names' | 'revisions'>): string {
  const names = variant_names.map((name, index) =>
    revisions[index] === undefined ? name : nameRevision(name, revisions[index]),
  );
  return names.length === 0 ? 'a deleted variant' : names.join(', ');
}

/** Names an evaluation: `tuned@3 at /draft on support cases@2`. */
export function nameEvaluation(evaluation: TestedEvaluation): string {
  const { route } = evaluation;
  return `${variantOf(evaluation)}${route == null ? '' : ` at ${route}`} on ${testsetOf(evaluation)}`;
}

/** Names the test set revision of an evaluation: `support cases@2`. */
export function testsetOf(evaluation: TestedEvaluation): string {
  return nameTestset(evaluation) ?? 'a deleted test set';
}

/** Says how an evaluation ended: "Evaluation finished: exact match 0.8". */
export function sayEvaluation({
  status,
  aggregated_results: results,
}: Pick<TestedEvaluation, 'status' | 'aggregated_results'>): string {
  const scores = results.map(({ evaluator_config: { name }, result }) => `${name} ${meanText(result)}`);
  return [`Evaluation ${statusText(status)}`, ...(scores.length === 0 ? [] : [scores.join(', ')])].join(': ');
}
