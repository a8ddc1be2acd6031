import type { ComparedMetric } from '../../contract/evaluations/comparison.ts';
import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { meanInterval, pairedShareInterval, shareInterval, type Interval } from '../statistics/intervals.ts';

/** More cases than any test set has. */
const MOST_CASES = 2 ** 30;

/** Finds the least number of cases that decides; `null` when no number does. */
export function casesNeeded(seen: number, isDecided: (cases: number) => boolean): number | null {
  let [low, high] = [seen, Math.max(2, seen)];
  while (!isDecided(high)) {
    [low, high] = [high, high * 2];
    if (high > MOST_CASES) return null;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isDecided(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Computes a mean's interval with `cases` cases like those seen. */
export function meanIntervalWith(cases: number, metric: MetricSummary, level: number): Interval | null {
  const { kind, mean, variance, least, greatest } = metric;
  if (mean === null || least === null || greatest === null) return null;
  if (kind === 'pass_fail') return shareInterval(mean * cases, cases, level);
  return meanInterval({ count: cases, mean, variance, least, greatest }, level);
}

/** Computes a difference's interval with `cases` pairs like those seen. */
export function differenceIntervalWith(cases: number, metric: ComparedMetric, level: number): Interval | null {
  const { kind, baseline, difference, variance, pairs, better, worse } = metric;
  if (difference === null || baseline === null) return null;
  if (kind !== 'pass_fail') {
    return meanInterval({ count: cases, mean: difference, variance, least: 0, greatest: 0 }, level);
  }
  const scale = cases / pairs;
  const both = baseline * pairs - worse;
  const neither = pairs - both - better - worse;
  const counts = { both, onlyFirst: worse, onlySecond: better, neither };
  const scaled = {
    both: counts.both * scale,
    onlyFirst: worse * scale,
    onlySecond: better * scale,
    neither: neither * scale,
  };
  return pairedShareInterval(scaled, level);
}
