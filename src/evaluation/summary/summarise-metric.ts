import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { readRepeated, type RepeatedRow } from '../compare/group-repeats.ts';
import type { Metric } from '../compare/metrics.ts';
import { type Interval, meanInterval, shareInterval } from '../statistics/intervals.ts';
import { createMoments } from '../statistics/moments.ts';
import { createQuantiles } from '../statistics/quantiles.ts';

/** Summarises one metric, value by value. */
export interface MetricSummariser {
  /** @returns the row's value, and whether the repetitions disagree */
  add(row: RepeatedRow): ReturnType<typeof readRepeated>;
  read(level: number): MetricSummary;
}

const BINS = 10;

/** Creates the summariser of one metric; its memory does not grow with the number of values. */
export function summariseMetric(metric: Metric): MetricSummariser {
  const moments = createMoments();
  const quantiles = createQuantiles();
  const { name, source, goal } = metric;
  let [missing, flaky] = [0, 0];
  let isPassFail = source === 'evaluator';
  return {
    add(row) {
      const read = readRepeated(metric, row);
      const { value, isFlaky } = read;
      if (isFlaky) flaky += 1;
      if (value === null) {
        missing += 1;
        return read;
      }
      isPassFail &&= isFlaky || typeof value === 'boolean';
      moments.add(Number(value));
      quantiles.add(Number(value));
      return read;
    },
    read(level) {
      const read = moments.read();
      const { count, mean, variance, least, greatest } = read;
      const kind = isPassFail ? 'pass_fail' : source === 'evaluator' ? 'score' : source;
      // A row that passed two of three times is neither a pass nor a failure.
      const interval =
        isPassFail && flaky === 0
          ? shareInterval(mean * count, count, level)
          : withinRange(kind, meanInterval(read, level));
      return {
        metric: name,
        kind,
        goal,
        count,
        missing,
        flaky,
        mean: count === 0 ? null : mean,
        interval: interval === null ? null : [interval[0], interval[1]],
        variance,
        least: count === 0 ? null : least,
        p50: quantiles.read(0.5),
        p90: quantiles.read(0.9),
        p95: quantiles.read(0.95),
        p99: quantiles.read(0.99),
        greatest: count === 0 ? null : greatest,
        histogram: isPassFail ? [] : quantiles.histogram(BINS),
      };
    },
  };
}

/** Student's interval ignores limits: no call takes less than 0 s, and no share exceeds 1. */
function withinRange(kind: MetricSummary['kind'], interval: Interval | null): Interval | null {
  if (interval === null || kind === 'score') return interval;
  const [low, high] = interval;
  return [Math.max(0, low), kind === 'pass_fail' ? Math.min(1, high) : high];
}
