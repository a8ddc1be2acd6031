import { quantileSorted } from 'd3-array';
import type { ComparedMetric, ComparedPoints, PointedMetric } from '../../../contract/evaluations/comparison.ts';
import type { Pair } from '../../pictures/before-after-plot.tsx';

/** Lists the rows that have a value before and after. */
export function pairsOf(
  { rows }: Pick<ComparedPoints, 'rows'>,
  { before, after }: PointedMetric,
  goal: ComparedMetric['goal'],
): readonly Pair[] {
  return rows.flatMap((row, index) => {
    const [one = null, other = null] = [before[index], after[index]];
    if (one === null || other === null) return [];
    const gain = goal === 'higher' ? other - one : one - other;
    return [{ row, before: one, after: other, change: gain > 0 ? 'better' : gain < 0 ? 'worse' : 'same' } as const];
  });
}

/** Finds the value that a share of the values does not exceed; half of them without one. */
export function medianOf(values: readonly number[], share = 0.5): number {
  return (
    quantileSorted(
      values.toSorted((one, other) => one - other),
      share,
    ) ?? Number.NaN
  );
}
