import type { Interval } from './intervals.ts';
import { type BoundedSample, findRoot, logCapitalOf } from './betting.ts';

/** Figures of at least 0, in two lists of the same order and length. */
export interface PairedFigures {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** Pairs of figures, each with how often it occurs. */
interface CountedFigures extends PairedFigures {
  /** @defaultValue once */
  readonly counts?: Float64Array;
}

/** A figure may be so many times the limit that a mean is compared with: none could rule out a rarer, greater one. */
export const MEAN_REACH = 50;

/** A row's figures may differ by so many times the greater of the two means. */
export const RATIO_REACH = 10;

/**
 * Computes the interval of the mean of figures that have no greatest one, such as costs. The lower end holds for every
 * distribution; the upper end if no figure exceeds `MEAN_REACH` times it.
 *
 * @param sample - figures of at least 0, each with how often it occurs
 * @returns the upper end is `null` where the figures are too few for one
 * @source Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86 (2024)
 */
export function unlimitedMeanInterval(
  { values, counts }: BoundedSample,
  level: number,
): readonly [number, number | null] {
  const limit = Math.log(2 / (1 - level));
  const mean = meanOf(values, counts);
  const isAbove = (end: number) => {
    const odds = values.map((figure) => figure / end - 1);
    return logCapitalOf(odds, counts) - limit;
  };
  const isBelow = (end: number) => {
    const odds = values.map((figure) => (1 - figure / end) / (MEAN_REACH - 1));
    return logCapitalOf(odds, counts) - limit;
  };
  if (mean === 0) return [0, isBelow(1) >= 0 ? 0 : null];
  const low = refutedBelow(mean, isAbove, mean / MAX_BEYOND);
  const reached = values.reduce((most, figure) => Math.max(most, figure / MEAN_REACH), mean);
  const high = refutedBelow(-reached, (end) => isBelow(-end), -mean * MAX_BEYOND);
  return [low ?? 0, high === null ? null : -high];
}

/** Ends that lie further from the mean say nothing. */
const MAX_BEYOND = 1000;

/**
 * Computes the interval of a bill's change, as a share of the first bill: the ratio of the two means minus 1. For each
 * ratio, it bets on `after − ratio × before`, so that the first mean counts as the estimate that it is. It holds if no
 * row's figure exceeds `RATIO_REACH` times the greater mean.
 *
 * @param greatest - the greatest figure that a row can have, where it is known
 * @returns `null` where a row exceeds that, or where nothing was paid before
 * @source as `unlimitedMeanInterval`; Fieller, "Some problems in interval estimation", JRSS B 16 (1954), for the ratio
 */
export function billChangeInterval(
  { before, after, counts = new Float64Array(before.length).fill(1) }: CountedFigures,
  level: number,
  greatest?: number,
): Interval | null {
  const [one, other] = [meanOf(before, counts), meanOf(after, counts)];
  const reach = greatest ?? RATIO_REACH * Math.max(one, other);
  if (one === 0 || exceeds(before, reach) || exceeds(after, reach)) return null;
  const limit = Math.log(2 / (1 - level));
  const oddsOf = (ratio: number, sign: 1 | -1) =>
    after.map((figure, index) => Math.max(-1, (sign * (figure - ratio * (before[index] ?? 0))) / reach));
  const gain = (ratio: number, sign: 1 | -1) => logCapitalOf(oddsOf(ratio, sign), counts) - limit;
  const centre = other / one;
  const low = refutedBelow(centre, (ratio) => gain(ratio, 1), 0);
  const high = refutedBelow(-centre, (ratio) => gain(-ratio, -1), -(centre + 1) * MAX_BEYOND);
  return high === null ? null : [(low ?? 0) - 1, -high - 1];
}

/**
 * Finds the end of what bets refute below `centre`. Negated, what they refute above it is below it, too.
 *
 * @param gain - of the bets, beyond what refutes; falls
 * @returns `null` if they do not refute `least`
 */
function refutedBelow(centre: number, gain: (end: number) => number, least: number): number | null {
  if (centre <= least) return null;
  if (gain(centre) >= 0) return centre;
  let [step, high] = [(Math.abs(centre) || 1) / 64, centre];
  for (;;) {
    const low = Math.max(least, centre - step);
    if (gain(low) >= 0) return findRoot(gain, low, high);
    if (low === least) return null;
    [step, high] = [step * 4, low];
  }
}

function exceeds(figures: Float64Array, limit: number): boolean {
  return figures.some((figure) => figure > limit);
}

function meanOf(figures: Float64Array, counts: Float64Array): number {
  let [sum, count] = [0, 0];
  for (let index = 0; index < figures.length; index += 1) {
    sum += (figures[index] ?? 0) * (counts[index] ?? 0);
    count += counts[index] ?? 0;
  }
  return count === 0 ? 0 : sum / count;
}
