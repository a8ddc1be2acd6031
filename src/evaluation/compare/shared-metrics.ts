import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { compareMetric, type MetricComparison } from './compare-metric.ts';
import { metricsOf, type Metric, type RangeOf } from './metrics.ts';

/** A metric that two evaluations have in common. */
export interface SharedMetric {
  readonly first: Metric;
  readonly second: Metric;
  readonly comparison: MetricComparison;
}

export interface SharedMetricsOptions {
  readonly seed: number;
  /** Ranges of scores that somebody stated. */
  readonly rangeOf: RangeOf;
}

/** Begins the comparison of what two evaluations measure. Evaluators with equal keys and settings are the same, whatever their names. */
export function sharedMetrics(
  baseline: Evaluation,
  candidate: Evaluation,
  { seed, rangeOf }: SharedMetricsOptions,
): SharedMetric[] {
  const others = metricsOf(candidate);
  return metricsOf(baseline).flatMap((first, index) => {
    const second = others.find(({ key }) => key === first.key);
    if (second === undefined) return [];
    const metric = { ...first, range: rangeOf(first.name) ?? first.range };
    return [{ first, second, comparison: compareMetric(metric, seed + index) }];
  });
}
