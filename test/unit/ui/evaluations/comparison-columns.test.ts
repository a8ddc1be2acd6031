import { expect, test } from 'vitest';
import type { ComparedMetric } from '../../../../src/contract/evaluations/comparison.ts';
import { drawnMetricColumns } from '../../../../src/ui/evaluations/comparison-columns.ts';

function latencyThatChanged(difference: number, interval: [number, number]): ComparedMetric {
  const counts = { pairs: 120, better: 74, worse: 46, same: 0, missing: 0 };
  const figures = {
    baseline: 0.0006,
    candidate: 0.0006 + difference,
    difference,
    interval,
    variance: 0,
    p_value: 0.03,
  };
  const kind = { metric: 'latency', kind: 'latency', goal: 'lower', method: 'bootstrap' } as const;
  return { ...kind, ...counts, ...figures, p_adjusted: 0.06, verdict: 'no difference shown' };
}

test.each([
  [-0.0001, [-0.0003, -0.00001], '−0.1 ms', '−0.3 ms … 0 ms'],
  [0.002, [0.00001, 0.004], '+2 ms', '0 ms … +4 ms'],
  [0, [-0.001, 0.001], '0 ms', '−1 ms … +1 ms'],
] as const)(
  'a change by %d s, at %j, is shown with signs, but for what is too small to be seen',
  (by, ends, change, interval) => {
    const metric = latencyThatChanged(by, [...ends]);
    const shown = (header: string) => drawnMetricColumns.find((column) => column.header === header)?.value(metric);
    expect([shown('change'), shown('interval')]).toEqual([change, interval]);
  },
);
