import {
  describeMean,
  describeAverageCost,
  describeTotalCost,
  isPartial,
} from '../../contract/evaluations/describe-results.ts';
import type {
  AggregatedResult,
  AggregateResult,
  Evaluation,
  TestedEvaluation,
} from '../../contract/evaluations/evaluation.ts';
import { countSubset, describeSubset, nameTestset, nameVariants } from '../../contract/evaluations/subject.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { type Value, formatShort } from '../layout/text/format-value.ts';
import { labelColumns } from '../labels/label-columns.ts';
import type { Column } from '../layout/table-model.ts';

/** Creates the columns of a list of evaluations, with one per evaluator that any of them has. */
export function evaluationColumns(evaluations: readonly TestedEvaluation[]): Column<TestedEvaluation>[] {
  return [
    { header: 'id', kind: 'id', value: ({ id }) => id },
    { header: 'variant', value: nameVariants },
    ...routeColumn(evaluations),
    { header: 'test set', value: nameTestset, dropOrder: 1 },
    ...(evaluations.some(({ subset }) => subset != null) ? subsetColumns : []),
    { header: 'status', kind: 'status', value: (evaluation) => valueOf(evaluation.status) },
    ...evaluatorColumns(evaluations),
    { header: 'average cost', kind: 'cost', value: averageCost, dropOrder: 5 },
    { header: 'total cost', kind: 'cost', value: totalCost, dropOrder: 3 },
    ...(evaluations.some(hasFailedCost)
      ? [{ header: 'of which failed', kind: 'cost' as const, value: failedCost, dropOrder: 4 }]
      : []),
    ...(evaluations.some(hasJudges)
      ? [{ header: 'judge cost', kind: 'cost' as const, value: judgeCost, dropOrder: 3 }]
      : []),
    ...(evaluations.some((evaluation) => reusedScores(evaluation) > 0)
      ? [{ header: 'reused scores', kind: 'integer' as const, value: reusedScores, dropOrder: 5 }]
      : []),
    { header: 'latency', kind: 'seconds', value: (evaluation) => valueOf(evaluation.average_latency), dropOrder: 4 },
    { header: 'created', kind: 'time', value: (evaluation) => evaluation.created_at, dropOrder: 6 },
    ...labelColumns(evaluations),
  ];
}

/** A terminal has room for how many rows it has; `eval show` says which. */
const subsetColumns: Column<TestedEvaluation>[] = [
  {
    header: 'subset',
    value: ({ subset }) => (subset == null ? null : describeSubset(subset)),
    only: 'written',
  },
  {
    header: 'subset',
    value: ({ subset }) => (subset == null ? null : countSubset(subset)),
    dropOrder: 2,
    only: 'drawn',
  },
];

/** Other services do not tell the route. Where all called the same one, it is the first to go on a narrow screen. */
function routeColumn(evaluations: readonly Evaluation[]): Column<Evaluation>[] {
  const routes = new Set(evaluations.map(({ route }) => route ?? null));
  if ([...routes].every((route) => route === null)) return [];
  return [{ header: 'route', value: ({ route }) => route, ...(routes.size === 1 ? { dropOrder: 7 } : {}) }];
}

export function hasFailedCost({ failed_cost: result }: TestedEvaluation): boolean {
  return typeof result?.value === 'number' && result.value > 0;
}

/** Returns what calls without an answer cost; where it is known for some rows only, as text that says so. */
export function failedCost({ failed_cost: result }: TestedEvaluation): Value {
  return isPartial(result) ? describeTotalCost(toCostText(result), result) : valueOf(result);
}

export function hasJudges({ aggregated_results }: Pick<Evaluation, 'aggregated_results'>): boolean {
  return aggregated_results.some(({ result }) => result.cost !== undefined);
}

/** Counts the scores of judges that were stored, or shared with another evaluation: they cost nothing here. */
export function reusedScores({ aggregated_results }: Pick<Evaluation, 'aggregated_results'>): number {
  return sumOf(aggregated_results, ({ result }) => result.reused_scores ?? 0);
}

/** Adds up what an evaluation's judges cost; `null` when a part is unknown, as it is before the end. */
export function judgeCost({ aggregated_results }: Evaluation): number | null {
  if (aggregated_results.length === 0) return null;
  const costs = aggregated_results.flatMap(({ result }) => (result.cost === undefined ? [] : [result.cost]));
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}

export function aggregatedResultColumns(results: readonly AggregatedResult[]): Column<AggregatedResult>[] {
  return [
    { header: 'evaluator', value: nameOf },
    { header: 'score', kind: 'score', value: ({ result }) => meanOf(result) },
    ...(hasJudges({ aggregated_results: [...results] })
      ? [{ header: 'own cost', kind: 'cost' as const, value: ({ result }: AggregatedResult) => result.cost }]
      : []),
    ...(reusedScores({ aggregated_results: [...results] }) > 0
      ? [{ header: 'reused', kind: 'integer' as const, value: ({ result }: AggregatedResult) => result.reused_scores }]
      : []),
    { header: 'key', value: ({ evaluator_config }) => evaluator_config.evaluator_key, dropOrder: 1 },
    { header: 'settings', value: toSettings, dropOrder: 2 },
    { header: 'error', value: ({ result }) => result.error?.message },
  ];
}

export const humanEvaluationColumns: readonly Column<HumanEvaluation>[] = [
  { header: 'id', kind: 'id', value: ({ id }) => id },
  { header: 'type', value: (evaluation) => evaluation.evaluation_type, dropOrder: 2 },
  { header: 'variants', value: nameVariants },
  { header: 'test set', value: (evaluation) => evaluation.testset_name, dropOrder: 3 },
  { header: 'status', kind: 'status', value: ({ status }) => status },
  { header: 'created', kind: 'time', value: (evaluation) => evaluation.created_at, dropOrder: 1 },
];

/** Returns a result's plain value; objects, lists and errors have none. */
export function valueOf(result: Result | null | undefined): Value {
  const value = result?.value;
  return typeof value === 'object' ? null : value;
}

/** Returns a mean; where rows have no score, as text that says how many have one. */
function meanOf(result: AggregateResult | undefined): Value {
  const value = valueOf(result);
  const { scored, rows } = result ?? {};
  if (typeof value !== 'number' || scored == null || rows == null || scored === rows) return value;
  return describeMean(formatShort('score', value), scored, rows);
}

/** Returns the total cost; where it is known for some rows only, as text that says so. */
export function totalCost({ total_cost: result }: TestedEvaluation): Value {
  return isPartial(result) ? describeTotalCost(toCostText(result), result) : valueOf(result);
}

/** Returns the average cost; where it is known for some rows only, as text that says so. */
export function averageCost({ average_cost: result }: TestedEvaluation): Value {
  return isPartial(result) ? describeAverageCost(toCostText(result), result) : valueOf(result);
}

function toCostText(result: Result | null | undefined): string {
  return formatShort('cost', valueOf(result));
}

function evaluatorColumns(evaluations: readonly Evaluation[]): Column<Evaluation>[] {
  const names = evaluations.flatMap((evaluation) => evaluation.aggregated_results.map(nameOf));
  const rows = Map.groupBy(names, (name) => name);
  const byRows = [...rows].toSorted(([, a], [, b]) => b.length - a.length);
  const most = byRows[0]?.[1].length ?? 0;
  const rare = byRows.filter(([, { length }]) => length * 2 < most).map(([name]) => name);
  return [...rows.keys()].map((name) => ({
    header: name,
    kind: 'score',
    ...(rare.includes(name) ? { dropOrder: RARE + rare.indexOf(name) } : {}),
    value: (evaluation) => meanOf(evaluation.aggregated_results.find((result) => nameOf(result) === name)?.result),
  }));
}

/**
 * Drop order above all other columns: over time an app has more evaluators than fit the window. Evaluators used less than
 * half as often as the most common one are dropped first, the rarest before others.
 */
const RARE = 10;

function nameOf({ evaluator_config }: AggregatedResult): string {
  // The public service answers an empty object for an evaluator that was deleted.
  return evaluator_config.name || evaluator_config.evaluator_key || '(deleted evaluator)';
}

function toSettings({ evaluator_config }: AggregatedResult): string | null {
  const settings = evaluator_config.settings_values ?? {};
  return Object.keys(settings).length === 0 ? null : JSON.stringify(settings);
}
