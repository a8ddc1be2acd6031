import { expect, test } from 'vitest';
import type { ComparedMetric } from '../../../../src/contract/evaluations/comparison.ts';
import type { MetricSummary } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import { checkBound, checkNotWorse } from '../../../../src/evaluation/gate/check-bounds.ts';
import { roundFigures } from '../../../helpers/round-figures.ts';

const GATE = { confidence: 0.95, maximum_errors: 1 };
const metricOf = (part: Partial<MetricSummary> = {}): MetricSummary => ({
  metric: 'exact',
  kind: 'pass_fail',
  goal: 'higher',
  count: 20,
  missing: 0,
  flaky: 0,
  mean: 0.8,
  interval: [0.58, 0.92],
  variance: 0.16,
  least: 0,
  p50: 1,
  p90: 1,
  p95: 1,
  p99: 1,
  greatest: 1,
  histogram: [],
  ...part,
});
const comparedOf = (part: Partial<ComparedMetric> = {}): ComparedMetric => ({
  metric: 'exact',
  kind: 'pass_fail',
  goal: 'higher',
  pairs: 20,
  missing: 0,
  baseline: 0.8,
  candidate: 0.75,
  difference: -0.05,
  scale: 'difference',
  change: -0.05,
  interval: [-0.3, 0.2],
  interval_level: 0.975,
  calls: null,
  gate_interval: [-0.2, 0.1],
  range: null,
  least_pairs: 7,
  method: 'newcombe',
  p_value: 0.5,
  p_adjusted: 0.5,
  better: 1,
  worse: 2,
  same: 17,
  variance: 0.15,
  verdict: 'no difference shown',
  ...part,
});
const LATENCY = { metric: 'latency', kind: 'latency', goal: 'lower', scale: 'ratio', method: 'sign_flips' } as const;
const SCORE = { kind: 'score', method: 'betting', range: [0, 1], change: 0, variance: 0 } as const;

test('figures without spread do not show what others would be', () => {
  const alike = { kind: 'cost', method: 'lognormal', mean: 0.1, variance: 0, interval: null } as const;
  const rule = { metric: 'cost', maximum: 1, confident: true };
  expect(checkBound(metricOf(alike), 'maximum', rule, GATE)).toMatchObject({
    verdict: 'inconclusive',
    needed_cases: null,
    reason: expect.stringContaining('all rows have the same figure') as string,
  });
  const plain = checkBound(metricOf(alike), 'maximum', { ...rule, confident: false }, GATE);
  expect(plain.verdict).toBe('passed');
});

test.each<[string, 'minimum' | 'maximum', object, Partial<MetricSummary>]>([
  ['a minimum that is met exactly', 'minimum', { minimum: 0.8 }, {}],
  ['a minimum that is missed', 'minimum', { minimum: 0.81 }, {}],
  ['a maximum that is met exactly', 'maximum', { maximum: 0.8 }, {}],
  ['a maximum that is missed', 'maximum', { maximum: 0.79 }, { mean: 0.812_345 }],
  ['no bound', 'minimum', {}, { mean: -0.1 }],
  ['an unknown mean', 'minimum', { minimum: 0.8 }, { mean: null, missing: 1 }],
  ['an unknown cost', 'maximum', { maximum: 9 }, { kind: 'cost', missing: 2 }],
  ['few unknown costs', 'maximum', { maximum: 9 }, { kind: 'cost', missing: 1 }],
  ['unknown latencies', 'maximum', { maximum: 9 }, { kind: 'latency', missing: 2 }],
  ['a confident minimum at its edge', 'minimum', { minimum: 0.58, confident: true }, {}],
  ['a confident minimum that more cases could decide', 'minimum', { minimum: 0.75, confident: true }, {}],
  ['a confident minimum that no cases decide', 'minimum', { minimum: 0.8, confident: true }, {}],
  ['a confident minimum that is surely missed', 'minimum', { minimum: 0.93, confident: true }, {}],
  ['a confident maximum at its edge', 'maximum', { maximum: 0.92, confident: true }, {}],
  ['a confident maximum that is surely missed', 'maximum', { maximum: 0.5, confident: true }, {}],
  [
    'a confident maximum of scores',
    'maximum',
    { maximum: 0.85, confident: true },
    { kind: 'score', method: 'betting' },
  ],
  [
    'a confident minimum on too few rows',
    'minimum',
    { minimum: 0.98, confident: true },
    { kind: 'score', method: 'betting', mean: 1, variance: 0, interval: [0.8, 1] },
  ],
  [
    'a confident maximum of latencies',
    'maximum',
    { maximum: 1, confident: true },
    { kind: 'latency', method: 'lognormal', interval: [0.5, 1.2] },
  ],
  [
    'a confident bound of unknown range',
    'minimum',
    { minimum: 0.1, confident: true },
    { kind: 'score', method: 'student' },
  ],
  ['a confident bound without an interval', 'minimum', { minimum: 0.5, confident: true }, { interval: null, count: 1 }],
  ['a confident bound without range', 'minimum', { minimum: 0.75, confident: true }, { kind: 'score', least: null }],
])('%s is checked', (_, bound, rule, metric) => {
  const whole = { metric: 'exact', confident: false, ...rule };
  expect(roundFigures(checkBound(metricOf(metric), bound, whole, GATE))).toMatchSnapshot();
});

test.each<[string, number | string | undefined, Partial<ComparedMetric>]>([
  ['at the edge of what is allowed', 0.2, {}],
  ['undecided', 0.1, {}],
  ['undecided, by a share', '10 %', {}],
  ['undecided, by nothing', undefined, {}],
  ['surely worse', 0.05, { gate_interval: [-0.3, -0.06] }],
  ['at the edge of worse', 0.05, { gate_interval: [-0.3, -0.05] }],
  ['of a lower goal, at the edge', 0.1, { ...LATENCY, gate_interval: [-0.2, 0.1] }],
  ['of a lower goal, surely worse', '10%', { ...LATENCY, gate_interval: [0.11, 0.4] }],
  ['of a lower goal, by an amount', 0.08, { ...LATENCY, baseline: 0.8, gate_interval: [-0.3, 0.1] }],
  ['of a lower goal, by more than an amount', 0.08, { ...LATENCY, baseline: 0.79, gate_interval: [-0.3, 0.1] }],
  ['of a lower goal, undecided', 0.05, { ...LATENCY, variance: 0.5, change: 0.01 }],
  ['of a lower goal, that no cases decide', 0.05, { ...LATENCY, variance: 0.5, change: 0.05 }],
  ['without a difference', 0.1, { change: null, missing: 20 }],
  ['without a baseline', '10%', { baseline: null }],
  ['of latencies of different times', '10%', { ...LATENCY, gate_interval: null, verdict: 'not interleaved' }],
  ['of unknown costs', 0.1, { kind: 'cost', missing: 2 }],
  ['of few unknown costs', 0.2, { kind: 'cost', missing: 1 }],
  ['of a score, on too few rows', 0.05, { ...SCORE, gate_interval: [-0.2, 0.2] }],
  ['of a score of unknown range', 0.05, { ...SCORE, method: 'sign_flips', range: null, gate_interval: null }],
])('a change %s is checked', (_, allowed, metric) => {
  const rule = { metric: 'exact', confident: false, ...(allowed === undefined ? {} : { not_worse_by: allowed }) };
  expect(roundFigures(checkNotWorse(comparedOf(metric), rule, GATE))).toMatchSnapshot();
});
