import { textOf } from '../../text/text-of.ts';
import { readFigures } from '../../traces/call-figures.ts';
import type { Outcome } from '../outcome/outcome.ts';

/** Many calls end at once: drawing after each of them would take longer than the calls. */
const PAUSE_MS = 50;
const NONE: ReadonlyMap<number, Cell> = new Map();

export type CellStore = ReturnType<typeof createCellStore>;

/** Creates a store for the answers of rows, by column and row. Listeners hear of changes a few times per second. */
export function createCellStore() {
  const columns = new Map<string, Map<number, Cell>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let isWaiting = false;
  const notify = () => {
    isWaiting = false;
    version += 1;
    for (const listener of listeners) listener();
  };
  /** Notifies the listeners soon. */
  const touch = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(notify, PAUSE_MS);
  };
  const get = (columnId: string, row: number) => columns.get(columnId)?.get(row);
  /** Replaces a cell; `null` removes it. */
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
    /** Changes a cell that exists. */
    change: (columnId: string, row: number, update: (cell: Cell) => Cell) => {
      const cell = get(columnId, row);
      if (cell !== undefined) set(columnId, row, update(cell));
    },
    /** Lists the cells of a column with their rows, in the order in which they were first set. */
    ofColumn: (columnId: string) => columns.get(columnId) ?? NONE,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch,
    /** A number that differs after each notification. */
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
      const { status, message, tree } = outcome;
      const { cost, tokens, costFrom } = readFigures({ tree });
      const text = status === null ? message : `Status ${status}: ${message}`;
      const isRefused = tree === null && status !== null && status < 500;
      // A call that ended before it called a model cost nothing.
      const spent = isRefused || (tree !== null && costFrom === '') ? 0 : cost;
      return { ...EMPTY, state: 'failed', text, cost: spent, tokens: tokens?.total ?? null, config };
    }
    case 'done': {
      const { data } = outcome.answer;
      const { cost, tokens: used, seconds: own } = readFigures(outcome.answer);
      const [seconds, tokens] = [own ?? outcome.seconds, used?.total ?? null];
      return { ...EMPTY, state: 'done', data, text: textOf(data, 2), seconds, cost, tokens, config };
    }
  }
}
