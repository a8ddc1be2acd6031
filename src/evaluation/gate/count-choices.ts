import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { isWhole } from '../../contract/evaluations/subject.ts';
import { type Metric, metricsOf, nameableMetrics } from '../compare/metrics.ts';
import { primaryMetricsOf } from '../compare/primary-metrics.ts';

/** The fields of an evaluation that tell what was evaluated, on what, and with which result. */
export type ChosenEvaluation = Pick<
  TestedEvaluation,
  | 'id'
  | 'variant_revision_ids'
  | 'bundle'
  | 'route'
  | 'testset_id'
  | 'aggregated_results'
  | 'average_cost'
  | 'average_latency'
  | 'created_at'
  | 'subset'
>;

/** What is compared: the metric that decides is one of all of them. */
interface JudgedTogether {
  /** `null`: they are compared with none. */
  readonly baseline: ChosenEvaluation | null;
  readonly candidates: readonly ChosenEvaluation[];
}

/**
 * Counts the variants that a candidate is the best of: itself, and those evaluated on the same test set and route since the
 * baseline was whose primary metric is not better. A second of ten is thus the best of nine, so that trying the next best
 * after a failure is no way around the correction.
 * A variant's figures of the whole test set count before those of a part.
 * Variants are told apart by revision and bundle; one with the very figures of the candidate is no other choice.
 *
 * @source Hochberg (1988), who tests the i-th best of K at the level divided by K - i + 1
 * @param judged - what the candidate is compared with, and what is compared together with it
 * @param evaluations - of the app, in any order
 * @param primary - names of the primary metrics; `null`: as a comparison without names
 */
export function countChoices(
  candidate: ChosenEvaluation,
  { baseline, candidates }: JudgedTogether,
  evaluations: readonly ChosenEvaluation[],
  primary: readonly string[] | null,
): number {
  const first = baseline ?? candidate;
  const [name] = primaryMetricsOf(first, primary, baseline === null ? [] : candidates);
  const metric = nameableMetrics(first).find((each) => each.name === name);
  const own = metric === undefined ? null : valueOf(candidate, metric);
  if (metric === undefined || own === null) return 1;
  const base = baseline === null ? null : subjectOf(baseline);
  const shared = evaluations.filter((each) => isOnSameRows(each, candidate));
  const since = firstTime(shared.filter((each) => subjectOf(each) === base));
  const rivals = new Map<string, number>();
  for (const each of shared.toSorted(wholeAndNewestLast)) {
    const [subject, value] = [subjectOf(each), valueOf(each, metric)];
    if (subject === base || subject === subjectOf(candidate) || each.created_at < since || value === null) continue;
    if (figuresOf(each) !== figuresOf(candidate)) rivals.set(subject, value);
  }
  const sign = metric.goal === 'higher' ? 1 : -1;
  return 1 + [...rivals.values()].filter((value) => sign * (value - own) <= 0).length;
}

function wholeAndNewestLast(a: ChosenEvaluation, b: ChosenEvaluation): number {
  return Number(isWhole(a)) - Number(isWhole(b)) || a.created_at.localeCompare(b.created_at);
}

function isOnSameRows(one: ChosenEvaluation, { testset_id, route }: ChosenEvaluation): boolean {
  return testset_id != null && one.testset_id === testset_id && (one.route ?? null) === (route ?? null);
}

/** Names what was evaluated: the variant's revision and the code. */
export function subjectOf({ variant_revision_ids, bundle }: ChosenEvaluation): string {
  return JSON.stringify([variant_revision_ids, bundle ?? null]);
}

function firstTime(evaluations: readonly ChosenEvaluation[]): string {
  const [first = ''] = evaluations.map(({ created_at }) => created_at).toSorted((a, b) => a.localeCompare(b));
  return first;
}

function valueOf(evaluation: ChosenEvaluation, { key, evaluator, source }: Metric): number | null {
  const { aggregated_results, average_cost, average_latency } = evaluation;
  const found = metricsOf(evaluation).find((metric) => metric.key === key);
  const score = aggregated_results.find(({ evaluator_config: { id } }) => id === found?.id)?.result;
  const value = (evaluator === null ? (source === 'cost' ? average_cost : average_latency) : score)?.value;
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : null;
}

function figuresOf({ aggregated_results, average_cost }: ChosenEvaluation): string {
  const scores = aggregated_results.map(({ evaluator_config: { name }, result }) => [name, result.value]);
  return JSON.stringify([scores, average_cost?.value ?? null]);
}
