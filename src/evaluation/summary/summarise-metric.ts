import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { readRepeated, type RepeatedRow } from '../compare/group-repeats.ts';
import type { Metric } from '../compare/metrics.ts';
import { quantileRanks } from '../statistics/quantile-ranks.ts';
import { createQuantiles, type Quantiles } from '../statistics/quantiles.ts';
import { collectMean } from './collect-mean.ts';

/** Summarises one metric, value by value. */
export interface MetricSummariser {
  /** @returns the row's value, and whether the repetitions disagree */
  add(row: RepeatedRow): ReturnType<typeof readRepeated>;
  read(level: number): MetricSummary;
}

const BINS = 10;

/** Creates the summariser of one metric; its memory does not grow with the number of values. */
export function summariseMetric(metric: Metric): MetricSummariser {
  const collected = collectMean(metric);
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
      collected.add(read);
      quantiles.add(Number(value));
      return read;
    },
    read(level) {
      const { count, mean, variance, least, greatest, ...interval } = collected.read(level);
      const kind = isPassFail ? 'pass_fail' : source === 'evaluator' ? 'score' : source;
      return {
        metric: name,
        kind,
        goal,
        count,
        missing,
        flaky,
        mean: count === 0 ? null : mean,
        ...interval,
        variance,
        least: count === 0 ? null : least,
        p50: quantiles.read(0.5),
        p90: quantiles.read(0.9),
        p95: quantiles.read(0.95),
        p99: quantiles.read(0.99),
        greatest: count === 0 ? null : greatest,
        ...(count === 0 || isPassFail ? {} : { percentile_intervals: percentileIntervals(quantiles, count, level) }),
        histogram: isPassFail ? [] : quantiles.histogram(BINS),
      };
    },
  };
}

function percentileIntervals(quantiles: Quantiles, count: number, level: number) {
  const intervalOf = (p: number) => quantileRanks(count, p, level).map((rank) => quantiles.at(rank));
  return { p50: intervalOf(0.5), p90: intervalOf(0.9), p95: intervalOf(0.95), p99: intervalOf(0.99) };
}
