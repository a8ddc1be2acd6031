import type { MetricSummary, WorstRow } from '../../../contract/evaluations/evaluation-summary.ts';
import { describeMean } from '../../../contract/evaluations/describe-results.ts';
import { RecordTable } from '../../elements/record-table.tsx';
import { CellsCell, TextCell } from './text-cell.tsx';
import { formatFigure, formatInterval, formatMetric } from '../../text/format-metrics.ts';

/** The summary of each metric. */
export function MetricTable({ metrics }: { readonly metrics: readonly MetricSummary[] }) {
  return (
    <RecordTable
      label="Results"
      columns={['Metric', ...['Mean', 'Interval', 'Rows', 'Missing', 'p50', 'p95', 'Greatest'].map(toNumber)]}
      rows={metrics.map((metric) => ({
        key: metric.metric,
        cells: {
          Metric: <span className="name">{metric.metric}</span>,
          Mean: toMean(metric),
          Interval: formatInterval(metric.kind, metric.interval),
          Rows: formatFigure(metric.count),
          Missing: formatFigure(metric.missing),
          ...(metric.kind === 'pass_fail'
            ? { p50: '-', p95: '-', Greatest: '-' }
            : {
                p50: formatMetric(metric.kind, metric.p50),
                p95: formatMetric(metric.kind, metric.p95),
                Greatest: formatMetric(metric.kind, metric.greatest),
              }),
        },
      }))}
    />
  );
}

function toMean({ kind, mean, count, missing }: MetricSummary): string {
  return mean === null ? '-' : describeMean(formatMetric(kind, mean), count, count + missing);
}

/** The worst rows. */
export function WorstTable({ rows }: { readonly rows: readonly WorstRow[] }) {
  const errors = rows.some(({ error }) => error !== null) ? ['Error'] : [];
  return (
    <RecordTable
      label="Worst rows"
      columns={[toNumber('Row'), 'Failed', 'Inputs', 'Expected', 'Output', ...errors]}
      rows={rows.map((row) => ({
        key: String(row.row),
        cells: {
          Row: row.row,
          Failed: <span className="name">{row.failed.join(', ')}</span>,
          Inputs: <CellsCell cells={row.inputs} />,
          Expected: <CellsCell cells={row.expected} />,
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
