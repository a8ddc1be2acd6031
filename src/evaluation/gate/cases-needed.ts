import { leastCount } from '../statistics/power.ts';
import type { ComparedMetric } from '../../contract/evaluations/comparison.ts';
import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { clamp } from '../../foundation/numbers.ts';
import { differenceInterval, GATE_REACH, toChanges } from '../compare/compare-metric.ts';
import { type BoundedSample, boundedMeanInterval } from '../statistics/betting.ts';
import { type Interval, type Moments, positiveMeanInterval, shareInterval } from '../statistics/intervals.ts';
import { forecastPairedShares } from '../statistics/paired-shares.ts';

const MAX_CASES = 2 ** 30;

/** Finds the least number of cases that decides; `null` when no number does. */
export function casesNeeded(seen: number, isDecided: (cases: number) => boolean): number | null {
  return leastCount(seen, MAX_CASES, isDecided);
}

/** Computes a mean's interval with `cases` cases like those seen. */
export function meanIntervalWith(cases: number, metric: MetricSummary, level: number): Interval | null {
  const { kind, mean, variance, least, greatest, method, range } = metric;
  if (mean === null || least === null || greatest === null) return null;
  if (kind === 'pass_fail') return shareInterval(mean * cases, cases, level);
  if (method === 'betting') {
    const [low, high] = [range?.low ?? 0, range?.high ?? 1];
    const scale = (share: number) => low + share * (high - low);
    const sample = sampleLike((mean - low) / (high - low), variance / (high - low) ** 2, cases);
    const interval = boundedMeanInterval(sample, level);
    return [scale(interval[0]), scale(interval[1])];
  }
  return lognormalInterval(cases, { mean, variance, least, greatest }, spreadLike(metric, level), level);
}

type Figures = Pick<Moments, 'mean' | 'variance' | 'least' | 'greatest'>;

function lognormalInterval(cases: number, figures: Figures, spread: number, level: number): Interval | null {
  const logs = { count: cases, mean: Math.log(figures.mean) - spread / 2, variance: spread, least: 0, greatest: 0 };
  return positiveMeanInterval({ count: cases, ...figures }, logs, level);
}

const MAX_SPREAD = 50;

/** Finds the least variance of the logarithms with which as many cases as seen have an interval as wide as theirs. */
function spreadLike({ count, mean, variance, least, greatest, interval }: MetricSummary, level: number): number {
  const figures = { mean: mean ?? 0, variance, least: least ?? 0, greatest: greatest ?? 0 };
  const isAsWide = (spread: number) =>
    (lognormalInterval(count, figures, spread, level)?.[1] ?? Infinity) >= (interval?.[1] ?? Infinity);
  let [low, high] = [Math.log1p(variance / figures.mean ** 2), MAX_SPREAD];
  if (isAsWide(low)) return low;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (isAsWide(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Computes a difference's interval with `cases` pairs like those seen. */
export function differenceIntervalWith(cases: number, metric: ComparedMetric, level: number): Interval | null {
  const { kind, baseline, change, variance, pairs, better, worse, scale, range } = metric;
  if (change === null || baseline === null) return null;
  if (kind !== 'pass_fail') {
    const reach = scale === 'ratio' ? GATE_REACH : range === null ? null : range[1] - range[0];
    if (reach === null) return null;
    const mean = clamp(scale === 'ratio' ? Math.log1p(change) : change, -reach, reach);
    const sample = sampleLike((mean / reach + 1) / 2, variance / (2 * reach) ** 2, cases);
    return toChanges(differenceInterval(sample, reach, level), scale);
  }
  // Where cases were repeated, each differs by a share; by the same share, as far as is known.
  const squares = variance * Math.max(0, pairs - 1) + pairs * change * change;
  const changed = Math.max(Math.abs(change), Math.sqrt(squares * (better + worse)) / pairs);
  const [gained, lost] = [(cases * (changed + change)) / 2, (cases * (changed - change)) / 2];
  return forecastPairedShares({ pairs: cases, gained, lost }, level);
}

/** Creates a sample of two numbers from 0 to 1 with this mean and, as far as there is room, this variance. */
function sampleLike(mean: number, variance: number, cases: number): BoundedSample {
  const low = Math.max(0, mean - Math.sqrt(variance));
  const high = mean === low ? mean : Math.min(1, mean + variance / (mean - low));
  const share = high === low ? 1 : (mean - low) / (high - low);
  return { values: Float64Array.of(low, high), counts: Float64Array.of((1 - share) * cases, share * cases) };
}
