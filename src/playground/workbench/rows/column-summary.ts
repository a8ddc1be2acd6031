import { mean, sumOrNull } from '../../../foundation/numbers.ts';
import type { Cell } from './cell.ts';

/** The answers of one configuration, summed up. */
export interface ColumnSummary {
  readonly done: number;
  readonly failed: number;
  /** Mean latency of the answers; `null` without one. */
  readonly seconds: number | null;
  /** Total cost; `null` when that of an answer is unknown. */
  readonly cost: number | null;
  /** Mean score and number of scored rows, by the id of the evaluator's configuration. */
  readonly scores: Readonly<Record<string, { readonly mean: number; readonly rows: number }>>;
}

export function summarise(cells: Iterable<Cell>): ColumnSummary {
  const all = [...cells];
  const done = all.filter(({ state }) => state === 'done');
  const ids = new Set(done.flatMap(({ scores }) => Object.keys(scores)));
  return {
    done: done.length,
    failed: all.filter(({ state }) => state === 'failed').length,
    seconds: mean(done.map(({ seconds }) => seconds).filter((value) => value !== null)),
    cost: done.length === 0 ? null : sumOrNull(done.map(({ cost }) => cost)),
    scores: Object.fromEntries(
      [...ids].flatMap((id) => {
        const values = done.map(({ scores }) => scores[id]?.value ?? null).filter((value) => value !== null);
        const average = mean(values);
        return average === null ? [] : [[id, { mean: average, rows: values.length }]];
      }),
    ),
  };
}
