import type { EvaluationRow } from '../../contract/evaluation-row.ts';
import type { HistogramBin, MetricSummary, WorstRow } from '../../contract/records/evaluation-summary.ts';
import type { Evaluation } from '../../contract/records/evaluation.ts';
import type { Column } from '../table-model.ts';
import { toCell } from '../to-cell.ts';
import { valueOf } from './evaluation.ts';

const UNITS: Readonly<Record<string, string>> = { cost: ' (USD)', latency: ' (s)' };

export const metricSummaryColumns: readonly Column<MetricSummary>[] = [
  { header: 'metric', value: ({ metric, kind }) => `${metric}${UNITS[kind] ?? ''}` },
  { header: 'mean', kind: 'figure', value: ({ mean }) => mean },
  { header: 'from', kind: 'figure', value: ({ interval }) => interval?.[0] },
  { header: 'to', kind: 'figure', value: ({ interval }) => interval?.[1] },
  { header: 'rows', kind: 'integer', value: ({ count }) => count, dropOrder: 1 },
  { header: 'missing', kind: 'integer', value: ({ missing }) => missing, dropOrder: 2 },
  { header: 'flaky', kind: 'integer', value: ({ flaky }) => flaky, dropOrder: 1 },
  ...(['p50', 'p90', 'p95', 'p99'] as const).map((name, index) => ({
    header: name,
    kind: 'figure' as const,
    value: (metric: MetricSummary) => (metric.kind === 'pass_fail' ? null : metric[name]),
    dropOrder: 6 - index,
  })),
  { header: 'spread', value: ({ histogram }) => sparkline(histogram), dropOrder: 2 },
  {
    header: 'greatest',
    kind: 'figure',
    value: ({ kind, greatest }) => (kind === 'pass_fail' ? null : greatest),
    dropOrder: 3,
  },
];

export const worstRowColumns: readonly Column<WorstRow>[] = [
  { header: 'row', kind: 'integer', value: ({ row }) => row },
  { header: 'failed', value: ({ failed }) => failed.join(', ') },
  { header: 'flaky', value: ({ flaky }) => flaky.join(', '), dropOrder: 2 },
  { header: 'output', value: ({ output }) => toCell(output), dropOrder: 3 },
  { header: 'expected', value: ({ expected }) => toCell(onlyValue(expected)), dropOrder: 2 },
  { header: 'error', value: ({ error }) => error, dropOrder: 1 },
  { header: 'inputs', value: ({ inputs }) => toCell(onlyValue(inputs)), dropOrder: 4 },
];

const BARS = ' ▁▂▃▄▅▆▇█';

/** Draws a histogram in a cell, least values first; an empty bin is a gap, and one row is already seen. */
function sparkline(bins: readonly HistogramBin[]): string | null {
  const most = Math.max(...bins.map(({ count }) => count));
  if (bins.length < 2) return null;
  return bins.map(({ count }) => BARS[Math.ceil((count / most) * (BARS.length - 1))] ?? '').join('');
}

/** Makes the columns of an evaluation's rows: one per evaluator between the place and the output. */
export function evaluationRowColumns({ aggregated_results }: Evaluation): Column<EvaluationRow>[] {
  return [
    { header: 'row', kind: 'integer', value: ({ row }) => row },
    ...aggregated_results.map(({ evaluator_config: { id, name } }) => ({
      header: name,
      kind: 'figure' as const,
      value: ({ results }: EvaluationRow) => valueOf(results.find((result) => result.evaluator_config === id)?.result),
    })),
    { header: 'cost (USD)', kind: 'figure', value: ({ outputs }) => outputs[0]?.cost, dropOrder: 5 },
    { header: 'latency (s)', kind: 'figure', value: ({ outputs }) => outputs[0]?.latency, dropOrder: 4 },
    { header: 'output', value: ({ outputs }) => toCell(outputs[0]?.result.value), dropOrder: 1 },
    {
      header: 'expected',
      value: ({ correct_answers }) => toCell(onlyValue(entriesOf(correct_answers, 'key'))),
      dropOrder: 2,
    },
    { header: 'error', value: errorOf, dropOrder: 3 },
    { header: 'inputs', value: ({ inputs }) => toCell(onlyValue(entriesOf(inputs, 'name'))), dropOrder: 6 },
  ];
}

function errorOf({ outputs, results }: EvaluationRow): string | null {
  return [...outputs, ...results].find(({ result }) => result.error)?.result.error?.message ?? null;
}

function entriesOf<K extends 'key' | 'name'>(
  cells: readonly (Readonly<Record<K, string>> & { readonly value?: unknown })[],
  key: K,
): Record<string, unknown> {
  return Object.fromEntries(cells.map((cell) => [cell[key], cell.value]));
}

/** One cell alone needs no name around it. */
function onlyValue(cells: Readonly<Record<string, unknown>>): unknown {
  const values = Object.values(cells);
  return values.length === 1 ? values[0] : values.length === 0 ? null : cells;
}
