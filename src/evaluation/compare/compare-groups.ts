import { notFound } from '../../foundation/errors/not-found.ts';
import { bySize, createRowGroups, SMALL_GROUP } from '../groups/group-rows.ts';
import { cellOf } from '../groups/row-cells.ts';
import type { PairedCalls, UndecidedMetric } from './compare-metric.ts';
import { readRepeated } from './group-repeats.ts';
import type { RowPair } from './pair-rows.ts';
import type { SharedMetric } from './shared-metrics.ts';

/** A group before the number of metrics and groups sets the levels of its verdicts. */
export interface UndecidedGroup {
  readonly value: unknown;
  readonly rows: number;
  readonly is_small: boolean;
  readonly metrics: readonly UndecidedMetric[];
}

/** Compares the pairs of each value of a column by themselves. */
export interface GroupedComparison {
  add(this: void, pair: RowPair, calls: PairedCalls): void;
  /** @throws {WF_NOT_FOUND} when no row has the column */
  read(this: void, level: number): readonly UndecidedGroup[];
}

/**
 * Creates the comparison of each value of a test set column. Other fields differ between the two evaluations: rows chosen
 * by a low score in one would be better in the other by chance alone.
 *
 * @param begin - begins a group's comparison
 */
export function createGroupedComparison(column: string, begin: () => readonly SharedMetric[]): GroupedComparison {
  const grouped = createRowGroups(
    column,
    (row) => cellOf(row, column),
    () => ({ pairs: 0, metrics: begin() }),
  );
  return {
    add(pair, calls) {
      const group = grouped.of(pair.baseline[0]);
      group.pairs += 1;
      for (const { first, second, comparison } of group.metrics) {
        comparison.add(readRepeated(first, pair.baseline), readRepeated(second, pair.candidate), calls);
      }
    },
    read(level) {
      const { groups, columns } = grouped.read();
      if (!columns.has(column)) throw notFound({ kind: 'column of the rows', name: column, available: [...columns] });
      const compared = groups.map(({ value, collected: { pairs, metrics } }) => ({
        value,
        rows: pairs,
        is_small: pairs < SMALL_GROUP,
        metrics: metrics.map(({ comparison }) => comparison.read(level)),
      }));
      return compared.toSorted(bySize);
    },
  };
}
