import type {
  ComparedCandidate,
  ComparedGroup,
  ComparedMetric,
  Comparison,
} from '../../contract/evaluations/comparison.ts';
import { describeComparisonMethods } from '../../contract/evaluations/describe-methods.ts';
import { changedRowColumns, comparedMetricColumns, drawnMetricColumns, flakyRowColumns } from './comparison-columns.ts';
import { countOf } from '../../foundation/count-of.ts';
import { type Block, drawn, type Page, type TextBlock, toText, written } from '../layout/page.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';

/** Shows candidates compared with a baseline: each metric, then the rows that changed. */
export function comparisonPage(comparison: Comparison): Page {
  return [
    ...comparison.candidates.flatMap((candidate) => [
      ...candidateBlocks(comparison, candidate),
      ...comparedGroupBlocks(comparison, candidate),
    ]),
    toText(`${describeComparisonMethods(comparison)} More: wf help methods`),
  ];
}

function candidateBlocks({ baseline }: Comparison, candidate: ComparedCandidate): Page {
  const rows = countOf(candidate.pairs, 'row');
  const empty = 'They have no metrics in common.';
  return [
    ...written(
      toTable({
        title: `${candidate.variant} (${candidate.id}) after ${baseline.variant} (${baseline.id}), ${rows}`,
        columns: comparedMetricColumns,
        rows: candidate.metrics,
        empty,
      }),
    ),
    ...drawn(
      toTable({
        title: `${candidate.variant} after ${baseline.variant}, ${rows}`,
        columns: drawnMetricColumns,
        rows: candidate.metrics.filter(({ verdict }) => verdict !== 'no data'),
        empty,
      }),
      ...withoutData(candidate),
    ),
    ...unpairedText(candidate),
    ...changes('Rows that got worse', candidate.worse),
    ...changes('Rows that got better', candidate.better),
    ...flakyBlocks(candidate),
  ];
}

function withoutData({ metrics }: ComparedCandidate): TextBlock[] {
  const names = metrics.filter(({ verdict }) => verdict === 'no data').map(({ metric }) => metric);
  return names.length === 0 ? [] : [toText(`No row has data in both evaluations: ${names.join(', ')}.`)];
}

/** Reports the rows that only one evaluation has: they are not part of the comparison. */
function unpairedText({ only_in_baseline: before, only_in_candidate: after }: ComparedCandidate): Block[] {
  if (before + after === 0) return [];
  return [
    toText(`Left out: ${countOf(before, 'row')} that only the first evaluation has, ${after} that only this one has.`),
  ];
}

function flakyBlocks({ flaky, flaky_rows }: ComparedCandidate): Block[] {
  if (flaky === 0) return [];
  const title = `Flaky: repetitions disagree ${countOf(flaky, 'time')}`;
  return [toTable({ title, columns: flakyRowColumns, rows: flaky_rows })];
}

function changes(title: string, rows: ComparedCandidate['worse']): Block[] {
  return rows.length === 0 ? [] : [toTable({ title, columns: changedRowColumns, rows })];
}

/** Shows a candidate's metrics for each value of the column that a comparison is grouped by. */
function comparedGroupBlocks(
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
