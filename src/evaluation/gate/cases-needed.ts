import { leastCount } from '../statistics/power.ts';
import type { ComparedMetric } from '../../contract/evaluations/comparison.ts';
import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { clamp } from '../../foundation/numbers.ts';
import { differenceInterval } from '../compare/compare-metric.ts';
import { type BoundedSample, boundedMeanInterval } from '../statistics/betting.ts';
import { billChangeInterval, unlimitedMeanInterval } from '../statistics/betting-on-costs.ts';
import { normalQuantile } from '../statistics/distributions.ts';
import { leastSignTestCount } from '../statistics/hypothesis-tests.ts';
import { type Interval, shareInterval } from '../statistics/intervals.ts';
import { ROWS_PER_SLOW_CALL } from '../statistics/latency-ratios.ts';
import { forecastPairedShares } from '../statistics/paired-shares.ts';

const MAX_CASES = 2 ** 30;

/** Finds the least number of cases that decides; `null` when no number does. */
export function casesNeeded(seen: number, isDecided: (cases: number) => boolean): number | null {
  return leastCount(seen, MAX_CASES, isDecided);
}

/** What the interval of a mean depends on. */
export type MeanFigures = Pick<
  MetricSummary,
  'kind' | 'count' | 'mean' | 'variance' | 'least' | 'greatest' | 'interval' | 'method' | 'range'
>;

/** Computes a mean's interval with `cases` cases like those seen. */
export function meanIntervalWith(cases: number, metric: MeanFigures, level: number): Interval | null {
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
  const [low, high] = unlimitedMeanInterval(sampleAround(mean, variance, cases), level);
  return [low, high ?? Infinity];
}

/** Creates a sample of two figures of at least 0 with this mean and variance. */
function sampleAround(mean: number, variance: number, cases: number): BoundedSample {
  const low = Math.max(0, mean - Math.sqrt(variance));
  const high = mean === low ? mean : mean + variance / (mean - low);
  const share = high === low ? 1 : (mean - low) / (high - low);
  return { values: Float64Array.of(low, high), counts: Float64Array.of((1 - share) * cases, share * cases) };
}

/** What the interval of a difference depends on. */
export type DifferenceFigures = Pick<
  ComparedMetric,
  'kind' | 'baseline' | 'change' | 'variance' | 'pairs' | 'better' | 'worse' | 'range' | 'target'
>;

/** Computes a difference's interval with `cases` pairs like those seen. */
export function differenceIntervalWith(cases: number, metric: DifferenceFigures, level: number): Interval | null {
  const { kind, target, baseline, change, variance, pairs, better, worse, range } = metric;
  if (change === null || baseline === null) return null;
  const isFigure = kind === 'cost' || kind === 'latency';
  if (isFigure && target !== 'mean') return quantileIntervalWith(cases, metric, level);
  if (isFigure) {
    const { values, counts } = sampleAround(1 + change, variance, cases);
    return billChangeInterval({ before: new Float64Array(2).fill(1), after: values, counts }, level);
  }
  if (kind !== 'pass_fail') {
    if (range === null) return null;
    const reach = range[1] - range[0];
    const mean = clamp(change, -reach, reach);
    const sample = sampleLike((mean / reach + 1) / 2, variance / (2 * reach) ** 2, cases);
    return differenceInterval(sample, reach, level);
  }
  // Where cases were repeated, each differs by a share; by the same share, as far as is known.
  const squares = variance * Math.max(0, pairs - 1) + pairs * change * change;
  const changed = Math.max(Math.abs(change), Math.sqrt(squares * (better + worse)) / pairs);
  const [gained, lost] = [(cases * (changed + change)) / 2, (cases * (changed - change)) / 2];
  return forecastPairedShares({ pairs: cases, gained, lost }, level);
}

/** Approximates the interval of a ratio of latencies, as if the logarithms of the ratios were normal. */
function quantileIntervalWith(
  cases: number,
  { change, variance, target }: DifferenceFigures,
  level: number,
): Interval | null {
  // Gates count the slow calls by half.
  const [least, factor] = target === 'p95' ? [2 * ROWS_PER_SLOW_CALL, 2.11 * Math.SQRT2] : [1, 1.25];
  if (change === null || cases < least * leastSignTestCount(1 - level)) return null;
  const reach = normalQuantile((1 + level) / 2) * factor * Math.sqrt(variance / cases);
  return [Math.expm1(Math.log1p(change) - reach), Math.expm1(Math.log1p(change) + reach)];
}

/** Creates a sample of two numbers from 0 to 1 with this mean and, as far as there is room, this variance. */
function sampleLike(mean: number, variance: number, cases: number): BoundedSample {
  const low = Math.max(0, mean - Math.sqrt(variance));
  const high = mean === low ? mean : Math.min(1, mean + variance / (mean - low));
  const share = high === low ? 1 : (mean - low) / (high - low);
  return { values: Float64Array.of(low, high), counts: Float64Array.of((1 - share) * cases, share * cases) };
}
