import { describeMean } from '../../contract/evaluations/describe-results.ts';
import type { MetricSummary, WorstRow } from '../../contract/evaluations/evaluation-summary.ts';
import { type Kind, toCell, formatShort } from '../layout/text/format-value.ts';
import { scoreBar, sparkline } from '../layout/text/charts.ts';
import type { Column } from '../layout/table-model.ts';
import { onlyValue } from './evaluation-row-views.ts';

/** Units of figures that are printed without one. */
export const UNITS: Readonly<Record<string, string>> = { cost: ' (USD)', latency: ' (s)' };

export const metricSummaryColumns: readonly Column<MetricSummary>[] = [
  { header: 'metric', value: ({ metric, kind }) => `${metric}${UNITS[kind] ?? ''}` },
  { header: 'mean', kind: 'figure', value: ({ mean }) => mean },
  { header: 'from', kind: 'figure', value: ({ interval }) => interval?.[0] },
  { header: 'to', kind: 'figure', value: ({ interval }) => interval?.[1] },
  { header: 'cases', kind: 'integer', value: ({ count }) => count },
  { header: 'missing', kind: 'integer', value: ({ missing }) => missing },
  { header: 'flaky', kind: 'integer', value: ({ flaky }) => flaky },
  ...(['p50', 'p90', 'p95', 'p99'] as const).map((name) => ({
    header: name,
    kind: 'figure' as const,
    value: (metric: MetricSummary) => (metric.kind === 'pass_fail' ? null : metric[name]),
  })),
  { header: 'spread', value: spreadOf },
  { header: 'greatest', kind: 'figure', value: ({ kind, greatest }) => (kind === 'pass_fail' ? null : greatest) },
];

/** Columns of scores on a terminal, with a bar for scores between 0 and 1 and the spread of other scores. */
export const scoreSummaryColumns: readonly Column<MetricSummary>[] = [
  { header: 'score', value: ({ metric }) => metric },
  { header: '0 to 1', kind: 'bar', value: barOf, dropOrder: 3 },
  { header: 'mean', kind: 'figure', value: meanOf },
  { header: 'interval', value: intervalOf, dropOrder: 1 },
  { header: 'spread', kind: 'spread', value: spreadOf, dropOrder: 5 },
  { header: 'range', value: rangeOf, dropOrder: 7 },
  { header: 'missing', kind: 'integer', value: ({ missing }) => missing || null, dropOrder: 2 },
  { header: 'flaky', kind: 'integer', value: ({ flaky }) => flaky, dropOrder: 2 },
];

export const callSummaryColumns: readonly Column<MetricSummary>[] = [
  { header: 'a call', value: ({ metric }) => metric },
  { header: 'mean', kind: 'amount', value: (metric) => amountOf(metric, metric.mean) },
  { header: 'interval', value: intervalOf, dropOrder: 1 },
  { header: 'spread', kind: 'spread', value: spreadOf, dropOrder: 6 },
  ...(['p50', 'p90', 'p95', 'p99'] as const).map((name, index) => ({
    header: name,
    kind: 'amount' as const,
    value: (metric: MetricSummary) => amountOf(metric, metric[name]),
    dropOrder: [3, 8, 2, 7][index] ?? 0,
  })),
  { header: 'greatest', kind: 'amount', value: (metric) => amountOf(metric, metric.greatest), dropOrder: 4 },
  { header: 'missing', kind: 'integer', value: ({ missing }) => missing || null, dropOrder: 5 },
];

const AMOUNTS: Readonly<Record<MetricSummary['kind'], Kind>> = {
  pass_fail: 'figure',
  score: 'figure',
  cost: 'cost',
  latency: 'seconds',
};

/** Formats a figure with the unit of its metric. */
export function amountOf({ kind }: Pick<MetricSummary, 'kind'>, value: number | null): string | null {
  return value === null ? null : formatShort(AMOUNTS[kind], value);
}

export function intervalOf(metric: MetricSummary): string | null {
  return metric.interval?.map((end) => amountOf(metric, end)).join(' – ') ?? null;
}

/** Shows how many rows a mean is over, unless it is over all. */
function meanOf(metric: MetricSummary): string | null {
  const { mean, count, missing } = metric;
  return mean === null ? null : describeMean(amountOf(metric, mean) ?? '', count, count + missing);
}

function rangeOf(metric: MetricSummary): string | null {
  const { kind, least, greatest } = metric;
  return kind === 'pass_fail' || least === null ? null : `${amountOf(metric, least)} – ${amountOf(metric, greatest)}`;
}

function barOf({ mean, interval, least, greatest }: MetricSummary): string | null {
  const isShare = least !== null && greatest !== null && least >= 0 && greatest <= 1;
  return isShare ? scoreBar(mean, interval) : null;
}

function spreadOf({ histogram }: MetricSummary): string | null {
  return sparkline(histogram.map(({ count }) => count));
}

export const worstRowColumns: readonly Column<WorstRow>[] = [
  { header: 'row', kind: 'integer', value: ({ row }) => row },
  { header: 'failed', value: ({ failed }) => failed.join(', ') },
  { header: 'flaky', value: ({ flaky }) => flaky.join(', '), dropOrder: 2 },
  { header: 'output', value: ({ output }) => toCell(output), dropOrder: 3 },
  { header: 'expected', value: ({ expected }) => toCell(onlyValue(expected)), dropOrder: 2 },
  { header: 'error', value: ({ error }) => error, dropOrder: 1 },
  { header: 'model answer', value: ({ model_answer }) => model_answer, dropOrder: 5 },
  { header: 'inputs', value: ({ inputs }) => toCell(onlyValue(inputs)), dropOrder: 4 },
];
