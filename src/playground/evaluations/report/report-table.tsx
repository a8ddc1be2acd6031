import type { ReportRow } from '../../../contract/evaluations/evaluation-report.ts';
import { cutText } from '../../elements/facts.tsx';
import { LINE_LENGTH, type PlacedRow, RowTable, TableRow } from '../../elements/row-table.tsx';
import { formatCost, formatSeconds } from '../../text/format-figures.ts';
import { formatScore } from '../../text/format-metrics.ts';

interface ReportTableProps {
  readonly rows: readonly ReportRow[];
  readonly evaluators: readonly string[];
  readonly selection: Selection;
  readonly opened: ReportRow | null;
  readonly onSelection: (selection: Selection) => void;
  readonly onOpen: (row: ReportRow) => void;
}

export function ReportTable({ rows, evaluators, selection, opened, onSelection, onOpen }: ReportTableProps) {
  const columns = `5rem minmax(8rem, 2fr) minmax(6rem, 1fr) minmax(8rem, 2fr) repeat(${evaluators.length}, minmax(7rem, 0.7fr)) 6rem 6rem`;
  const sort = (key: SortKey) =>
    onSelection({ ...selection, sort: key, isDescending: selection.sort === key && !selection.isDescending });
  return (
    <RowTable
      length={rows.length}
      isComplete
      columns={columns}
      heads={headsOf(evaluators).map(({ key, label }) => (
        <span key={key} role="columnheader" aria-sort={sortOf(selection, key)}>
          <button type="button" className="link" title={label} onClick={() => sort(key)}>
            {label}
            <span aria-hidden="true">{selection.sort === key ? (selection.isDescending ? ' ↓' : ' ↑') : ''}</span>
          </button>
        </span>
      ))}
      renderRow={(index) => {
        const row = rows[index];
        return row === undefined ? null : (
          <ReportTableRow
            key={index}
            row={row}
            index={index}
            columns={columns}
            isOpened={row === opened}
            onOpen={() => onOpen(row)}
          />
        );
      }}
    />
  );
}

function headsOf(evaluators: readonly string[]): { readonly key: SortKey; readonly label: string }[] {
  const toHead = (key: Exclude<SortKey, number>) => ({ key, label: `${key[0]?.toUpperCase()}${key.slice(1)}` });
  return [
    ...(['row', 'inputs', 'expected', 'output'] as const).map(toHead),
    ...evaluators.map((label, key) => ({ key, label })),
    ...(['cost', 'latency'] as const).map(toHead),
  ];
}

function sortOf({ sort, isDescending }: Selection, key: SortKey): 'ascending' | 'descending' | 'none' {
  return sort === key ? (isDescending ? 'descending' : 'ascending') : 'none';
}

interface ReportTableRowProps extends PlacedRow {
  readonly row: ReportRow;
}

function ReportTableRow({ row, ...placed }: ReportTableRowProps) {
  const [number, inputs, expected, output, error, scores, cost, latency] = row;
  return (
    <TableRow label={number} {...placed}>
      <span role="cell">{cutText(inputs, LINE_LENGTH)}</span>
      <span role="cell">{cutText(expected, LINE_LENGTH)}</span>
      <span role="cell" className={error === null ? undefined : 'bad'}>
        {cutText(error ?? output, LINE_LENGTH)}
      </span>
      {scores.map((score, index) => (
        // A row's scores are in the order of the evaluators.
        <span role="cell" key={index} className={score === false ? 'bad' : undefined}>
          {formatScore(score)}
        </span>
      ))}
      <span role="cell">{formatCost(cost)}</span>
      <span role="cell">{formatSeconds(latency)}</span>
    </TableRow>
  );
}

/** The sort key: a field of a row, or the index of one of its scores. */
type SortKey = 'row' | 'inputs' | 'expected' | 'output' | 'cost' | 'latency' | number;

export interface Selection {
  /** Text to find anywhere in a row, ignoring case; empty for any row. */
  readonly text: string;
  /** All rows, those with an error, or those that some evaluator failed. */
  readonly verdict: 'all' | 'failed' | 'error';
  readonly sort: SortKey;
  readonly isDescending: boolean;
}

/** Filters and sorts rows. Equal ones keep their order, and those without a value come last in either direction. */
export function selectRows(rows: readonly ReportRow[], selection: Selection): readonly ReportRow[] {
  const { text, verdict, sort, isDescending } = selection;
  const needle = text.toLowerCase();
  const found = rows.filter((row) => hasVerdict(row, verdict) && hasText(row, needle));
  const sign = isDescending ? -1 : 1;
  return found.toSorted((a, b) => compare(valueOf(a, sort), valueOf(b, sort), sign));
}

function hasVerdict([, , , , error, scores]: ReportRow, verdict: Selection['verdict']): boolean {
  if (verdict === 'all') return true;
  return verdict === 'error' ? error !== null : error !== null || scores.includes(false);
}

function hasText([row, inputs, expected, output, error]: ReportRow, needle: string): boolean {
  return [String(row), inputs, expected, output, error ?? ''].some((cell) => cell.toLowerCase().includes(needle));
}

const PLACES = { row: 0, inputs: 1, expected: 2, output: 3, cost: 6, latency: 7 } as const;

function valueOf(row: ReportRow, sort: SortKey): string | number | null {
  if (typeof sort !== 'number') return row[PLACES[sort]];
  const score = row[5][sort] ?? null;
  return typeof score === 'boolean' ? Number(score) : score;
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -sign : a > b ? sign : 0;
}
