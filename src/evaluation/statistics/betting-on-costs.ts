import type { Interval } from './intervals.ts';
import { logCapitalOf } from './betting.ts';

/** Figures of at least 0, in two lists of the same order and length. */
export interface PairedFigures {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** A figure may be so many times the limit that a mean is compared with: none could rule out a rarer, greater one. */
export const MEAN_REACH = 50;

/** A row's figures may differ by so many times the greater of the two means. */
export const RATIO_REACH = 10;

/**
 * Computes the interval of the mean of figures that have no greatest one, such as costs. The lower end holds for every
 * distribution; the upper end if no figure exceeds `MEAN_REACH` times it.
 *
 * @returns the upper end is `null` where the figures are too few for one
 * @source Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86 (2024)
 */
export function unlimitedMeanInterval(figures: Float64Array, level: number): readonly [number, number | null] {
  const [counts, limit] = [new Float64Array(figures.length).fill(1), Math.log(2 / (1 - level))];
  const mean = meanOf(figures);
  const isAbove = (end: number) =>
    logCapitalOf(
      figures.map((figure) => figure / end - 1),
      counts,
    ) >= limit;
  const isBelow = (end: number) =>
    figures.every((figure) => figure <= MEAN_REACH * end) &&
    logCapitalOf(
      figures.map((figure) => (1 - figure / end) / (MEAN_REACH - 1)),
      counts,
    ) >= limit;
  if (mean === 0) return [0, null];
  const beyond = mean * MAX_BEYOND;
  const low = isAbove(mean / MAX_BEYOND) ? boundaryOf(mean / MAX_BEYOND, mean, isAbove) : 0;
  return [low, isBelow(beyond) ? boundaryOf(beyond, mean, isBelow) : null];
}

/** Ends that lie further from the mean say nothing. */
const MAX_BEYOND = 1000;

/**
 * Computes the interval of a bill's change, as a share of the first bill: the ratio of the two means minus 1. For each
 * ratio, it bets on `after − ratio × before`, so that the first mean counts as the estimate that it is. It holds if no
 * row's figure exceeds `RATIO_REACH` times the greater mean.
 *
 * @returns `null` where a row exceeds that, or where nothing was paid before
 * @source as `unlimitedMeanInterval`; Fieller, "Some problems in interval estimation", JRSS B 16 (1954), for the ratio
 */
export function billChangeInterval({ before, after }: PairedFigures, level: number): Interval | null {
  const [one, other] = [meanOf(before), meanOf(after)];
  const reach = RATIO_REACH * Math.max(one, other);
  if (one === 0 || exceeds(before, reach) || exceeds(after, reach)) return null;
  const [counts, limit] = [new Float64Array(before.length).fill(1), Math.log(2 / (1 - level))];
  const oddsOf = (ratio: number, sign: 1 | -1) =>
    after.map((figure, index) => Math.max(-1, (sign * (figure - ratio * (before[index] ?? 0))) / reach));
  const isAbove = (ratio: number) => logCapitalOf(oddsOf(ratio, 1), counts) >= limit;
  const isBelow = (ratio: number) => logCapitalOf(oddsOf(ratio, -1), counts) >= limit;
  const centre = other / one;
  const most = (centre + 1) * MAX_BEYOND;
  const low = isAbove(0) ? boundaryOf(0, centre, isAbove) : 0;
  return isBelow(most) ? [low - 1, boundaryOf(most, centre, isBelow) - 1] : null;
}

/** Answers whether a row's figure exceeds what `billChangeInterval` presumes. */
export function exceedsReach({ before, after }: PairedFigures): boolean {
  const reach = RATIO_REACH * Math.max(meanOf(before), meanOf(after));
  return exceeds(before, reach) || exceeds(after, reach);
}

function exceeds(figures: Float64Array, limit: number): boolean {
  return figures.some((figure) => figure > limit);
}

/** Finds where a refutation ends, between a refuted number and one that is not. @returns the last refuted one */
function boundaryOf(refuted: number, possible: number, isRefuted: (end: number) => boolean): number {
  let [out, inside] = [refuted, possible];
  for (let step = 0; step < 60 && Math.abs(inside - out) > 1e-9 * Math.abs(possible); step += 1) {
    const middle = (out + inside) / 2;
    if (isRefuted(middle)) out = middle;
    else inside = middle;
  }
  return out;
}

function meanOf(figures: Float64Array): number {
  return figures.length === 0 ? 0 : figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}
