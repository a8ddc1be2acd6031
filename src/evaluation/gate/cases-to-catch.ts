import { differenceInterval } from '../compare/compare-metric.ts';
import { binomialCdf } from '../statistics/distributions.ts';
import { leastCount, pairsToFind } from '../statistics/power.ts';
import type { PlannedMetric } from './plan-metric.ts';

export interface CatchingCases {
  readonly cases: number | null;
  readonly assumption: string;
}

/** A loss is shown in so many of all comparisons. */
const POWER = 0.8;

const MAX_CASES = 2 ** 30;

/**
 * Computes how many cases show a loss in 80 % of all comparisons: that the verdict is "worse", not that the loss is surely
 * greater than a margin.
 *
 * @param loss - of the mean, above 0
 * @param level - of the comparison, after its correction for several metrics
 * @returns `null` where it depends on figures that nobody knows yet
 */
export function casesToCatch(loss: number, { kind, range }: PlannedMetric, level: number): CatchingCases | null {
  if (range === null || kind === 'cost' || kind === 'latency') return null;
  const reach = range[1] - range[0];
  const share = loss / reach;
  if (share <= 0 || share > 1) return null;
  if (kind === 'pass_fail') {
    const cases = pairsToFind(share, { discordant: share, power: POWER, level });
    return { cases, assumption: 'all cases that change get worse' };
  }
  const isShown = (cases: number) => {
    const lost = likelyCount(cases, share);
    const sample = { values: Float64Array.of(0, 0.5), counts: Float64Array.of(lost, cases - lost) };
    return differenceInterval(sample, reach, level)[1] < 0;
  };
  const cases = leastCount(0, MAX_CASES, isShown);
  return { cases, assumption: 'the cases that change lose the whole range' };
}

/** Finds how many of the cases are lost at least in 80 % of all samples. */
function likelyCount(cases: number, share: number): number {
  let count = Math.floor(cases * share);
  while (count > 0 && binomialCdf(count - 1, cases, share) > 1 - POWER) count -= 1;
  return count;
}
