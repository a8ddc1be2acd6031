import { textOf } from '../../text/text-of.ts';
import type { RouteAnswer } from '../../../contract/deployments/route-schema.ts';
import { readFigures } from '../../traces/call-figures.ts';
import type { Outcome } from '../outcome/outcome.ts';

/** The answers of rows, by column and row. Listeners hear of changes a few times per second. */
export interface CellStore {
  readonly get: (columnId: string, row: number) => Cell | undefined;
  /** Replaces a cell; `null` removes it. */
  readonly set: (columnId: string, row: number, cell: Cell | null) => void;
  /** Changes a cell that exists. */
  readonly change: (columnId: string, row: number, update: (cell: Cell) => Cell) => void;
  /** Lists the cells of a column with their rows, in the order in which they were first set. */
  readonly ofColumn: (columnId: string) => ReadonlyMap<number, Cell>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Notifies the listeners soon. */
  readonly touch: () => void;
  /** A number that differs after each notification. */
  readonly version: () => number;
}

/** Many calls end at once: drawing after each of them would take longer than the calls. */
const PAUSE_MS = 50;
const NONE: ReadonlyMap<number, Cell> = new Map();

export function createCellStore(): CellStore {
  const columns = new Map<string, Map<number, Cell>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let isWaiting = false;
  const notify = () => {
    isWaiting = false;
    version += 1;
    for (const listener of listeners) listener();
  };
  const touch = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(notify, PAUSE_MS);
  };
  const get = (columnId: string, row: number) => columns.get(columnId)?.get(row);
  const set = (columnId: string, row: number, cell: Cell | null) => {
    const cells = columns.get(columnId) ?? new Map<number, Cell>();
    columns.set(columnId, cells);
    if (cell === null) cells.delete(row);
    else cells.set(row, cell);
    touch();
  };
  return {
    get,
    set,
    change: (columnId, row, update) => {
      const cell = get(columnId, row);
      if (cell !== undefined) set(columnId, row, update(cell));
    },
    ofColumn: (columnId) => columns.get(columnId) ?? NONE,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch,
    version: () => version,
  };
}

/** The answer to one row with one configuration. The trace is not stored: there may be ten thousand rows. */
export interface Cell {
  readonly state: 'running' | 'done' | 'failed';
  /** The answer; `undefined` before it is there. */
  readonly data: unknown;
  /** The answer or the error as text. */
  readonly text: string;
  readonly seconds: number | null;
  readonly cost: number | null;
  readonly tokens: number | null;
  /** The configuration it came from, as JSON. */
  readonly config: string;
  /** Scores by the id of the evaluator's configuration. */
  readonly scores: Readonly<Record<string, Score>>;
}

/** The score of an answer by one evaluator. */
export interface Score {
  readonly state: 'running' | 'done' | 'failed';
  /** A pass as 1 and a failure as 0; `null` when there is no number. */
  readonly value: number | null;
  /** The score or the error as text. */
  readonly text: string;
}

const EMPTY = { data: undefined, text: '', seconds: null, cost: null, tokens: null, scores: {} };

/** A cell whose call has not been answered. */
export function runningCell(config: string): Cell {
  return { ...EMPTY, state: 'running', config };
}

/** Converts the outcome of a call; `null` for a cancelled one, which leaves no answer. */
export function toCell(outcome: Outcome, config: string): Cell | null {
  switch (outcome.state) {
    case 'running':
      return runningCell(config);
    case 'cancelled':
      return null;
    case 'failed': {
      const { status, message } = outcome;
      return { ...EMPTY, state: 'failed', text: status === null ? message : `Status ${status}: ${message}`, config };
    }
    case 'done':
      return { ...EMPTY, ...readAnswer(outcome.answer, outcome.seconds), state: 'done', config };
  }
}

function readAnswer(
  answer: RouteAnswer,
  measured: number,
): Pick<Cell, 'data' | 'text' | 'seconds' | 'cost' | 'tokens'> {
  const { cost, tokens, seconds } = readFigures(answer);
  const { data } = answer;
  return { data, text: textOf(data, 2), seconds: seconds ?? measured, cost, tokens: tokens?.total ?? null };
}
