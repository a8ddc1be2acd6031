import type { MetricSummary } from '../../contract/evaluation-summary.ts';
import type { Metric } from '../compare/metrics.ts';
import { meanInterval, shareInterval } from '../statistics/intervals.ts';
import { createMoments } from '../statistics/moments.ts';
import { createQuantiles } from '../statistics/quantiles.ts';

/** Adds up one metric, value by value. */
export interface MetricSummariser {
  add(value: number | boolean | null): void;
  read(level: number): MetricSummary;
}

const BINS = 10;

/** Makes the adder of one metric; it holds no more however many values come. */
export function summariseMetric({ name, source, goal }: Metric): MetricSummariser {
  const moments = createMoments();
  const quantiles = createQuantiles();
  let missing = 0;
  let isPassFail = source === 'evaluator';
  return {
    add(value) {
      if (value === null) {
        missing += 1;
        return;
      }
      isPassFail &&= typeof value === 'boolean';
      moments.add(Number(value));
      quantiles.add(Number(value));
    },
    read(level) {
      const read = moments.read();
      const { count, mean, variance, least, greatest } = read;
      const interval = isPassFail ? shareInterval(mean * count, count, level) : meanInterval(read, level);
      return {
        metric: name,
        kind: isPassFail ? 'pass_fail' : source === 'evaluator' ? 'score' : source,
        goal,
        count,
        missing,
        mean: count === 0 ? null : mean,
        interval,
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
