import { expect, test } from 'vitest';
import type { ComparedCalls, Comparison, ComparisonVerdict } from '../../../../src/contract/evaluations/comparison.ts';
import {
  describeComparisonMethods,
  describeSummaryMethods,
  describeVerdict,
} from '../../../../src/contract/evaluations/describe-methods.ts';
import { comparedOf } from '../../../helpers/error-rates/simulate.ts';

const SUMMARY = { id: 'a', variant: 'a', rows: 1, repeats: 1, errors: 0, flaky: 0, worst: [] };
const METRIC = { metric: 'm', kind: 'score', goal: 'higher', missing: 0, flaky: 0, mean: 1, interval: null } as const;
const FIGURES = { variance: 0, least: 1, p50: 1, p90: 1, p95: 1, p99: 1, greatest: 1, histogram: [] };

test('a summary says how each kind of interval was computed, once', () => {
  const metrics = (['betting', 'betting', 'lognormal', undefined] as const).map((method) => ({
    ...METRIC,
    ...FIGURES,
    count: 1,
    ...(method === undefined ? {} : { method }),
  }));
  expect(describeSummaryMethods({ ...SUMMARY, level: 0.95, metrics })).toBe(
    "Intervals at 95 %: scores by betting, cost and latency by the wider of Student's and the lognormal interval.",
  );
  expect(describeSummaryMethods({ ...SUMMARY, level: 0.999, metrics: [] })).toBe('Intervals at 99.9 %.');
  const others = (['wilson', 'student'] as const).map((method) => ({ ...METRIC, ...FIGURES, count: 1, method }));
  const without = { ...METRIC, ...FIGURES, count: 0, method: 'betting' } as const;
  expect(describeSummaryMethods({ ...SUMMARY, level: 0.95, metrics: [...others, without] })).toBe(
    "Intervals at 95 %: pass or fail by Wilson, scores of unknown range by Student's t.",
  );
});

test('a comparison says how its verdicts were computed', () => {
  const metrics = [
    comparedOf('score', [[true, false]]),
    comparedOf('score', [[0.5, 1]]),
    comparedOf('unbounded', [[1, 7]]),
    comparedOf('latency', [[1, 2]]),
  ];
  const candidate = { id: 'b', variant: 'b', pairs: 1, only_in_baseline: 0, only_in_candidate: 0, errors: 0 };
  const rows = { worse: [], better: [], flaky: 0, flaky_rows: [] };
  const comparison: Comparison = {
    baseline: { id: 'a', variant: 'a' },
    level: 0.95,
    seed: 7,
    candidates: [{ ...candidate, ...rows, metrics }],
  };
  expect(describeComparisonMethods(comparison)).toBe(
    'All verdicts together are at 95 %, by Holm, and each interval at the level of its verdict: pass or fail by Newcombe and the exact McNemar test, scores by betting, scores of unknown range by sign flips, cost and latency by sign flips of the ratios of each row (seed 7).',
  );
});

test('a comparison says which latencies it left out, and why it has no verdict', () => {
  const latency = comparedOf('latency', [[1, 2]]);
  const candidate = { id: 'b', variant: 'b', pairs: 9, only_in_baseline: 0, only_in_candidate: 0, errors: 0 };
  const described = (calls: Partial<ComparedCalls>, verdict: ComparisonVerdict = 'worse') =>
    describeComparisonMethods({
      baseline: { id: 'a', variant: 'a' },
      level: 0.95,
      seed: 7,
      candidates: [
        {
          ...candidate,
          worse: [],
          better: [],
          flaky: 0,
          flaky_rows: [],
          metrics: [{ ...latency, verdict, calls: { warm_up: 0, shared: 0, interleaved: 0, apart: 0, ...calls } }],
        },
      ],
    }).split('(seed 7).')[1];
  expect(described({ interleaved: 9 })).toBe('');
  expect(described({ warm_up: 1 })).toBe(' Latency leaves out 1 row with first calls of a process.');
  expect(described({ warm_up: 2, shared: 3, apart: 5 })).toBe(
    ' Latency leaves out 2 rows with first calls of a process, 3 rows that share the calls of others, 5 rows whose calls were made at different times.',
  );
  expect(described({ apart: 9 }, 'not interleaved')).toBe(
    ' Latency has no verdict, because the calls were made at different times: `wf eval run --variants A,B --fresh` calls for both at the same time.',
  );
});

test('latencies of different times have no verdict', () => {
  const metric = { ...comparedOf('latency', [[1, 2]]), verdict: 'not interleaved' } as const;
  expect(describeVerdict(metric)).toBe('cannot say: not interleaved');
});

test('too few rows are counted', () => {
  expect(describeVerdict(comparedOf('score', [[0, 1]]))).toBe('too few rows to say: 1 of at least 8');
  expect(
    describeVerdict(
      comparedOf(
        'latency',
        Array.from({ length: 9 }, () => [1, 1] as const),
      ),
    ),
  ).toBe('no difference shown');
});
