import { useEffect, useState } from 'react';
import {
  type EvaluationReport,
  REPORT_ID,
  type ReportRow,
  ROWS_CLASS,
} from '../../../contract/evaluations/evaluation-report.ts';
import {
  describeRows,
  describeMean,
  describeIntervals,
  withModelAnswer,
} from '../../../contract/evaluations/describe-results.ts';
import { formatTime } from '../../text/format-figures.ts';
import { CellsCell, ComparisonTables, TextCell } from './comparison-tables.tsx';
import { ReportRows } from './report-rows.tsx';
import type { MetricSummary, WorstRow } from '../../../contract/evaluations/evaluation-summary.ts';
import { numbers, RecordTable } from '../../elements/record-tables.tsx';
import { formatFigure, formatInterval, formatMetric } from '../../text/format-metrics.ts';

export function ReportPage({ report }: { readonly report: EvaluationReport }) {
  const { variant, route, testset, created_at, summary, comparison, evaluators } = report;
  const [rows, setRows] = useState<readonly ReportRow[]>([]);
  const [isComplete, setComplete] = useState(false);
  const [openedRow, setOpenedRow] = useState<number | null>(null);
  useEffect(
    () =>
      readRows((found, isAll) => {
        setRows(found);
        setComplete(isAll);
      }),
    [],
  );
  return (
    <main>
      <div>
        <h1>
          {variant}
          {route === null ? '' : ` at ${route}`} on {testset}
        </h1>
        <p className="faint">
          {describeRows(summary.rows, summary.cases)}, {summary.errors.toLocaleString('en')} with errors;{' '}
          {formatTime(created_at)}
        </p>
      </div>
      <section className="report-section" aria-label="Results">
        <h2>Results, with {summary.level * 100} % intervals</h2>
        <MetricTable metrics={summary.metrics} />
        <p className="faint">{describeIntervals(summary.level)}</p>
      </section>
      {comparison === null ? null : <ComparisonTables comparison={comparison} onOpen={setOpenedRow} />}
      {summary.worst.length === 0 ? null : (
        <section className="report-section" aria-label="Worst rows">
          <h2>Worst rows</h2>
          <WorstTable rows={summary.worst} />
        </section>
      )}
      <ReportRows
        rows={rows}
        isComplete={isComplete}
        evaluators={evaluators}
        openedRow={openedRow}
        onOpen={setOpenedRow}
      />
    </main>
  );
}

/** Reads the report that this file embeds above the rows. */
export function readReport(): EvaluationReport {
  // `wf eval export` wrote it there.
  return JSON.parse(document.getElementById(REPORT_ID)?.textContent ?? 'null') as EvaluationReport;
}

/** Blocks read at a time, so that the page stays usable while it reads a large file. */
const BLOCK_CONCURRENCY = 10;

/** Reads the rows of this file in blocks. @returns the function that stops it */
function readRows(onRows: (rows: readonly ReportRow[], isComplete: boolean) => void): () => void {
  const blocks = [...document.getElementsByClassName(ROWS_CLASS)];
  const rows: ReportRow[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    // As above.
    for (const block of blocks.splice(0, BLOCK_CONCURRENCY))
      rows.push(...(JSON.parse(block.textContent) as ReportRow[]));
    onRows([...rows], blocks.length === 0);
    if (blocks.length > 0) timer = setTimeout(read);
  };
  read();
  return () => clearTimeout(timer);
}

function MetricTable({ metrics }: { readonly metrics: readonly MetricSummary[] }) {
  return (
    <RecordTable
      label="Results"
      columns={['Metric', ...numbers('Mean', 'Interval', 'Cases', 'Missing', 'p50', 'p95', 'Greatest')]}
      rows={metrics.map((metric) => ({
        key: metric.metric,
        cells: {
          Metric: <span className="name">{metric.metric}</span>,
          Mean: toMean(metric),
          Interval: formatInterval(metric.kind, metric.interval),
          Cases: formatFigure(metric.count),
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

function WorstTable({ rows }: { readonly rows: readonly WorstRow[] }) {
  const errors = rows.some(({ error }) => error !== null) ? ['Error'] : [];
  return (
    <RecordTable
      label="Worst rows"
      columns={[...numbers('Row'), 'Failed', 'Inputs', 'Expected', 'Output', ...errors]}
      rows={rows.map((row) => ({
        key: String(row.row),
        cells: {
          Row: row.row,
          Failed: <span className="name">{row.failed.join(', ')}</span>,
          Inputs: <CellsCell cells={row.inputs} />,
          Expected: <CellsCell cells={row.expected} />,
          Output: <TextCell value={row.output} />,
          Error: <TextCell value={row.error === null ? null : withModelAnswer(row.error, row.model_answer)} />,
        },
      }))}
    />
  );
}
