import { expect, test } from 'vitest';
import type { ComparedMetric } from '../../../../src/contract/evaluations/comparison.ts';
import type { MetricSummary } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import type { GateCheck, GateVerdict } from '../../../../src/contract/evaluations/gate-report.ts';
import { judgeGate } from '../../../../src/evaluation/gate/judge-gate.ts';
import { UNCOUNTED } from '../../../../src/evaluation/gate/spend-level.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { NOTHING_MISSING } from '../../../helpers/evaluation-records.ts';

const MEAN: MetricSummary = {
  metric: 'exact',
  kind: 'pass_fail',
  goal: 'higher',
  count: 20,
  missing: 0,
  partial: 0,
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
};
const CHANGE: ComparedMetric = {
  metric: 'exact',
  kind: 'pass_fail',
  goal: 'higher',
  target: 'mean',
  pairs: 20,
  missing: NOTHING_MISSING,
  without_errors: null,
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
  method: 'mcnemar',
  p_value: 0.5,
  p_adjusted: 0.5,
  better: 1,
  worse: 2,
  same: 17,
  variance: 0.15,
  verdict: 'no difference shown',
};

/** Checks one rule of a gate, with one row allowed to have no value, and returns the last check. */
function check(rule: object, mean: Partial<MetricSummary>, change: Partial<ComparedMetric> = {}) {
  const metric = { ...MEAN, ...mean };
  const gate = parseGate('g', JSON.stringify({ maximum_errors: 1, rules: [{ metric: metric.metric, ...rule }] }));
  const about = { id: 'e', variant: 'default@1', errors: 0, flaky: 0, worst: [] };
  const summary = { ...about, level: 0.95, rows: metric.count, cases: metric.count, repeats: 1, metrics: [metric] };
  const counts = { rows: 20, baseline_errors: 0, worse_count: 0, better_count: 0 };
  const changes = {
    ...counts,
    pairs: 20,
    only_in_baseline: 0,
    only_in_candidate: 0,
    evaluators_only_in_baseline: [],
    evaluators_only_in_candidate: [],
    worse: [],
    better: [],
    flaky_rows: [],
  };
  const compared = { ...about, ...changes, metrics: [{ ...CHANGE, metric: metric.metric, ...change }] };
  const report = judgeGate(gate, { id: 'b', variant: 'default@0' }, [
    { summary, compared, spent: UNCOUNTED, level: 0.95, primary: [] },
  ]);
  return report.results[0]?.checks.at(-1);
}

/** The reason; `/…/` where the number of cases comes from no formula that a reader could check. */
type Reason = string | RegExp | null;

function outcomeOf(checked: GateCheck | undefined, reason: Reason) {
  const isPattern = reason instanceof RegExp;
  return [checked?.verdict, isPattern && reason.test(checked?.reason ?? '') ? reason : checked?.reason];
}

const WOULD_NOT = '; more cases like these would not decide it';
const UNKNOWN_RANGE =
  'the range of exact is unknown or exceeded, so no number of cases decides; give it in the rule, as in range: [0, 1]';

test.each<[string, object, Partial<MetricSummary>, GateVerdict, Reason]>([
  ['that is met exactly', { minimum: 0.8 }, {}, 'passed', null],
  ['that is missed', { minimum: 0.81 }, {}, 'failed', '0.8 is below the minimum 0.81'],
  ['of a maximum that is met exactly', { maximum: 0.8 }, {}, 'passed', null],
  ['of a maximum', { maximum: 0.79 }, { mean: 0.812_345 }, 'failed', '0.8123 is above the maximum 0.79'],
  ['of nothing', { minimum: 0.8 }, { mean: null, missing: 1 }, 'inconclusive', 'it is not known for 1 case'],
  ['of unknown costs', { maximum: 9 }, { kind: 'cost', missing: 2 }, 'inconclusive', 'it is not known for 2 cases'],
  ['of costs, as few unknown as allowed', { maximum: 9 }, { kind: 'cost', missing: 1 }, 'passed', null],
  ['with confidence, at its edge', { minimum: 0.58, confident: true }, {}, 'passed', null],
  ['with confidence, at its other edge', { maximum: 0.92, confident: true }, {}, 'passed', null],
  ['that is surely missed', { minimum: 0.93, confident: true }, {}, 'failed', 'it is surely below the minimum 0.93'],
  ['that is surely above', { maximum: 0.5, confident: true }, {}, 'failed', 'it is surely above the maximum 0.5'],
  [
    // The least n with scipy.stats.beta.ppf(0.025, 0.8 n, 0.2 n + 1) ≥ 0.75.
    'that more cases could decide',
    { minimum: 0.75, confident: true },
    {},
    'inconclusive',
    '20 cases cannot tell; about 298 cases could decide it',
  ],
  ['that is the mean', { minimum: 0.8, confident: true }, {}, 'inconclusive', `20 cases cannot tell${WOULD_NOT}`],
  [
    'of scores with confidence',
    { maximum: 0.85, confident: true },
    { kind: 'score', method: 'betting' },
    'inconclusive',
    /^20 cases cannot tell; about \d+ cases could decide it$/,
  ],
  [
    'on too few rows, all of them perfect',
    { minimum: 0.98, confident: true },
    { kind: 'score', method: 'betting', mean: 1, variance: 0, interval: [0.8, 1] },
    'inconclusive',
    /^too few cases to say: 20 of at least \d+$/,
  ],
  [
    'of latencies with confidence',
    { maximum: 1, confident: true },
    { kind: 'latency', method: 'lognormal', gate_interval: [0.5, null] },
    'inconclusive',
    /^too few cases to say: 20 of at least 248; more cases like these would hardly decide it$/,
  ],
  [
    'of scores of unknown range',
    { minimum: 0.1, confident: true },
    { kind: 'score', method: 'student' },
    'inconclusive',
    UNKNOWN_RANGE,
  ],
  [
    'of one row, which has no interval',
    { minimum: 0.5, confident: true },
    { interval: null, count: 1 },
    'inconclusive',
    'too few cases to say: 1 of at least 6; about 14 cases could decide it',
  ],
  [
    'of alike costs, which do not show what others would be',
    { maximum: 1, confident: true },
    { kind: 'cost', method: 'lognormal', mean: 0.1, variance: 0, interval: null, gate_interval: [0, null] },
    'inconclusive',
    'too few cases to say: 20 of at least 248; about 275 cases could decide it',
  ],
  ['of alike costs, plainly', { maximum: 1 }, { kind: 'cost', mean: 0.1, variance: 0, interval: null }, 'passed', null],
])('a bound %s is judged', (_, rule, mean, verdict, reason) => {
  expect(outcomeOf(check(rule, mean), reason)).toEqual([verdict, reason]);
});

const LATENCY = { metric: 'latency', kind: 'latency', target: 'median', goal: 'lower', scale: 'ratio' } as const;
const SCORE = { kind: 'score', method: 'betting', range: [0, 1], change: 0, variance: 0 } as const;
const APART =
  'the calls were made at different times; wf eval run --variants A,B --fresh calls for both at the same time';

test.each<[string, number | string, Partial<ComparedMetric>, GateVerdict, Reason]>([
  ['at the edge of what is allowed', 0.2, {}, 'passed', null],
  ['undecided', 0.1, {}, 'inconclusive', /^too few cases to say: 20 of at least \d+; about \d+ cases could decide it$/],
  [
    'undecided, by a share',
    '10 %',
    {},
    'inconclusive',
    /^too few cases to say: 20 of at least \d+; more cases like these would hardly decide it$/,
  ],
  ['undecided, by nothing', 0, {}, 'inconclusive', /^20 cases cannot tell; about \d+ cases could decide it$/],
  [
    'surely worse',
    0.05,
    { interval: [-0.3, -0.06], verdict: 'worse' },
    'failed',
    'it is surely worse by more than 0.05',
  ],
  ['at the edge of worse', 0.05, { gate_interval: [-0.3, -0.05] }, 'inconclusive', /^too few cases to say: 20 of/],
  [
    'worse in a comparison of too few',
    0.05,
    { interval: null, gate_interval: [-0.3, -0.06], verdict: 'too few rows', least_pairs: 25 },
    'inconclusive',
    'it seems worse by more than 0.05, but the comparison says: too few cases to say: 20 of at least 25',
  ],
  [
    'worse in a comparison that cannot say',
    '10%',
    { ...LATENCY, gate_interval: [0.27, 1.6], verdict: 'too skewed to say' },
    'inconclusive',
    'it seems worse by more than 10%, but the comparison says: too skewed to say',
  ],
  [
    'that is a loss, and perhaps an allowed one',
    0.02,
    {
      pairs: 120,
      baseline: 0.9,
      better: 0,
      worse: 6,
      same: 114,
      variance: 0.0479,
      p_value: 0.03125,
      interval: [-0.11, -0.004],
      gate_interval: [-0.11, -0.004],
      verdict: 'worse',
    },
    'inconclusive',
    /^it is worse \(6 cases worse, 0 better, p 0\.031\), but perhaps by no more than 0\.02; about \d+ cases could decide it$/,
  ],
  ['of a lower goal, at the edge', 0.1, { ...LATENCY, gate_interval: [-0.2, 0.1] }, 'passed', null],
  [
    'of a lower goal, surely worse',
    '10%',
    { ...LATENCY, interval: [0.11, 0.4], verdict: 'worse' },
    'failed',
    'it is surely worse by more than 10%',
  ],
  // 0.08 is a tenth of 0.8, and more than a tenth of 0.79.
  [
    'by an amount that is the tenth',
    0.08,
    { ...LATENCY, baseline: 0.8, gate_interval: [-0.3, 0.1] },
    'inconclusive',
    /^20 cases cannot tell; about \d+ cases could decide it$/,
  ],
  ['by an amount above it', 0.08, { ...LATENCY, baseline: 0.79, gate_interval: [-0.3, 0.1] }, 'passed', null],
  [
    'that nobody knows',
    0.1,
    { change: null, missing: { ...NOTHING_MISSING, both: 20 } },
    'inconclusive',
    'it is not known for 20 cases',
  ],
  ['without a baseline', '10%', { baseline: null }, 'inconclusive', `20 cases cannot tell${WOULD_NOT}`],
  [
    'of latencies of different times',
    '10%',
    { ...LATENCY, gate_interval: null, verdict: 'not interleaved' },
    'inconclusive',
    APART,
  ],
  [
    'of unknown costs',
    0.1,
    { kind: 'cost', missing: { ...NOTHING_MISSING, baseline: 2 } },
    'inconclusive',
    'it is not known for 2 cases',
  ],
  [
    'of costs, as few unknown as allowed',
    0.2,
    { kind: 'cost', missing: { ...NOTHING_MISSING, candidate: 1 } },
    'passed',
    null,
  ],
  [
    'of a score, on too few rows',
    0.05,
    { ...SCORE, gate_interval: [-0.2, 0.2] },
    'inconclusive',
    /^too few cases to say: 20 of at least \d+$/,
  ],
  [
    'of a score of unknown range',
    0.05,
    { ...SCORE, method: 'sign_flips', range: null, gate_interval: null },
    'inconclusive',
    UNKNOWN_RANGE,
  ],
])('a change %s is judged', (_, not_worse_by, change, verdict, reason) => {
  expect(outcomeOf(check({ not_worse_by }, { metric: change.metric ?? 'exact' }, change), reason)).toEqual([
    verdict,
    reason,
  ]);
});

test('a check names its rule, its value, its interval and its cases', () => {
  const about = { metric: 'exact', cases: 20, primary: false, needed_cases: null, reason: null, verdict: 'passed' };
  expect(check({ minimum: 0.5, confident: true }, {})).toEqual({
    ...about,
    rule: 'minimum 0.5, confident',
    value: 0.8,
    interval: [0.58, 0.92],
  });
  expect(check({ not_worse_by: '25%' }, {})).toEqual({
    ...about,
    rule: 'not worse by 25%',
    value: -0.05,
    interval: [-0.2, 0.1],
  });
});
