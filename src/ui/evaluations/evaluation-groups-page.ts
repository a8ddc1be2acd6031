import type { EvaluationGroups, GroupSummary } from '../../contract/evaluations/evaluation-groups.ts';
import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { drawn, type Page, toText, written } from '../layout/page.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';
import { amountOf, intervalOf, metricSummaryColumns } from './evaluation-summary-columns.ts';

const NO_ROWS = 'There are no rows to group.';

/** Shows the scores of each group of rows: a line per group on a terminal, a line per group and metric elsewhere. */
export function evaluationGroupsPage(grouped: EvaluationGroups | null): Page {
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
    ...(groups.some(({ errors }) => errors > 0)
      ? [{ header: 'errors', kind: 'integer' as const, value: ({ errors }: GroupSummary) => errors, dropOrder: 1 }]
      : []),
    ...names.filter(hasValues).map((name, index) => ({
      header: name,
      value: (group: GroupSummary) => describeMetric(metricOf(group, name)),
      dropOrder: index + 1,
    })),
    ...(groups.some(({ is_small }) => is_small)
      ? [{ header: 'note', value: ({ is_small }: GroupSummary) => (is_small ? 'few rows' : null) }]
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
