import type { ReactNode } from 'react';
import { isCut } from '../../../foundation/shorten.ts';
import type { ChangedRow, ComparedCandidate, Comparison } from '../../../contract/evaluations/comparison.ts';
import { TextDifference } from '../../elements/diff-view.tsx';
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
  /** Draws a link to a row of an evaluation, for values that are cut. A file has no service to link to. */
  readonly linkTo?: ((evaluationId: string, rowId: string) => ReactNode) | undefined;
}

export function ComparisonTables({ comparison, onOpen, linkTo }: ComparisonTablesProps) {
  const baseline = describeBaseline(comparison.baseline, comparison.baseline_source);
  return comparison.candidates.map((candidate) => {
    const linksOf = ({ baseline_row_id: before, candidate_row_id: after }: ChangedRow) => ({
      before: before === undefined ? null : linkTo?.(comparison.baseline.id, before),
      after: after === undefined ? null : linkTo?.(candidate.id, after),
    });
    return (
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
        <Notes
          lines={[...(baseline === null ? [] : [baseline]), ...describeCandidate(comparison.baseline, candidate)]}
        />
        {describeComparisonMethods(comparison).map((line) => (
          <p className="faint" key={line}>
            {line}
          </p>
        ))}
        <ComparisonPictures comparison={comparison} candidate={candidate} onOpen={onOpen} />
        <ChangedRows
          label="Rows that got worse"
          rows={candidate.worse}
          count={candidate.worse_count}
          linksOf={linksOf}
        />
        <ChangedRows
          label="Rows that got better"
          rows={candidate.better}
          count={candidate.better_count}
          linksOf={linksOf}
        />
      </section>
    );
  });
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
  /** Links to the whole rows. */
  readonly linksOf: (row: ChangedRow) => Readonly<Record<'before' | 'after', ReactNode>>;
}

function ChangedRows({ label, rows, count, linksOf }: ChangedRowsProps) {
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
        rows={rows.map((row) => {
          const links = linksOf(row);
          return {
            key: `${row.row} ${row.metric}`,
            cells: {
              Row: row.row,
              Metric: <span className="name">{row.metric}</span>,
              Before: formatScore(row.baseline),
              After: formatScore(row.candidate),
              Inputs: <CellsCell cells={row.inputs} link={links.before} />,
              'Output before': <TextCell value={row.baseline_output} link={links.before} />,
              'Output after': <ChangedCell row={row} link={links.after} />,
            },
          };
        })}
      />
    </>
  );
}

/** An output with the words that differ from the one before, where both are whole texts. */
function ChangedCell({ row: { baseline_output: before, candidate_output: after }, link }: ChangedCellProps) {
  const areWhole = typeof before === 'string' && typeof after === 'string' && !isCut(before) && !isCut(after);
  if (!areWhole) return <TextCell value={after} link={link} />;
  return (
    <div className="report-cell">
      <TextDifference before={before} after={after} />
    </div>
  );
}

interface ChangedCellProps extends Pick<TextCellProps, 'link'> {
  readonly row: ChangedRow;
}

interface TextCellProps {
  readonly value: unknown;
  /** To the whole value, if this one is cut. */
  readonly link?: ReactNode;
}

/** A value that may be long or not text. */
export function TextCell({ value, link }: TextCellProps) {
  return (
    <>
      <div className="report-cell">{toText(value)}</div>
      {isCut(value) ? link : null}
    </>
  );
}

/** Cells of a row, one per line; a single cell needs no name. */
export function CellsCell({ cells, link }: CellsCellProps) {
  const entries = Object.entries(cells);
  const lines = entries.map(([name, value]) => (entries.length === 1 ? toText(value) : `${name}: ${toText(value)}`));
  return (
    <>
      <TextCell value={lines.join('\n')} />
      {Object.values(cells).some(isCut) ? link : null}
    </>
  );
}

interface CellsCellProps extends Pick<TextCellProps, 'link'> {
  readonly cells: Readonly<Record<string, unknown>>;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}
