import { decideMetrics } from '../../../src/evaluation/compare/compare-evaluations.ts';
import { createRandom } from '../../../src/evaluation/statistics/random.ts';
import { createDraw, type Shape } from './shapes.ts';
import { comparePairs, pairsOf, type SimulateOptions } from './simulate.ts';

/** Simulates a comparison of groups that all change alike. @returns the share of the groups with a verdict */
export function simulateGroups(shape: Shape, groups: number, { rows, runs, seed }: SimulateOptions): number {
  const draw = createDraw(createRandom(seed));
  let found = 0;
  for (let run = 0; run < runs; run += 1) {
    const compared = Array.from({ length: groups }, (_, group) =>
      comparePairs(
        shape.kind,
        pairsOf(rows, () => shape.alike(draw)),
        run * groups + group,
      ),
    );
    for (const { verdict } of decideMetrics(compared, 0.95))
      if (verdict === 'better' || verdict === 'worse') found += 1;
  }
  return found / runs / groups;
}
