import { useEffect, useState } from 'react';
import type { EvaluationReport, ReportRow } from '../../../contract/evaluations/evaluation-report.ts';
import { describeSummaryMethods } from '../../../contract/evaluations/describe-results.ts';
import { formatTime } from '../../text/format-figures.ts';
import { ComparisonTables } from './comparison-tables.tsx';
import { MetricTable, WorstTable } from './metric-tables.tsx';
import { ReportRows } from './report-rows.tsx';
import { readRows } from './read-report.ts';

/** An evaluation as a self-contained file. */
export function ReportPage({ report }: { readonly report: EvaluationReport }) {
  const { variant, testset, created_at, summary, comparison, evaluators } = report;
  const [{ rows, isComplete }, setRows] = useState<{ rows: readonly ReportRow[]; isComplete: boolean }>({
    rows: [],
    isComplete: false,
  });
  const [openedRow, setOpenedRow] = useState<number | null>(null);
  useEffect(() => readRows((found, isAll) => setRows({ rows: found, isComplete: isAll })), []);
  return (
    <main>
      <div>
        <h1>
          {variant} on {testset}
        </h1>
        <p className="faint">
          {summary.rows.toLocaleString('en')} {summary.rows === 1 ? 'row' : 'rows'},{' '}
          {summary.errors.toLocaleString('en')} with errors; {formatTime(created_at)}
        </p>
      </div>
      <section className="report-section" aria-label="Results">
        <h2>Results, with {summary.level * 100} % intervals</h2>
        <MetricTable metrics={summary.metrics} />
        <p className="faint">{describeSummaryMethods(summary)}</p>
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
