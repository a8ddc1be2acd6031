import { fairCoinCdf } from './distributions.ts';
import type { PairedFigures } from './betting-on-costs.ts';
import { leastSignTestCount } from './hypothesis-tests.ts';
import type { Interval } from './intervals.ts';
import { quantileOfSorted, quantileRanks } from './quantiles.ts';

/** What a paired comparison says about one ratio; both agree on whether there is a change. */
interface RatioAnswer {
  readonly pValue: number;
  /** Ends of the logarithm of the ratio; `null` where the rows are too few for both ends. */
  readonly intervalAt: (level: number) => Interval | null;
}

/**
 * Compares the typical row: the median of the rows' ratios. It holds for every distribution. Rows that lasted as long count
 * against both directions.
 *
 * @param logs - logarithms of each row's ratio
 * @source Conover, Practical Nonparametric Statistics, §3.2 and §3.4
 */
export function compareMedianRatio(logs: Float64Array): RatioAnswer & { readonly logRatio: number } {
  const sorted = logs.toSorted();
  const count = sorted.length;
  const atMost = sorted.filter((log) => log <= 0).length;
  const atLeast = sorted.filter((log) => log >= 0).length;
  return {
    logRatio: quantileOfSorted(sorted, 0.5),
    pValue: Math.min(1, 2 * fairCoinCdf(Math.min(atMost, atLeast), count)),
    intervalAt: (level) => {
      const [low, high] = quantileRanks(count, 0.5, level).map((rank) => sorted[rank - 1]);
      return low === undefined || high === undefined ? null : [low, high];
    },
  };
}

interface SlowRatioAnswer extends RatioAnswer {
  /** Also holds for latencies of which one varies more than the other. */
  readonly gateIntervalAt: RatioAnswer['intervalAt'];
}

/** The share of the calls above the percentile that is compared. */
const SLOW = 0.05;

/** Least number of rows whose slowest calls can decide, per row that must differ. */
export const ROWS_PER_SLOW_CALL = Math.round(1 / (2 * SLOW));

/** Returns the least number of cases whose slow calls can be compared at an error rate. */
export function leastSlowCases(alpha: number): number {
  return leastSignTestCount(alpha) * ROWS_PER_SLOW_CALL;
}

/** No interval reaches further. */
const MAX_LOG_RATIO = Math.log(1000);

/**
 * Compares the slow calls: the ratio of the two 95th percentiles. Of the slowest 5 % of all calls of both variants, half
 * belong to each if their percentiles are equal: a sign test of the rows where only one call is among them. For other
 * ratios, the second variant's calls are divided by the ratio first.
 *
 * @source McNemar's exact test of exceedances, inverted
 */
export function compareSlowRatio({ before, after }: PairedFigures): SlowRatioAnswer {
  const all = new Float64Array(2 * before.length);
  const slowest = Math.round(all.length * SLOW);
  const split = (log: number): readonly [number, number] => {
    const ratio = Math.exp(log);
    all.set(before);
    for (let row = 0; row < after.length; row += 1) all[before.length + row] = (after[row] ?? 0) / ratio;
    const limit = all.toSorted()[all.length - slowest] ?? Infinity;
    let [onlyBefore, onlyAfter] = [0, 0];
    for (let row = 0; row < before.length; row += 1) {
      const [one, other] = [(before[row] ?? 0) >= limit, (all[before.length + row] ?? 0) >= limit];
      if (one && !other) onlyBefore += 1;
      if (other && !one) onlyAfter += 1;
    }
    return [onlyBefore, onlyAfter];
  };
  const slower = (log: number, weight = 1) => {
    const [onlyBefore, onlyAfter] = split(log);
    return fairCoinCdf(weight * onlyBefore, weight * (onlyBefore + onlyAfter));
  };
  const faster = (log: number, weight = 1) => {
    const [onlyBefore, onlyAfter] = split(log);
    return fairCoinCdf(weight * onlyAfter, weight * (onlyBefore + onlyAfter));
  };
  const intervalAt = (level: number, weight: number): Interval | null => {
    const tail = (1 - level) / 2;
    const low = endOf((log) => slower(log, weight) < tail, -MAX_LOG_RATIO);
    const high = endOf((log) => faster(log, weight) < tail, MAX_LOG_RATIO);
    return low === null || high === null ? null : [low, high];
  };
  return {
    pValue: Math.min(1, 2 * Math.min(slower(0), faster(0))),
    intervalAt: (level) => intervalAt(level, 1),
    gateIntervalAt: (level) => intervalAt(level, ANY_SPREAD),
  };
}

/**
 * The limit of the slowest calls is that of both variants. Where only one has calls near it, this doubles the variance of the
 * difference, as if there were half as many.
 */
const ANY_SPREAD = 0.5;

/**
 * Finds an end of an interval, on the side of 0 where the p-value of a ratio of 1 says it is.
 *
 * @param far - the furthest end
 * @returns the last refuted number; `null` where not even `far` is refuted
 */
function endOf(isRefuted: (log: number) => boolean, far: number): number | null {
  let [out, inside] = isRefuted(0) ? [0, -far] : [far, 0];
  if (!isRefuted(out)) return null;
  while (Math.abs(inside - out) > 1e-6) {
    const middle = (out + inside) / 2;
    if (isRefuted(middle)) out = middle;
    else inside = middle;
  }
  return out;
}
