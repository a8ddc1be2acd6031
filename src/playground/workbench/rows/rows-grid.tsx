import { type KeyboardEvent, useId, useState } from 'react';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import type { Column } from '../../drafts/draft.ts';
import { useScroll, visibleRange } from '../../elements/row-table.tsx';
import { CellView, ColumnHead } from './cell-view.tsx';
import type { CellStore } from './cell-store.ts';
import type { RowTexts, ShownRows } from './grid-rows.ts';
import { clamp } from '../../../foundation/numbers.ts';

const ROW_HEIGHT = 92;
const HEAD_HEIGHT = 58;
const SCROLLBAR = 18;
/** Least widths. */
const [ROW_REM, INPUTS_REM, EXPECTED_REM, ANSWER_REM] = [3.5, 10, 8, 15];

interface RowsGridProps {
  readonly indexes: readonly number[];
  readonly count: number;
  readonly isComplete: boolean;
  readonly textsOf: (row: number) => RowTexts;
  readonly store: CellStore;
  readonly columns: readonly Column[];
  readonly configOf: (column: Column) => Parameters;
  readonly evaluators: readonly EvaluatorConfig[];
  readonly shown: ShownRows;
  readonly opened: number;
  readonly onOpen: (row: number) => void;
}

/** Rows by configurations. Draws only the rows on the screen; arrow keys move, Enter opens. */
export function RowsGrid(props: RowsGridProps) {
  const { indexes, count, isComplete, store, columns, configOf, evaluators, onOpen } = props;
  const id = useId();
  const [active, setActive] = useState(0);
  const { element, scrollTop, height, onScroll } = useScroll(indexes.length);
  const { first, end } = visibleRange(scrollTop, height, ROW_HEIGHT, indexes.length);
  const current = Math.min(active, indexes.length - 1);
  const template = `${ROW_REM}rem minmax(${INPUTS_REM}rem, 1.2fr) minmax(${EXPECTED_REM}rem, 1fr) repeat(${columns.length}, minmax(${ANSWER_REM}rem, 2fr))`;
  const widths = ROW_REM + INPUTS_REM + EXPECTED_REM + columns.length * ANSWER_REM + (columns.length + 2) * 0.75 + 1.5;
  const move = (event: KeyboardEvent) => {
    const row = indexes[current];
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && row !== undefined) return onOpen(row);
    const next = nextRow(event.key, current, indexes.length, Math.max(1, Math.floor(height / ROW_HEIGHT) - 1));
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    scrollTo(element.current, next);
  };
  return (
    <>
      <p className="faint rows-count" role="status">
        {indexes.length === count ? '' : `${indexes.length.toLocaleString('en')} of `}
        {count.toLocaleString('en')} {count === 1 ? 'row' : 'rows'}
        {isComplete ? '' : ', loading…'}
      </p>
      <div
        className="card rows row-grid"
        ref={element}
        onScroll={onScroll}
        onKeyDown={move}
        style={{ maxBlockSize: indexes.length * ROW_HEIGHT + HEAD_HEIGHT + SCROLLBAR }}
        tabIndex={0}
        role="grid"
        aria-label="Rows and answers"
        aria-rowcount={isComplete ? indexes.length + 1 : -1}
        aria-colcount={columns.length + 3}
        aria-activedescendant={current >= first && current < end ? `${id}-${current}` : undefined}
      >
        <div className="rows-head" role="rowgroup" style={{ minInlineSize: `${widths}rem` }}>
          <div role="row" aria-rowindex={1} className="row" style={{ gridTemplateColumns: template }}>
            <span role="columnheader">Row</span>
            <span role="columnheader">Inputs</span>
            <span role="columnheader">Expected</span>
            {columns.map((column, index) => (
              <ColumnHead key={column.id} index={index} column={column} store={store} evaluators={evaluators} />
            ))}
          </div>
        </div>
        <div
          className="rows-body"
          role="rowgroup"
          style={{ blockSize: indexes.length * ROW_HEIGHT, minInlineSize: `${widths}rem` }}
        >
          {indexes.slice(first, end).map((row, offset) => (
            <GridRow
              key={row}
              {...props}
              id={`${id}-${first + offset}`}
              row={row}
              position={first + offset}
              template={template}
              isActive={first + offset === current}
              configs={columns.map((column) => JSON.stringify(configOf(column)))}
              onPoint={() => setActive(first + offset)}
            />
          ))}
        </div>
      </div>
    </>
  );
}

interface GridRowProps extends RowsGridProps {
  readonly id: string;
  readonly row: number;
  readonly position: number;
  readonly template: string;
  readonly isActive: boolean;
  readonly configs: readonly string[];
  readonly onPoint: () => void;
}

function GridRow(props: GridRowProps) {
  const { id, row, position, template, isActive, configs, onPoint } = props;
  const { textsOf, store, columns, evaluators, shown, opened, onOpen } = props;
  const { inputs, expected } = textsOf(row);
  const baseline = columns[0] === undefined ? undefined : store.get(columns[0].id, row);
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={position + 2}
      aria-selected={row === opened}
      className="row"
      data-active={isActive || undefined}
      data-selected={row === opened || undefined}
      style={{
        gridTemplateColumns: template,
        transform: `translateY(${position * ROW_HEIGHT}px)`,
        blockSize: ROW_HEIGHT,
      }}
      onClick={() => {
        onPoint();
        onOpen(row);
      }}
    >
      <span role="rowheader">{row + 1}</span>
      <span role="gridcell" className="clamp">
        {shorten(inputs)}
      </span>
      <span role="gridcell" className="clamp">
        {shorten(expected)}
      </span>
      {columns.map((column, index) => (
        <CellView
          key={column.id}
          cell={store.get(column.id, row)}
          baseline={shown === 'differences' && index > 0 ? baseline : undefined}
          isOutdated={store.get(column.id, row)?.config !== configs[index]}
          evaluators={evaluators}
        />
      ))}
    </div>
  );
}

/** More characters than a cell has room for. */
const MAX_SHOWN = 600;

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The head covers the first rows of the box. */
function scrollTo(box: HTMLElement | null, row: number): void {
  if (box === null) return;
  const [top, bottom] = [row * ROW_HEIGHT, (row + 1) * ROW_HEIGHT + HEAD_HEIGHT + SCROLLBAR];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}

/**
 * Finds the row that a key leads to.
 *
 * @param page - number of rows of one screen
 * @returns `null` for a key that does not move
 */
export function nextRow(key: string, current: number, count: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    j: 1,
    k: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined || count === 0 ? null : clamp(current + step, 0, count - 1);
}
