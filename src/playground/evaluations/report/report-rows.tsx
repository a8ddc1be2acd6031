import { useDeferredValue, useMemo, useState } from 'react';
import type { ReportRow } from '../../../contract/evaluations/evaluation-report.ts';
import { Fact, LongText } from '../../elements/facts.tsx';
import { SelectField, TextField } from '../../elements/labelled-controls.tsx';
import { useScrollIntoView } from '../../elements/row-table.tsx';
import { formatCost, formatSeconds } from '../../text/format-figures.ts';
import { ReportTable, type Selection, selectRows } from './report-table.tsx';
import { formatScore } from '../../text/format-metrics.ts';

interface ReportRowsProps {
  readonly rows: readonly ReportRow[];
  readonly isComplete: boolean;
  readonly evaluators: readonly string[];
  /** Number of the row shown whole; `null`: none. */
  readonly openedRow: number | null;
  readonly onOpen: (row: number | null) => void;
}

const ALL: Selection = { text: '', verdict: 'all', sort: 'row', isDescending: false };

export function ReportRows({ rows, isComplete, evaluators, openedRow, onOpen }: ReportRowsProps) {
  const [selection, setSelection] = useState(ALL);
  // With repetitions, several rows have one number.
  const [clicked, setClicked] = useState<ReportRow | null>(null);
  const opened = clicked?.[0] === openedRow ? clicked : (rows.find(([row]) => row === openedRow) ?? null);
  const wanted = useDeferredValue(selection);
  const found = useMemo(() => selectRows(rows, wanted), [rows, wanted]);
  return (
    <section className="report-section" aria-label="Rows">
      <div className="card-head">
        <h2>Rows</h2>
        <div className="actions">
          <TextField
            className="report-filter"
            label="Search"
            value={selection.text}
            onChange={(text) => setSelection({ ...selection, text })}
          />
          <SelectField
            className="report-filter"
            label="Show"
            value={selection.verdict}
            options={VERDICTS}
            onChange={(verdict) => setSelection({ ...selection, verdict: toVerdict(verdict) })}
          />
        </div>
      </div>
      <p className="faint" role="status">
        {found.length.toLocaleString('en')} of {rows.length.toLocaleString('en')} rows{isComplete ? '' : ', reading…'}
      </p>
      <ReportTable
        rows={found}
        evaluators={evaluators}
        selection={selection}
        opened={opened}
        onSelection={setSelection}
        onOpen={(row) => {
          setClicked(row === opened ? null : row);
          onOpen(row === opened ? null : row[0]);
        }}
      />
      {opened === null ? null : <WholeRow key={opened[0]} row={opened} evaluators={evaluators} />}
    </section>
  );
}

const VERDICTS = [
  ['all', 'all rows'],
  ['failed', 'rows that failed'],
  ['error', 'rows with errors'],
] as const;

function toVerdict(value: string): Selection['verdict'] {
  return value === 'failed' || value === 'error' ? value : 'all';
}

function WholeRow({ row, evaluators }: { readonly row: ReportRow; readonly evaluators: readonly string[] }) {
  const [number, inputs, expected, output, error, scores, cost, latency, reasons = []] = row;
  const parts = [
    ['Inputs', inputs],
    ['Expected', expected],
    ['Output', output],
    ['Error', error ?? ''],
    ...evaluators.flatMap((name, index) => [
      [name, formatScore(scores[index] ?? null)] as const,
      [`${name}: reason`, reasons[index] ?? ''] as const,
    ]),
    ['Cost', formatCost(cost)],
    ['Latency', formatSeconds(latency)],
  ].filter(([, text]) => text !== '');
  const element = useScrollIntoView<HTMLElement>();
  return (
    <section className="card" aria-label={`Row ${number}`} aria-live="polite" ref={element}>
      <h3>Row {number}</h3>
      <dl className="details">
        {parts.map(([label, text]) => (
          <Fact key={label} label={label}>
            <LongText text={text}>{(shown) => shown}</LongText>
          </Fact>
        ))}
      </dl>
    </section>
  );
}
