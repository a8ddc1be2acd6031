import type { ChangedRow, ComparedMetric, FlakyRow } from '../../contract/evaluations/comparison.ts';
import { describeVerdict } from '../../contract/evaluations/describe-methods.ts';
import { intervalChart } from '../layout/text/charts.ts';
import type { Column } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';
import { onlyValue } from './evaluation-row-columns.ts';
import { amountOf } from './evaluation-summary-columns.ts';

/** Units of figures that are printed without one. */
const UNITS: Readonly<Record<string, string>> = { cost: ' (USD)', latency: ' (s)' };

export const comparedMetricColumns: readonly Column<ComparedMetric>[] = [
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
  { header: 'missing', kind: 'integer', value: ({ missing }) => missing },
  { header: 'verdict', value: describeVerdict },
];

/** Columns of a comparison on a terminal, with a chart of each interval. */
export const drawnMetricColumns: readonly Column<ComparedMetric>[] = [
  { header: 'metric', value: ({ metric }) => metric },
  { header: 'before', kind: 'amount', value: (metric) => amountOf(metric, metric.baseline), dropOrder: 1 },
  { header: 'after', kind: 'amount', value: (metric) => amountOf(metric, metric.candidate) },
  { header: 'change', kind: 'amount', value: (metric) => changeOf(metric, metric.change) },
  {
    header: 'worse   │  better',
    kind: 'change',
    value: ({ change, interval, goal }) => intervalChart(change, interval, goal),
    dropOrder: 2,
  },
  { header: 'verdict', kind: 'status', value: describeVerdict },
  { header: 'interval', value: intervalOf, dropOrder: 5 },
  { header: 'rows better', kind: 'integer', value: ({ better }) => better, dropOrder: 4 },
  { header: 'rows worse', kind: 'integer', value: ({ worse }) => worse, dropOrder: 4 },
  { header: 'p adjusted', kind: 'probability', value: (metric) => metric.p_adjusted, dropOrder: 6 },
  { header: 'missing', kind: 'integer', value: ({ missing }) => missing || null, dropOrder: 8 },
];

/** The typical ratio of two costs or latencies is a percentage. */
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

export const flakyRowColumns: readonly Column<FlakyRow>[] = [
  { header: 'row', kind: 'integer', value: ({ row }) => row },
  { header: 'metric', value: ({ metric }) => metric },
  { header: 'mean before', kind: 'figure', value: ({ baseline }) => baseline },
  { header: 'mean after', kind: 'figure', value: ({ candidate }) => candidate },
];

export const changedRowColumns: readonly Column<ChangedRow>[] = [
  { header: 'row', kind: 'integer', value: ({ row }) => row },
  { header: 'metric', value: ({ metric }) => metric },
  { header: 'before', kind: 'figure', value: ({ baseline }) => baseline },
  { header: 'after', kind: 'figure', value: ({ candidate }) => candidate },
  { header: 'output before', value: (row) => toCell(row.baseline_output), dropOrder: 2 },
  { header: 'output after', value: (row) => toCell(row.candidate_output), dropOrder: 1 },
  { header: 'inputs', value: ({ inputs }) => toCell(onlyValue(inputs)), dropOrder: 3 },
];
