import type { ChangedRow, ComparedMetric, FlakyRow } from '../../contract/comparison.ts';
import type { Column } from '../table-model.ts';
import { toCell } from '../to-cell.ts';

const UNITS: Readonly<Record<string, string>> = { cost: ' (USD)', latency: ' (s)' };

export const comparedMetricColumns: readonly Column<ComparedMetric>[] = [
  { header: 'metric', value: ({ metric, kind }) => `${metric}${UNITS[kind] ?? ''}` },
  { header: 'before', kind: 'figure', value: ({ baseline }) => baseline },
  { header: 'after', kind: 'figure', value: ({ candidate }) => candidate },
  { header: 'change', kind: 'figure', value: ({ difference }) => difference },
  { header: 'from', kind: 'figure', value: ({ interval }) => interval?.[0], dropOrder: 2 },
  { header: 'to', kind: 'figure', value: ({ interval }) => interval?.[1], dropOrder: 2 },
  { header: 'p', kind: 'figure', value: (metric) => metric.p_value, dropOrder: 5 },
  { header: 'p adjusted', kind: 'figure', value: (metric) => metric.p_adjusted, dropOrder: 3 },
  { header: 'better', kind: 'integer', value: ({ better }) => better },
  { header: 'worse', kind: 'integer', value: ({ worse }) => worse },
  { header: 'missing', kind: 'integer', value: ({ missing }) => missing, dropOrder: 4 },
  { header: 'verdict', value: ({ verdict }) => verdict },
];

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
  { header: 'inputs', value: ({ inputs }) => toCell(inputs), dropOrder: 3 },
];
