import { expect, test } from 'vitest';
import type { ComparedMetric } from '../../../../src/contract/evaluations/comparison.ts';
import { drawnMetricColumns } from '../../../../src/ui/evaluations/comparison-columns.ts';

function latencyThatChanged(difference: number, interval: [number, number]): ComparedMetric {
  const counts = { pairs: 120, better: 74, worse: 46, same: 0, missing: 0 };
  const figures = {
    baseline: 0.0006,
    candidate: 0.0006 + difference,
    difference,
    scale: 'ratio',
    change: difference,
    interval,
    interval_level: 0.975,
    calls: null,
    gate_interval: interval,
    range: null,
    least_pairs: 7,
    variance: 0,
    p_value: 0.03,
  } as const;
  const kind = { metric: 'latency', kind: 'latency', goal: 'lower', method: 'sign_flips' } as const;
  return { ...kind, ...counts, ...figures, p_adjusted: 0.06, verdict: 'no difference shown' };
}

test.each([
  [-0.1, [-0.312_34, -0.001], '−10 %', '−31.2 % … −0.1 %'],
  [0.02, [0, 1.5], '+2 %', '0 % … +150 %'],
] as const)('a ratio of %d, at %j, is shown in percent with signs', (by, ends, change, interval) => {
  const metric = latencyThatChanged(by, [...ends]);
  const shown = (header: string) => drawnMetricColumns.find((column) => column.header === header)?.value(metric);
  expect([shown('change'), shown('interval')]).toEqual([change, interval]);
});
