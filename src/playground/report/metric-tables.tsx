import type { MetricSummary, WorstRow } from '../../contract/records/evaluation-summary.ts';
import { RecordTable } from '../elements/record-table.tsx';
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
          Inputs: <Cell value={onlyValue(row.inputs)} />,
          Expected: <Cell value={onlyValue(row.expected)} />,
          Output: <Cell value={row.output} />,
          Error: <Cell value={row.error} />,
        },
      }))}
    />
  );
}

function Cell({ value }: { readonly value: unknown }) {
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
  return <div className="report-cell">{text}</div>;
}

/** One cell alone needs no name around it. */
function onlyValue(cells: Readonly<Record<string, unknown>>): unknown {
  const values = Object.values(cells);
  return values.length === 1 ? values[0] : values.length === 0 ? null : cells;
}

function toNumber(label: string) {
  return { label, isNumber: true } as const;
}
