import { useMemo } from 'react';
import { describeRows } from '../../contract/evaluations/describe-results.ts';
import { cutText } from '../elements/facts.tsx';
import { SelectField, TextField } from '../elements/labelled-controls.tsx';
import { LINE_LENGTH, type PlacedRow, ROW_HEIGHT, RowTable, TableRow } from '../elements/row-table.tsx';
import { formatCost, formatSeconds } from '../text/format-figures.ts';
import type { EvaluatorColumn, Row } from './read-row.ts';
import { RowDetails, toneOf } from './row-details.tsx';

/** Height for a horizontal scroll bar and borders. */
const SCROLLBAR = 18;
/** Least width of a score, and of all other columns together with their gaps. */
const [SCORE_REM, OTHERS_REM, GAP_REM] = [7, 46, 0.75];

interface RowListProps {
  readonly evaluationId: string;
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
  readonly evaluators: readonly EvaluatorColumn[];
  readonly query: Readonly<Record<string, string>>;
  readonly onQuery: (change: Readonly<Record<string, string>>) => void;
  /** Opens the route with a row; `null`: there is no such route. */
  readonly onTry: ((rowId: string) => Promise<void>) | null;
}

/** The rows of an evaluation. Draws only those on the screen. */
export function RowList({ evaluationId, rows: all, isComplete, evaluators, query, onQuery, onTry }: RowListProps) {
  // Not while they load: a large list would be counted again with each page of it.
  const cases = useMemo(() => (isComplete ? countCases(all) : all.length), [all, isComplete]);
  const [shown, text] = [toShown(query['show']), query['find'] ?? ''];
  const rows = useMemo(() => findRows(all, shown, text), [all, shown, text]);
  const columns = `4rem minmax(8rem, 2fr) minmax(6rem, 1fr) minmax(8rem, 2fr) repeat(${evaluators.length}, minmax(${SCORE_REM}rem, 0.7fr)) 7rem 5.5rem`;
  const row = all.find(({ name }) => name === query['row']);
  /** Steps among the rows that are shown. */
  const step = (by: number) => {
    const at = row === undefined ? -1 : rows.indexOf(row);
    const next = at < 0 ? undefined : rows[at + by];
    return next === undefined ? null : () => onQuery({ row: next.name });
  };
  const select = (name: string) => onQuery({ row: name === row?.name ? '' : name });
  return (
    <section aria-label="Rows" className="rows-section">
      <div className="load">
        <TextField label="Search" value={text} onChange={(find) => onQuery({ find })} />
        <SelectField label="Show" value={shown} options={SHOWN} onChange={(show) => onQuery({ show })} />
      </div>
      <p className="faint" role="status">
        {rows === all ? '' : `${rows.length.toLocaleString('en')} of `}
        {describeRows(all.length, cases)}
        {isComplete ? '' : ', loading…'}
      </p>
      <RowTable
        length={rows.length}
        isComplete={isComplete}
        columns={columns}
        boxStyle={{ maxBlockSize: (rows.length + 1) * ROW_HEIGHT + SCROLLBAR }}
        tableStyle={{ minInlineSize: `${OTHERS_REM + evaluators.length * (SCORE_REM + GAP_REM)}rem` }}
        heads={headsOf(evaluators).map(({ key, label, isNumber }) => (
          <span key={key} role="columnheader" title={label} className={isNumber ? 'number' : undefined}>
            {label}
          </span>
        ))}
        renderRow={(index) => {
          const each = rows[index];
          if (each === undefined) return null;
          const placed = { index, columns, isOpened: each === row, onOpen: () => select(each.name) };
          return <RowItem key={each.id} row={each} evaluators={evaluators} {...placed} />;
        }}
      />
      {row === undefined ? null : (
        <RowDetails
          key={row.id}
          {...{ evaluationId, row, evaluators }}
          onBefore={step(-1)}
          onAfter={step(1)}
          onTry={onTry === null ? null : () => onTry(row.id)}
          onClose={() => onQuery({ row: '' })}
        />
      )}
    </section>
  );
}

/** Where the service does not know cases, each row is one. */
export function countCases(rows: readonly Pick<Row, 'firstOfCase'>[]): number {
  const cases = new Set(rows.map(({ firstOfCase }) => firstOfCase));
  return cases.has(null) ? rows.length : cases.size;
}

const SHOWN = [
  ['all', 'all rows'],
  ['failed', 'rows that failed'],
  ['errors', 'rows with errors'],
] as const;

function headsOf(evaluators: readonly EvaluatorColumn[]) {
  return [
    ...['Row', 'Inputs', 'Expected', 'Output'].map((label) => ({ key: label, label, isNumber: false })),
    ...evaluators.map(({ id, name, isNumber }) => ({ key: id, label: name, isNumber })),
    ...['Cost', 'Latency'].map((label) => ({ key: label, label, isNumber: true })),
  ];
}

interface RowItemProps extends PlacedRow, Pick<RowListProps, 'evaluators'> {
  readonly row: Row;
}

function RowItem({ row, evaluators, ...placed }: RowItemProps) {
  return (
    <TableRow label={row.name} {...placed}>
      <span role="cell">{cutText(row.inputs, LINE_LENGTH)}</span>
      <span role="cell">{cutText(row.expected, LINE_LENGTH)}</span>
      <span role="cell" className={row.isFailed ? 'bad' : undefined}>
        {cutText(row.output, LINE_LENGTH)}
      </span>
      {evaluators.map(({ id, isNumber }) => (
        <span role="cell" key={id} className={isNumber ? 'number' : toneOf(row.verdicts[id])}>
          {cutText(row.verdicts[id] ?? '', LINE_LENGTH)}
        </span>
      ))}
      <span role="cell" className="number">
        {formatCost(row.cost)}
      </span>
      <span role="cell" className="number">
        {formatSeconds(row.latency)}
      </span>
    </TableRow>
  );
}

type Shown = 'all' | 'failed' | 'errors';

export function toShown(text: string | undefined): Shown {
  return text === 'failed' || text === 'errors' ? text : 'all';
}

/** Finds rows that contain a text, ignoring case. */
export function findRows(rows: readonly Row[], shown: Shown, text: string): readonly Row[] {
  const needle = text.toLowerCase();
  if (shown === 'all' && needle === '') return rows;
  return rows.filter((row) => isShown(row, shown) && (needle === '' || hasText(row, needle)));
}

function isShown(row: Row, shown: Shown): boolean {
  if (shown === 'all') return true;
  return row.hasError || (shown === 'failed' && Object.values(row.verdicts).includes('false'));
}

function hasText({ name, inputs, expected, output, reasons }: Row, needle: string): boolean {
  const texts = [name, inputs, expected, output, ...Object.values(reasons)];
  return texts.some((text) => text.toLowerCase().includes(needle));
}
