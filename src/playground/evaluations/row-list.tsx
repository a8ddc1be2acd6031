import { useLayoutEffect, useRef, useState } from 'react';
import { formatCost, formatSeconds } from '../text/format-figures.ts';
import type { EvaluatorColumn } from './evaluator-columns.ts';
import type { Row } from './read-row.ts';
import { RowDetails, toneOf } from './row-details.tsx';
import { visibleRange } from './visible-range.ts';

const ROW_HEIGHT = 36;
/** Height for a horizontal scroll bar and borders. */
const SCROLLBAR = 18;

interface RowListProps {
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
  readonly evaluators: readonly EvaluatorColumn[];
}

/** The rows of an evaluation. Draws only those on the screen. */
export function RowList({ rows, isComplete, evaluators }: RowListProps) {
  const { element, scrollTop, height, onScroll } = useScroll(rows.length);
  const [selected, setSelected] = useState<string | null>(null);
  const { first, end } = visibleRange(scrollTop, height, ROW_HEIGHT, rows.length);
  const columns = `4rem minmax(8rem, 2fr) minmax(6rem, 1fr) minmax(8rem, 2fr) repeat(${evaluators.length}, minmax(5rem, 0.7fr)) 6rem 6rem`;
  const row = rows.find(({ id }) => id === selected);
  return (
    <section aria-label="Rows" className="rows-section">
      <p className="faint" role="status">
        {rows.length.toLocaleString('en')} {rows.length === 1 ? 'row' : 'rows'}
        {isComplete ? '' : ', loading…'}
      </p>
      <div
        className="card rows"
        ref={element}
        onScroll={onScroll}
        style={{ maxBlockSize: (rows.length + 1) * ROW_HEIGHT + SCROLLBAR }}
        tabIndex={0}
        role="group"
        aria-label="Rows, scrolling"
      >
        <div role="table" aria-label="Rows" aria-rowcount={isComplete ? rows.length + 1 : -1}>
          <div role="rowgroup" className="rows-head">
            <div role="row" aria-rowindex={1} className="row" style={{ gridTemplateColumns: columns }}>
              {headsOf(evaluators).map(({ key, label, isNumber }) => (
                <span key={key} role="columnheader" className={isNumber ? 'number' : undefined}>
                  {label}
                </span>
              ))}
            </div>
          </div>
          <div role="rowgroup" className="rows-body" style={{ blockSize: rows.length * ROW_HEIGHT }}>
            {rows.slice(first, end).map((each, offset) => (
              <RowItem
                key={each.id}
                row={each}
                index={first + offset}
                columns={columns}
                evaluators={evaluators}
                isSelected={each.id === selected}
                onSelect={() => setSelected(each.id === selected ? null : each.id)}
              />
            ))}
          </div>
        </div>
      </div>
      {row === undefined ? null : (
        <RowDetails
          key={row.id}
          row={row}
          number={rows.indexOf(row) + 1}
          evaluators={evaluators}
          onClose={() => setSelected(null)}
        />
      )}
    </section>
  );
}

function headsOf(evaluators: readonly EvaluatorColumn[]) {
  return [
    ...['Row', 'Inputs', 'Expected', 'Output'].map((label) => ({ key: label, label, isNumber: false })),
    ...evaluators.map(({ id, name }) => ({ key: id, label: name, isNumber: false })),
    ...['Cost', 'Latency'].map((label) => ({ key: label, label, isNumber: true })),
  ];
}

interface RowItemProps {
  readonly row: Row;
  readonly index: number;
  readonly columns: string;
  readonly evaluators: readonly EvaluatorColumn[];
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function RowItem({ row, index, columns, evaluators, isSelected, onSelect }: RowItemProps) {
  const style = {
    gridTemplateColumns: columns,
    transform: `translateY(${index * ROW_HEIGHT}px)`,
    blockSize: ROW_HEIGHT,
  };
  return (
    <div role="row" aria-rowindex={index + 2} className="row" data-selected={isSelected || undefined} style={style}>
      <span role="cell">
        <button type="button" className="link" aria-expanded={isSelected} onClick={onSelect}>
          {index + 1}
          <span className="hidden"> show whole</span>
        </button>
      </span>
      <span role="cell">{row.inputs}</span>
      <span role="cell">{row.expected}</span>
      <span role="cell" className={row.isFailed ? 'bad' : undefined}>
        {row.output}
      </span>
      {evaluators.map(({ id }) => (
        <span role="cell" key={id} className={toneOf(row.verdicts[id])}>
          {row.verdicts[id] ?? ''}
        </span>
      ))}
      <span role="cell" className="number">
        {formatCost(row.cost)}
      </span>
      <span role="cell" className="number">
        {formatSeconds(row.latency)}
      </span>
    </div>
  );
}

/** @param length - length of the list: a longer one gets a higher box */
function useScroll(length: number) {
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState({ scrollTop: 0, height: 600 });
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0 } = element.current ?? {};
    setState({ scrollTop, height: clientHeight });
  };
  useLayoutEffect(onScroll, [length]);
  return { element, onScroll, ...state };
}
