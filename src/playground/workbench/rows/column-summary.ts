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
    seconds: meanOf(done.map(({ seconds }) => seconds)),
    cost: done.length === 0 ? null : sumOf(done.map(({ cost }) => cost)),
    scores: Object.fromEntries(
      [...ids].flatMap((id) => {
        const values = done.map(({ scores }) => scores[id]?.value ?? null).filter((value) => value !== null);
        const mean = meanOf(values);
        return mean === null ? [] : [[id, { mean, rows: values.length }]];
      }),
    ),
  };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}
