import type {
  EvaluationSummary,
  MetricSummary,
  WorstRow,
  EvaluationGroups,
  GroupSummary,
} from '../../contract/evaluations/evaluation-summary.ts';
import {
  describeFailedCost,
  describeRows,
  describeIntervals,
  isPartial,
} from '../../contract/evaluations/describe-results.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { describeSubset, nameTestset, nameVariants } from '../../contract/evaluations/subject.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import {
  aggregatedResultColumns,
  averageCost,
  failedCost,
  hasFailedCost,
  hasJudges,
  judgeCost,
  reusedScores,
  totalCost,
  valueOf,
} from './evaluation-columns.ts';
import {
  amountOf,
  callSummaryColumns,
  intervalOf,
  metricSummaryColumns,
  scoreSummaryColumns,
  worstRowColumns,
} from './evaluation-summary-columns.ts';
import { type Kind, toCell, type Value, formatShort } from '../layout/text/format-value.ts';
import { labelFields } from '../labels/label-columns.ts';
import { describeCuts } from './evaluation-row-views.ts';
import { drawn, type Field, type View, toRecord, toText, written } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';

export function evaluationView(evaluation: TestedEvaluation, summary: EvaluationSummary | null = null): View {
  const verdicts = toTable({
    columns: aggregatedResultColumns(evaluation.aggregated_results),
    rows: evaluation.aggregated_results,
    empty: 'No scores yet.',
  });
  return [
    ...written(toRecord(writtenFields(evaluation)), verdicts),
    ...drawn(toRecord(drawnFields(evaluation))),
    // The summary has every score; this table adds evaluators' settings and errors.
    ...(summary === null || hasDetails(evaluation) ? drawn(verdicts) : []),
    ...(summary === null ? [] : summaryBlocks(summary)),
  ];
}

function writtenFields(evaluation: TestedEvaluation): Field[] {
  return [
    { label: 'id', kind: 'id', value: evaluation.id },
    { label: 'variant', value: nameVariants(evaluation) },
    ...routeField(evaluation),
    { label: 'test set', value: nameTestset(evaluation) },
    ...subsetField(evaluation),
    { label: 'status', kind: 'status', value: valueOf(evaluation.status) },
    ...errorField('error', evaluation.status),
    ...costFields('average cost', averageCost(evaluation), evaluation.average_cost),
    ...costFields('total cost', totalCost(evaluation), evaluation.total_cost),
    ...(hasFailedCost(evaluation) ? costFields('of which failed', failedCost(evaluation), evaluation.failed_cost) : []),
    ...judgeFields(evaluation),
    ...resultFields('average latency', 'seconds', evaluation.average_latency),
    { label: 'created', kind: 'time', value: evaluation.created_at },
    { label: 'updated', kind: 'time', value: evaluation.updated_at },
    ...labelFields(evaluation),
  ];
}

function drawnFields(evaluation: TestedEvaluation): Field[] {
  return [
    { label: 'variant', value: nameVariants(evaluation) },
    ...routeField(evaluation),
    { label: 'test set', value: nameTestset(evaluation) },
    ...subsetField(evaluation),
    { label: 'status', kind: 'status', value: valueOf(evaluation.status) },
    ...errorField('error', evaluation.status),
    { label: 'cost', value: describeCost(evaluation) },
    ...judgeFields(evaluation),
    ...resultFields('latency', 'seconds', evaluation.average_latency),
    { label: 'created', kind: 'time', value: evaluation.created_at },
    { label: 'id', kind: 'id', value: evaluation.id },
    ...labelFields(evaluation),
  ];
}

function subsetField({ subset }: TestedEvaluation): Field[] {
  return subset == null ? [] : [{ label: 'subset', value: describeSubset(subset) }];
}

function routeField({ route }: TestedEvaluation): Field[] {
  return route == null ? [] : [{ label: 'route', value: route }];
}

function judgeFields(evaluation: TestedEvaluation): Field[] {
  if (!hasJudges(evaluation)) return [];
  const cost = judgeCost(evaluation);
  const reused = reusedScores(evaluation);
  return [
    cost === null ? { label: 'judge cost', value: 'unknown' } : { label: 'judge cost', kind: 'cost', value: cost },
    ...(reused === 0 ? [] : [{ label: 'reused scores', value: reused }]),
  ];
}

function describeCost({ total_cost, failed_cost, average_cost }: TestedEvaluation): string {
  const [total, average] = [valueOf(total_cost), valueOf(average_cost)];
  if (typeof total !== 'number') return `unknown: ${total_cost?.error?.message ?? 'no call reported it'}`;
  const failed = describeFailedCost(failed_cost, (cost) => formatShort('cost', cost));
  const each = typeof average === 'number' ? `, ${formatShort('cost', average)} a call` : '';
  const text = `${formatShort('cost', total)} in total${failed === null ? '' : `, ${failed}`}${each}`;
  const gap = total_cost?.error?.message;
  return gap === undefined ? text : `at least ${text}. ${gap}`;
}

function hasDetails({ aggregated_results }: TestedEvaluation): boolean {
  return aggregated_results.some(
    ({ result, evaluator_config: { settings_values } }) =>
      result.error != null || result.cost !== undefined || Object.keys(settings_values ?? {}).length > 0,
  );
}

function summaryBlocks(summary: EvaluationSummary): View {
  const { rows, cases, repeats, errors, flaky, level, metrics, worst } = summary;
  const repeated =
    repeats === 1 ? '' : ` called ${repeats} times each, ${flaky} of them flaky (${share(flaky, cases)})`;
  const title = `${describeRows(rows, cases)}${repeated}, ${errors} with errors; means with their ${level * 100} % intervals`;
  const isScore = ({ kind }: MetricSummary) => kind === 'pass_fail' || kind === 'score';
  const calls = metrics.filter((metric) => !isScore(metric) && metric.count > 0);
  const scores = metrics.filter(isScore);
  return [
    ...written(toTable({ title, columns: columnsFor(metricSummaryColumns, repeats), rows: metrics })),
    ...drawn(
      toTable({ title, columns: columnsFor(scoreSummaryColumns, repeats), rows: scores, empty: 'No scores.' }),
      ...(calls.length === 0 ? [] : [toTable({ columns: callSummaryColumns, rows: calls })]),
    ),
    toText(describeIntervals(level)),
    ...(worst.length === 0 ? [] : [toTable({ title: 'Worst rows', columns: columnsOf(worst, repeats), rows: worst })]),
    ...describeCuts(worst, summary.id),
  ];
}

/** Hides the column `model answer` where no row has one. */
function columnsOf(worst: readonly WorstRow[], repeats: number): readonly Column<WorstRow>[] {
  const hasAnswer = worst.some(({ model_answer: answer }) => answer != null);
  return columnsFor(worstRowColumns, repeats).filter(({ header }) => hasAnswer || header !== 'model answer');
}

/** Hides the column `flaky` without repetitions. */
function columnsFor<Row>(columns: readonly Column<Row>[], repeats: number): readonly Column<Row>[] {
  return repeats > 1 ? columns : columns.filter(({ header }) => header !== 'flaky');
}

function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10} %`;
}

/** Shows a figure, or why it is unknown; an unknown figure is never shown as 0. */
function resultFields(label: string, kind: Kind, result: Result | null | undefined): Field[] {
  const value = valueOf(result);
  const error = result?.error?.message;
  return [value === null && error !== undefined ? { label, value: `unknown: ${error}` } : { label, kind, value }];
}

/** Shows a cost and, where it is known for some rows only, for how many it is not. */
function costFields(label: string, cost: Value, result: Result | null | undefined): Field[] {
  if (!isPartial(result)) return resultFields(label, 'cost', result);
  return [{ label, value: `${cost}. ${result?.error?.message}` }];
}

function errorField(label: string, result: Result): Field[] {
  return result.error ? [{ label, value: result.error.message }] : [];
}

const NO_ROWS = 'There are no rows to group.';

/** Shows the scores of each group of rows: a line per group on a terminal, a line per group and metric elsewhere. */
export function evaluationGroupsView(grouped: EvaluationGroups | null): View {
  if (grouped === null) return [];
  const { field, level, groups } = grouped;
  const title = `By ${field}`;
  const measured = groups.flatMap((group) => group.metrics.map((metric) => ({ group, metric })));
  return [
    ...written(toTable({ title, columns: writtenColumns(field), rows: measured, empty: NO_ROWS })),
    ...drawn(toTable({ title, columns: drawnColumns(grouped), rows: groups, empty: NO_ROWS })),
    ...(groups.length === 0 ? [] : [toText(describeChance(level))]),
  ];
}

interface Measured {
  readonly group: GroupSummary;
  readonly metric: MetricSummary;
}

/** The first columns of an ungrouped summary: its percentiles would say little about small groups. */
const FIGURES = metricSummaryColumns.slice(0, 6);

function writtenColumns(field: string): Column<Measured>[] {
  return [
    { header: field, value: ({ group }) => toCell(group.value) },
    ...FIGURES.map((column) => ({ ...column, value: ({ metric }: Measured) => column.value(metric) })),
  ];
}

function drawnColumns({ field, groups }: EvaluationGroups): Column<GroupSummary>[] {
  const [first] = groups;
  const names = (first?.metrics ?? []).map(({ metric }) => metric);
  const hasValues = (name: string) => groups.some((group) => metricOf(group, name)?.mean != null);
  return [
    { header: field, value: ({ value }) => toCell(value) ?? '(none)' },
    { header: 'rows', kind: 'integer', value: ({ rows }) => rows },
    ...(groups.some(({ rows, cases }) => cases < rows)
      ? [{ header: 'cases', kind: 'integer' as const, value: ({ cases }: GroupSummary) => cases }]
      : []),
    ...(groups.some(({ errors }) => errors > 0)
      ? [{ header: 'errors', kind: 'integer' as const, value: ({ errors }: GroupSummary) => errors, dropOrder: 1 }]
      : []),
    ...names.filter(hasValues).map((name, index) => ({
      header: name,
      value: (group: GroupSummary) => describeMetric(metricOf(group, name)),
      dropOrder: index + 1,
    })),
    ...(groups.some(({ is_small }) => is_small)
      ? [{ header: 'note', value: ({ is_small }: GroupSummary) => (is_small ? 'few cases' : null) }]
      : []),
  ];
}

function metricOf({ metrics }: GroupSummary, name: string): MetricSummary | undefined {
  return metrics.find(({ metric }) => metric === name);
}

function describeMetric(metric: MetricSummary | undefined): string | null {
  if (metric === undefined || metric.mean === null) return null;
  const interval = intervalOf(metric);
  return `${amountOf(metric, metric.mean)}${interval === null ? '' : ` (${interval})`}`;
}

function describeChance(level: number): string {
  return `Each interval holds on its own: of ${Math.round(1 / (1 - level))}, one misses by chance.`;
}
