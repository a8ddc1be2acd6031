import { ROW_RANGES } from '../../../foundation/sizes.ts';
import type { Row } from '../read-row.ts';

/**
 * Writes which rows have no result yet, by their index in the test set: `2-20,35`. More ranges than a request may name
 * are joined where few rows are between them. Empty: all have one.
 */
export function pendingRanges(rows: readonly Pick<Row, 'name' | 'isPending'>[]): string {
  const pending = rows.filter(({ isPending }) => isPending).map(({ name }) => Number.parseInt(name, 10));
  const gaps = pending.slice(1).map((row, index) => ({ size: row - (pending[index] ?? row), end: index + 1 }));
  const widest = gaps
    .filter(({ size }) => size > 1)
    .toSorted((one, other) => other.size - one.size)
    .slice(0, ROW_RANGES.most - 1);
  const starts = [...(pending.length === 0 ? [] : [0]), ...widest.map(({ end }) => end)].toSorted((a, b) => a - b);
  return starts
    .map((start, index) => {
      const [first, last] = [pending[start], pending[(starts[index + 1] ?? pending.length) - 1]];
      return first === last ? String(first) : `${first}-${last}`;
    })
    .join();
}

interface Page<R> {
  readonly items: readonly R[];
}

/** Replaces rows by newer ones, and keeps the pages that have none of them. */
export function mergeRows<R extends { readonly id: string }, P extends Page<R>>(
  pages: readonly P[],
  newer: readonly R[],
): P[] {
  const byId = new Map(newer.map((row) => [row.id, row]));
  return pages.map((page) =>
    page.items.some(({ id }) => byId.has(id))
      ? { ...page, items: page.items.map((row) => byId.get(row.id) ?? row) }
      : page,
  );
}
