import type {
  ChangedRow,
  ComparedCandidate,
  ComparedGroup,
  ComparedMetric,
  Comparison,
  FlakyRow,
} from '../../contract/evaluations/comparison.ts';
import { describeRows } from '../../contract/evaluations/describe-results.ts';
import {
  countMissing,
  describeCandidate,
  describeComparisonMethods,
  describeVerdict,
} from '../../contract/evaluations/describe-comparison.ts';
import { describeBaseline } from '../../contract/evaluations/subject.ts';
import { countOf } from '../../foundation/numbers.ts';
import { type Block, drawn, type View, type TextBlock, toText, written } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { toCell } from '../layout/text/format-value.ts';
import { intervalChart } from '../layout/text/charts.ts';
import { describeCuts, onlyValue } from './evaluation-row-views.ts';
import { amountOf, UNITS } from './evaluation-summary-columns.ts';

/** Shows candidates compared with a baseline: each metric, then the rows that changed. */
export function comparisonView(comparison: Comparison): View {
  return [
    ...comparison.candidates.flatMap((candidate) => [
      ...candidateBlocks(comparison, candidate),
      ...comparedGroupBlocks(comparison, candidate),
    ]),
    ...sourceText(comparison),
    ...describeComparisonMethods(comparison).map((line) => toText(line)),
  ];
}

function sourceText({ baseline, baseline_source: source }: Comparison): Block[] {
  const text = describeBaseline(baseline, source);
  return text === null ? [] : [toText(text)];
}

function candidateBlocks({ baseline }: Comparison, candidate: ComparedCandidate): View {
  const rows = describeRows(candidate.rows, candidate.pairs);
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
    ...describeCandidate(baseline, candidate).map((line) => toText(line)),
    ...changes('worse', candidate),
    ...changes('better', candidate),
    ...flakyBlocks(candidate),
    ...describeCuts([...candidate.worse, ...candidate.better], baseline.id, candidate.id),
  ];
}

function withoutData({ metrics }: ComparedCandidate): TextBlock[] {
  const names = metrics.filter(({ verdict }) => verdict === 'no data').map(({ metric }) => metric);
  return names.length === 0 ? [] : [toText(`No row has data in both evaluations: ${names.join(', ')}.`)];
}

function flakyBlocks({ flaky, flaky_rows }: ComparedCandidate): Block[] {
  if (flaky === 0) return [];
  const title = `Flaky: repetitions disagree ${countOf(flaky, 'time')}`;
  return [toTable({ title, columns: flakyRowColumns, rows: flaky_rows })];
}

function changes(direction: 'better' | 'worse', candidate: ComparedCandidate): Block[] {
  const rows = candidate[direction];
  const all = candidate[`${direction}_count`];
  const title = `Rows that got ${direction}${rows.length < all ? `, ${rows.length} of ${all}` : ''}`;
  return rows.length === 0 ? [] : [toTable({ title, columns: changedRowColumns, rows })];
}

/** Shows a candidate's metrics for each value of the column that a comparison is grouped by. */
function comparedGroupBlocks(
  { baseline, level, group_by: column = '' }: Comparison,
  { variant, groups }: ComparedCandidate,
): View {
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
      ? [{ header: 'note', value: ({ group }: Compared) => (group.is_small ? 'few cases' : null), dropOrder: 3 }]
      : []),
  ];
}

function ofMetric(column: Column<ComparedMetric>): Column<Compared> {
  return { ...column, value: ({ metric }) => column.value(metric) };
}

const comparedMetricColumns: readonly Column<ComparedMetric>[] = [
  { header: 'metric', value: ({ metric, kind }) => `${metric}${UNITS[kind] ?? ''}` },
  { header: 'before', kind: 'figure', value: ({ baseline }) => baseline },
  { header: 'after', kind: 'figure', value: ({ candidate }) => candidate },
  { header: 'change', kind: 'figure', value: (metric) => figureOf(metric, metric.change) },
  { header: 'from', kind: 'figure', value: (metric) => figureOf(metric, metric.interval?.[0]) },
  { header: 'to', kind: 'figure', value: (metric) => figureOf(metric, metric.interval?.[1]) },
  { header: 'p', kind: 'probability', value: (metric) => metric.p_value },
  { header: 'p adjusted', kind: 'probability', value: (metric) => metric.p_adjusted },
  { header: 'better', kind: 'integer', value: ({ better }) => better },
  { header: 'worse', kind: 'integer', value: ({ worse }) => worse },
  { header: 'missing', kind: 'integer', value: countMissing },
  { header: 'verdict', value: describeVerdict },
];

/** Columns of a comparison on a terminal, with a chart of each interval. */
const drawnMetricColumns: readonly Column<ComparedMetric>[] = [
  { header: 'metric', value: ({ metric }) => metric },
  { header: 'before', kind: 'amount', value: (metric) => amountOf(metric, metric.baseline), dropOrder: 2 },
  { header: 'after', kind: 'amount', value: (metric) => amountOf(metric, metric.candidate), dropOrder: 1 },
  { header: 'change', kind: 'amount', value: (metric) => changeOf(metric, metric.change) },
  {
    header: 'worse   │  better',
    kind: 'change',
    value: ({ change, interval, goal }) => intervalChart(change, interval, goal),
    dropOrder: 3,
  },
  { header: 'verdict', kind: 'status', value: describeVerdict },
  { header: 'interval', value: intervalOf, dropOrder: 5 },
  { header: 'cases better', kind: 'integer', value: ({ better }) => better, dropOrder: 4 },
  { header: 'cases worse', kind: 'integer', value: ({ worse }) => worse, dropOrder: 4 },
  { header: 'p adjusted', kind: 'probability', value: (metric) => metric.p_adjusted, dropOrder: 6 },
  {
    header: 'missing',
    kind: 'integer',
    value: (metric) => countMissing(metric) || null,
    dropOrder: 8,
  },
];

/** A change of costs or latencies is a percentage. */
function figureOf({ scale }: ComparedMetric, change: number | null | undefined): number | string | null {
  if (change === null || change === undefined) return null;
  return scale === 'ratio' ? percent(change) : change;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

function changeOf(metric: ComparedMetric, change: number | null): string | null {
  if (change === null) return null;
  const size = Math.abs(change);
  const amount = metric.scale === 'ratio' ? percent(size) : (amountOf(metric, size) ?? '');
  // A change that rounds to 0 gets no sign.
  if (!/[1-9]/.test(amount)) return amount;
  return `${change > 0 ? '+' : '−'}${amount}`;
}

function intervalOf(metric: ComparedMetric): string | null {
  const ends = metric.interval?.map((end) => changeOf(metric, end));
  return ends?.join(' … ') ?? null;
}

const flakyRowColumns: readonly Column<FlakyRow>[] = [
  { header: 'row', kind: 'integer', value: ({ row }) => row },
  { header: 'metric', value: ({ metric }) => metric },
  { header: 'mean before', kind: 'figure', value: ({ baseline }) => baseline },
  { header: 'mean after', kind: 'figure', value: ({ candidate }) => candidate },
];

const changedRowColumns: readonly Column<ChangedRow>[] = [
  { header: 'row', kind: 'integer', value: ({ row }) => row },
  { header: 'metric', value: ({ metric }) => metric },
  { header: 'before', kind: 'figure', value: ({ baseline }) => baseline },
  { header: 'after', kind: 'figure', value: ({ candidate }) => candidate },
  { header: 'output before', value: (row) => toCell(row.baseline_output), dropOrder: 2 },
  { header: 'output after', value: (row) => toCell(row.candidate_output), dropOrder: 1 },
  { header: 'inputs', value: ({ inputs }) => toCell(onlyValue(inputs)), dropOrder: 3 },
];
