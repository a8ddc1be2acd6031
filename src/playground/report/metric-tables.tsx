import type { MetricSummary, WorstRow } from '../../contract/records/evaluation-summary.ts';
import { RecordTable } from '../elements/record-table.tsx';
import { onlyValue, TextCell } from './text-cell.tsx';
import { formatFigure, formatInterval } from './format-figure.ts';

const UNITS: Readonly<Record<string, string>> = { cost: ' (USD)', latency: ' (s)' };

/** What each metric comes to. */
export function MetricTable({ metrics }: { readonly metrics: readonly MetricSummary[] }) {
  return (
    <RecordTable
      label="Results"
      columns={['Metric', ...['Mean', 'Interval', 'Rows', 'Missing', 'p50', 'p95', 'Greatest'].map(toNumber)]}
      rows={metrics.map((metric) => ({
        key: metric.metric,
        cells: {
          Metric: `${metric.metric}${UNITS[metric.kind] ?? ''}`,
          Mean: formatFigure(metric.mean),
          Interval: formatInterval(metric.interval),
          Rows: formatFigure(metric.count),
          Missing: formatFigure(metric.missing),
          ...(metric.kind === 'pass_fail'
            ? { p50: '-', p95: '-', Greatest: '-' }
            : {
                p50: formatFigure(metric.p50),
                p95: formatFigure(metric.p95),
                Greatest: formatFigure(metric.greatest),
              }),
        },
      }))}
    />
  );
}

/** The rows that did worst. */
export function WorstTable({ rows }: { readonly rows: readonly WorstRow[] }) {
  return (
    <RecordTable
      label="Worst rows"
      columns={[{ label: 'Row', isNumber: true }, 'Failed', 'Inputs', 'Expected', 'Output', 'Error']}
      rows={rows.map((row) => ({
        key: String(row.row),
        cells: {
          Row: row.row,
          Failed: row.failed.join(', '),
          Inputs: <TextCell value={onlyValue(row.inputs)} />,
          Expected: <TextCell value={onlyValue(row.expected)} />,
          Output: <TextCell value={row.output} />,
          Error: <TextCell value={row.error} />,
        },
      }))}
    />
  );
}

function toNumber(label: string) {
  return { label, isNumber: true } as const;
}
