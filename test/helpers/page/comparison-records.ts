import type { ComparedMetric, Comparison } from '../../../src/contract/evaluations/comparison.ts';
import { NOTHING_MISSING } from '../evaluation-records.ts';

export const comparedOf = (metric: string, part: Partial<ComparedMetric> = {}): ComparedMetric => ({
  metric,
  kind: 'score',
  goal: 'higher',
  target: 'mean',
  pairs: 4,
  missing: NOTHING_MISSING,
  without_errors: null,
  baseline: 0.5,
  candidate: 0.75,
  difference: 0.25,
  scale: 'difference',
  change: 0.25,
  interval: [0.125, 0.375],
  interval_level: 0.975,
  calls: null,
  gate_interval: [0.125, 0.375],
  range: [0, 1],
  least_pairs: 6,
  method: 'betting',
  p_value: 0.01,
  p_adjusted: 0.02,
  better: 2,
  worse: 1,
  same: 1,
  variance: 0.1,
  verdict: 'better',
  ...part,
});

const PASSES = comparedOf('exact_match', {
  kind: 'pass_fail',
  range: null,
  method: 'mcnemar',
  verdict: 'too few rows',
});
const LATENCY = comparedOf('latency', {
  kind: 'latency',
  target: 'median',
  goal: 'lower',
  range: null,
  scale: 'ratio',
  change: -0.5,
  interval: null,
  verdict: 'worse',
  method: 'sign_flips',
});

/** A cost that two of 40 cases decide, and that four cases lack. */
export const SKEWED_COST = comparedOf('cost', {
  kind: 'cost',
  goal: 'lower',
  range: null,
  scale: 'ratio',
  pairs: 40,
  change: 0.46,
  typical_ratio: -0.25,
  dominating: [
    { row: 7, baseline: 0.01, candidate: 0.03, share: 0.5 },
    { row: 9, baseline: 0.01, candidate: 0.02, share: 0.25 },
  ],
  interval: null,
  missing: { ...NOTHING_MISSING, baseline: 1, candidate: 3, rows: [2, 4] },
  method: 'sign_flips',
  verdict: 'too skewed to say',
});

/** Two evaluations with every picture: three metrics, three slices, and the points of every second row. */
export const COMPARISON: Comparison = {
  baseline: { id: 'e', variant: 'default@1' },
  level: 0.95,
  seed: 1,
  group_by: 'topic',
  candidates: [
    {
      id: 'f',
      variant: 'tuned@2',
      pairs: 1200,
      rows: 1200,
      only_in_baseline: 0,
      only_in_candidate: 0,
      evaluators_only_in_baseline: [],
      evaluators_only_in_candidate: [],
      errors: 0,
      baseline_errors: 0,
      worse_count: 0,
      better_count: 0,
      metrics: [comparedOf('rouge'), PASSES, LATENCY],
      groups: [
        { value: 'sea', rows: 1199, cases: 1199, is_small: false, metrics: [comparedOf('rouge'), PASSES] },
        {
          value: '',
          rows: 1,
          cases: 1,
          is_small: true,
          metrics: [comparedOf('rouge', { verdict: 'no data', change: null })],
        },
        { value: { a: 1 }, rows: 2, cases: 2, is_small: true, metrics: [LATENCY] },
      ],
      worse: [],
      better: [],
      flaky: 0,
      flaky_rows: [],
      points: {
        every: 2,
        rows: [1, 3, 5, 7],
        candidate_rows: [11, 13, 15, 17],
        metrics: [
          { metric: 'rouge', before: [0.25, 0.5, 1, null], after: [0.75, 0.25, 1, 0.5] },
          { metric: 'exact_match', before: [0, 1, 1, null], after: [1, 0, 1, 1] },
          { metric: 'latency', before: [0.1, 20, 0.5, 0.4], after: [0.2, 10, 0.5, 4] },
          { metric: 'cost', before: [null, null, null, 1], after: [1, 1, 1, null] },
        ],
      },
    },
  ],
};
