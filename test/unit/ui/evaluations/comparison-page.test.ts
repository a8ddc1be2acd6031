import { expect, test } from 'vitest';
import type { ComparedMetric, Comparison } from '../../../../src/contract/evaluations/comparison.ts';
import { comparisonPage } from '../../../../src/ui/evaluations/comparison-page.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const metricOf = (metric: Partial<ComparedMetric>): ComparedMetric => ({
  metric: 'exact_match',
  kind: 'pass_fail',
  goal: 'higher',
  pairs: 20,
  missing: 1,
  baseline: 0.5,
  candidate: 0.75,
  difference: 0.25,
  scale: 'difference',
  change: 0.25,
  interval: [0.1, 0.4],
  interval_level: 0.95,
  gate_interval: [0.05, 0.45],
  method: 'newcombe',
  range: [0, 1],
  p_value: 0.01,
  p_adjusted: 0.02,
  least_pairs: 6,
  better: 6,
  worse: 1,
  same: 13,
  calls: null,
  variance: 0.2,
  verdict: 'better',
  ...metric,
});

const changed = {
  row: 3,
  metric: 'exact_match',
  baseline: true,
  candidate: false,
  inputs: { text: 'hello' },
  baseline_output: 'HELLO',
  candidate_output: 'hello',
};

function comparisonOf(candidate: Partial<Comparison['candidates'][number]>): Comparison {
  const one = {
    id: 'e2',
    variant: 'formal@2',
    pairs: 20,
    only_in_baseline: 0,
    only_in_candidate: 0,
    errors: 0,
    metrics: [],
    worse: [],
    better: [],
    flaky: 0,
    flaky_rows: [],
  };
  return { baseline: { id: 'e1', variant: 'formal@1' }, level: 0.95, seed: 1, candidates: [{ ...one, ...candidate }] };
}

const full = comparisonOf({
  only_in_baseline: 1,
  only_in_candidate: 2,
  metrics: [
    metricOf({}),
    metricOf({
      metric: 'latency',
      kind: 'latency',
      goal: 'lower',
      scale: 'ratio',
      baseline: 1,
      candidate: 2,
      difference: 1,
      change: 1,
      interval: null,
      verdict: 'too few rows',
      method: 'sign_flips',
      calls: { warm_up: 2, shared: 0, interleaved: 20, apart: 0 },
    }),
    metricOf({ metric: 'cost', kind: 'cost', goal: 'lower', change: null, verdict: 'no data', pairs: 0 }),
  ],
  worse: [changed],
  better: [{ ...changed, row: 4, baseline: 0.25, candidate: 0.5 }],
  flaky: 2,
  flaky_rows: [{ row: 5, metric: 'exact_match', baseline: null, candidate: true }],
});

test('a comparison shows each metric, what was left out, and the rows that changed', () => {
  expect(drawnLines(comparisonPage(full), 140)).toMatchSnapshot('drawn');
  expect(writtenLines(comparisonPage(full))).toMatchSnapshot('written');
});

test('without metrics and changes, there is a sentence', () => {
  expect(drawnLines(comparisonPage(comparisonOf({})))).toMatchSnapshot('drawn');
  expect(writtenLines(comparisonPage(comparisonOf({})))).toMatchSnapshot('written');
});

test('rows that only one of them has are left out', () => {
  const page = comparisonPage(comparisonOf({ only_in_candidate: 1 }));
  expect(drawnLines(page)).toContain('Left out: 0 rows that only the first evaluation has, 1 that only this one has.');
});

test('groups are shown below their candidate, those with few rows marked', () => {
  const groups = [
    { value: 'de', rows: 20, is_small: false, metrics: [metricOf({})] },
    { value: null, rows: 3, is_small: true, metrics: [metricOf({ verdict: 'too few rows', pairs: 3 })] },
  ];
  const page = comparisonPage({ ...comparisonOf({ metrics: [metricOf({})], groups }), group_by: 'locale' });
  expect(drawnLines(page, 200)).toMatchInlineSnapshot(`
    [
      "formal@2 after formal@1, 20 rows",
      "metric       before  after  change  worse   │  better  verdict   interval     rows better  rows worse  p adjusted  missing",
      "exact_match     0.5   0.75   +0.25          │ ├──●──┤  ✓ better  +0.1 … +0.4            6           1        0.02        1",
      "",
      "formal@2 after formal@1, by locale",
      "locale  rows  metric       before  after  change  worse   │  better  verdict                               interval     rows better  rows worse  p adjusted  missing  note",
      "de        20  exact_match     0.5   0.75   +0.25          │ ├──●──┤  ✓ better                              +0.1 … +0.4            6           1        0.02        1  -",
      "(none)     3  exact_match     0.5   0.75   +0.25          │ ├──●──┤  too few rows to say: 3 of at least 6  +0.1 … +0.4            6           1        0.02        1  few rows",
      "",
      "The verdicts of these groups are at 95 % together, apart from those of all rows.",
      "",
      "All verdicts together are at 95 %, by Holm, and each interval at the level of its verdict: pass or fail by Newcombe and the exact McNemar test. More: wf help methods",
    ]
  `);
  expect(writtenLines(page)).toMatchInlineSnapshot(`
    [
      "formal@2 (e2) after formal@1 (e1), 20 rows",
      "METRIC       BEFORE  AFTER  CHANGE  FROM   TO     P  P ADJUSTED  BETTER  WORSE  MISSING  VERDICT",
      "exact_match     0.5   0.75    0.25   0.1  0.4  0.01        0.02       6      1        1  better",
      "",
      "formal@2 after formal@1, by locale",
      "LOCALE  ROWS  METRIC       BEFORE  AFTER  CHANGE  FROM   TO     P  P ADJUSTED  BETTER  WORSE  MISSING  VERDICT",
      "de        20  exact_match     0.5   0.75    0.25   0.1  0.4  0.01        0.02       6      1        1  better",
      "-          3  exact_match     0.5   0.75    0.25   0.1  0.4  0.01        0.02       6      1        1  too few rows to say: 3 of at least 6",
      "",
      "The verdicts of these groups are at 95 % together, apart from those of all rows.",
      "",
      "All verdicts together are at 95 %, by Holm, and each interval at the level of its verdict: pass or fail by Newcombe and the exact McNemar test. More: wf help methods",
    ]
  `);
});
