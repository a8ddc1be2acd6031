import type {
  ComparedCandidate,
  ComparedGroup,
  ComparedMetric,
  Comparison,
} from '../../contract/evaluations/comparison.ts';
import { drawn, type Page, toText, written } from '../layout/page.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';
import { comparedMetricColumns, drawnMetricColumns } from './comparison-columns.ts';

/** Shows a candidate's metrics for each value of the column that a comparison is grouped by. */
export function comparedGroupBlocks(
  { baseline, level, group_by: column = '' }: Comparison,
  { variant, groups }: ComparedCandidate,
): Page {
  if (groups === undefined) return [];
  const compared = groups.flatMap((group) => group.metrics.map((metric) => ({ group, metric })));
  const title = `${variant} after ${baseline.variant}, by ${column}`;
  const empty = 'They have no metrics in common.';
  const withData = compared.filter(({ metric }) => metric.verdict !== 'no data');
  return [
    ...written(toTable({ title, columns: writtenColumns(column), rows: compared, empty })),
    ...drawn(toTable({ title, columns: drawnColumns(column, groups), rows: withData, empty })),
    toText(
      `The verdicts of these groups are at ${Number((level * 100).toPrecision(4))} % together, apart from those of all rows.`,
    ),
  ];
}

interface Compared {
  readonly group: ComparedGroup;
  readonly metric: ComparedMetric;
}

function writtenColumns(column: string): Column<Compared>[] {
  return [
    { header: column, value: ({ group }) => toCell(group.value) },
    { header: 'rows', kind: 'integer', value: ({ group }) => group.rows },
    ...comparedMetricColumns.map(ofMetric),
  ];
}

function drawnColumns(column: string, groups: readonly ComparedGroup[]): Column<Compared>[] {
  return [
    { header: column, value: ({ group }) => toCell(group.value) ?? '(none)' },
    { header: 'rows', kind: 'integer', value: ({ group }) => group.rows, dropOrder: 3 },
    ...drawnMetricColumns.map(ofMetric),
    ...(groups.some(({ is_small }) => is_small)
      ? [{ header: 'note', value: ({ group }: Compared) => (group.is_small ? 'few rows' : null), dropOrder: 3 }]
      : []),
  ];
}

function ofMetric(column: Column<ComparedMetric>): Column<Compared> {
  return { ...column, value: ({ metric }) => column.value(metric) };
}
