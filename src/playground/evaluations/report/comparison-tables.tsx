import type { ComparedCandidate, Comparison } from '../../../contract/evaluations/comparison.ts';
import { numbers, RecordTable } from '../../elements/record-tables.tsx';
import { ComparisonPictures } from '../pictures/comparison-pictures.tsx';
import { describeRows } from '../../../contract/evaluations/describe-results.ts';
import {
  countMissing,
  describeCandidate,
  describeComparisonMethods,
  describeVerdict,
} from '../../../contract/evaluations/describe-comparison.ts';
import { describeBaseline } from '../../../contract/evaluations/subject.ts';
import { nameReference } from '../../text/format-figures.ts';
import { formatChange, formatChanges, formatFigure, formatMetric, formatScore } from '../../text/format-metrics.ts';

interface ComparisonTablesProps {
  readonly comparison: Comparison;
  /** @param row - index in the candidate's test set */
  readonly onOpen: (row: number) => void;
}

export function ComparisonTables({ comparison, onOpen }: ComparisonTablesProps) {
  const baseline = describeBaseline(comparison.baseline, comparison.baseline_source);
  return comparison.candidates.map((candidate) => (
    <section key={candidate.id} className="report-section" aria-label="Comparison">
      <h2>
        Compared with {nameReference(comparison.baseline.variant)}, {describeRows(candidate.rows, candidate.pairs)}
      </h2>
      <RecordTable
        label="Comparison"
        columns={[
          'Metric',
          ...numbers('Before', 'After', 'Change'),
          'Verdict',
          ...numbers('Interval', 'p', 'Better', 'Worse', 'Missing'),
        ]}
        rows={candidate.metrics.map((metric) => ({
          key: metric.metric,
          cells: {
            Metric: <span className="name">{metric.metric}</span>,
            Before: formatMetric(metric.kind, metric.baseline),
            After: formatMetric(metric.kind, metric.candidate),
            Change: formatChange(metric, metric.change),
            Interval: formatChanges(metric),
            p: formatFigure(metric.p_adjusted),
            Better: formatFigure(metric.better),
            Worse: formatFigure(metric.worse),
            Missing: formatFigure(countMissing(metric)),
            Verdict: <span className={`verdict ${TONES[metric.verdict] ?? ''}`}>{describeVerdict(metric)}</span>,
          },
        }))}
      />
      <Notes lines={[...(baseline === null ? [] : [baseline]), ...describeCandidate(comparison.baseline, candidate)]} />
      {describeComparisonMethods(comparison).map((line) => (
        <p className="faint" key={line}>
          {line}
        </p>
      ))}
      <ComparisonPictures comparison={comparison} candidate={candidate} onOpen={onOpen} />
      <ChangedRows label="Rows that got worse" rows={candidate.worse} count={candidate.worse_count} />
      <ChangedRows label="Rows that got better" rows={candidate.better} count={candidate.better_count} />
    </section>
  ));
}

const TONES: Readonly<Record<string, string>> = { better: 'good', worse: 'bad' };

function Notes({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="report-notes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface ChangedRowsProps {
  readonly label: string;
  readonly rows: ComparedCandidate['worse'];
  /** Number of all such rows, of which the first are listed. */
  readonly count: number;
}

function ChangedRows({ label, rows, count }: ChangedRowsProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>
        {label}
        {rows.length < count ? `, ${rows.length} of ${count.toLocaleString('en')}` : ''}
      </h3>
      <RecordTable
        label={label}
        columns={[...numbers('Row'), 'Metric', 'Before', 'After', 'Inputs', 'Output before', 'Output after']}
        rows={rows.map((row) => ({
          key: `${row.row} ${row.metric}`,
          cells: {
            Row: row.row,
            Metric: <span className="name">{row.metric}</span>,
            Before: formatScore(row.baseline),
            After: formatScore(row.candidate),
            Inputs: <CellsCell cells={row.inputs} />,
            'Output before': <TextCell value={row.baseline_output} />,
            'Output after': <TextCell value={row.candidate_output} />,
          },
        }))}
      />
    </>
  );
}

/** A value that may be long or not text. */
export function TextCell({ value }: { readonly value: unknown }) {
  return <div className="report-cell">{toText(value)}</div>;
}

/** Cells of a row, one per line; a single cell needs no name. */
export function CellsCell({ cells }: { readonly cells: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(cells);
  const lines = entries.map(([name, value]) => (entries.length === 1 ? toText(value) : `${name}: ${toText(value)}`));
  return <TextCell value={lines.join('\n')} />;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}
