import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlannedCheck } from '../../../../src/contract/evaluations/gate-report.ts';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import type { EvaluationRows } from '../../../../src/evaluation/compare/metrics.ts';
import { checkGate, comparisonFor } from '../../../../src/evaluation/gate/judge-gate.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { casesToCatch, planGate } from '../../../../src/evaluation/gate/plan-gate.ts';
import { requireDecidable } from '../../../../src/use-cases/evaluations/plan-gate-of-run.ts';
import { passLevel } from '../../../../src/evaluation/gate/spend-level.ts';
import { binomialCdf } from '../../../../src/evaluation/statistics/distributions.ts';
import { pairedShareInterval } from '../../../../src/evaluation/statistics/paired-shares.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

function plan(cases: number, rules: readonly object[], more: object = {}): readonly PlannedCheck[] {
  return planGate(parseGate('g', JSON.stringify({ ...more, rules })), cases).checks;
}

/** Level of the first look at 95 %. */
const LEVEL = passLevel(0.95, { look: 1, choices: null });

describe('a rule that allows a loss', () => {
  test.each([0.01, 0.02, 0.05, 0.1])('of %f passes on the planned cases if none changed, and on no fewer', (margin) => {
    const [check] = plan(10, [{ metric: 'exact_match', not_worse_by: margin }]);
    const needed = check?.needed_to_pass ?? 0;
    const lowOf = (pairs: number) => pairedShareInterval({ pairs, gained: 0, lost: 0 }, LEVEL)?.[0] ?? -1;
    expect([lowOf(needed) >= -margin, lowOf(needed - 1) >= -margin]).toEqual([true, false]);
  });

  test.each([20, 72, 120, 500])('names a margin that %i cases can decide', (cases) => {
    const [blocked] = plan(cases, [{ metric: 'exact_match', not_worse_by: 0.001 }]);
    const [proposed] = plan(cases, [{ metric: 'exact_match', not_worse_by: Number(blocked?.could) }]);
    expect([blocked?.can_pass, proposed?.can_pass, proposed?.could]).toEqual([false, true, null]);
  });

  test('catches it in 80 % of all samples: 6 cases that got worse are a verdict', () => {
    const [check] = plan(72, [{ metric: 'exact_match', not_worse_by: 0.05 }]);
    const cases = check?.needed_to_catch ?? 0;
    const powerWith = (count: number) => 1 - binomialCdf(5, count, 0.05);
    expect([powerWith(cases) >= 0.8, powerWith(cases - 1) >= 0.8]).toEqual([true, false]);
    expect(check?.assumption).toBe('all cases that change get worse');
  });

  test('of scores needs more cases than of passing or failing', () => {
    const [share, score] = plan(72, [
      { metric: 'exact_match', not_worse_by: 0.05, primary: true },
      { metric: 'rouge_l', not_worse_by: 0.05, primary: true },
    ]);
    expect(score?.needed_to_pass).toBeGreaterThan(share?.needed_to_pass ?? Infinity);
    expect(score?.needed_to_catch).toBeGreaterThan(share?.needed_to_catch ?? Infinity);
  });

  test('of a mean latency needs the cases of a bill, and of a typical latency fewer', () => {
    const of = (metric: string) => plan(72, [{ metric, not_worse_by: '40%' }])[0]?.needed_to_pass ?? 0;
    expect([of('latency mean') === of('cost'), of('latency') < of('latency mean')]).toEqual([true, true]);
  });

  test('of a share takes the greatest score as the baseline', () => {
    const of = (not_worse_by: number | string) =>
      plan(72, [{ metric: 'exact_match', not_worse_by }])[0]?.needed_to_pass;
    expect(of('10%')).toBe(of(0.1));
  });

  test.each([
    ['a sum of money', { metric: 'cost', not_worse_by: 0.1 }],
    ['an evaluator of unknown range', { metric: 'mine', not_worse_by: 1 }],
    ['a confident bound of a cost', { metric: 'cost', maximum: 1, confident: true }],
  ])('of %s cannot be told beforehand', (_, rule) => {
    expect(plan(5, [rule])).toEqual([
      expect.objectContaining({ can_pass: null, needed_to_pass: null, needed_to_catch: null }),
    ]);
  });
});

test('a guard needs more cases to catch a loss than a primary metric, and the same to pass', () => {
  const rules = [
    { metric: 'exact_match', not_worse_by: 0.1 },
    { metric: 'contains_json', not_worse_by: 0.1 },
  ];
  const [primary, guard] = plan(72, rules);
  expect(guard?.needed_to_catch).toBeGreaterThan(primary?.needed_to_catch ?? Infinity);
  expect(guard?.needed_to_pass).toBe(primary?.needed_to_pass);
});

test.each([
  ['cost, the typical call and, from 60 cases on, the slow ones', 0.05, [], 4],
  ['the mean latency, where a rule names it', 0.05, [{ metric: 'latency mean', not_worse_by: '40%' }], 5],
  ['no slow calls, where a loss shows on fewer cases', 0.5, [], 3],
])('a guard shares the level with %s', (_about, loss, others, tests) => {
  const rules = [
    { metric: 'exact_match', not_worse_by: 0.1 },
    { metric: 'contains_json', not_worse_by: loss },
  ];
  const metric = { name: 'contains_json', kind: 'pass_fail', goal: 'higher', range: [0, 1] } as const;
  expect(plan(72, [...rules, ...others])[1]?.needed_to_catch).toBe(casesToCatch(loss, metric, 1 - 0.05 / tests)?.cases);
});

test('an evaluator with a limit passes or fails, and one without is a figure', () => {
  const rule = { metric: 'levenshtein_distance', not_worse_by: 0.1 };
  const gate = parseGate('g', JSON.stringify({ rules: [rule] }));
  const running = [
    { name: 'levenshtein_distance:threshold=3', key: 'auto_levenshtein_distance', settings: { threshold: 3 } },
  ];
  expect(planGate(gate, 72).checks[0]?.can_pass).toBeNull();
  expect(planGate(gate, 72, running).checks[0]?.can_pass).toBe(true);
  expect(plan(72, [{ ...rule, metric: 'levenshtein_distance:threshold=3' }])[0]?.can_pass).toBe(true);
});

test('bounds with confidence, percentiles and counts say what they need', () => {
  const rules = [
    { metric: 'exact_match', minimum: 0.95, confident: true },
    { metric: 'latency', percentile: 95, maximum: 5, confident: true },
    { metric: 'exact_match', minimum: 0.8, not_worse_by: 0.5 },
  ];
  const needs = plan(60, rules, { minimum_cases: 50, minimum_pairs: 61 }).map((check) => [
    check.rule,
    check.needed_to_pass,
    check.can_pass,
  ]);
  // 0.95 ** 76 > 0.02 >= 0.95 ** 77.
  expect(needs).toEqual([
    ['minimum 50', 50, true],
    ['minimum 61', 61, false],
    ['minimum 0.95, confident', 77, false],
    ['p95 maximum 5, confident', 77, false],
    ['minimum 0.8', 1, true],
    ['not worse by 0.5', expect.any(Number), true],
  ]);
});

test('a gate that cannot pass is refused with the cases and the margin that these can decide', () => {
  const gate = (margin: number) =>
    planGate(parseGate('g', JSON.stringify({ rules: [{ metric: 'exact_match', not_worse_by: margin }] })), 120);
  expect(() => requireDecidable(gate(0.05))).not.toThrow();
  expect(() => requireDecidable(gate(0.02))).toThrow(
    expect.objectContaining({
      code: 'WF_GATE_INCONCLUSIVE',
      exitCode: 8,
      message:
        'The gate g cannot pass on 120 cases if nothing changed, so nothing was called: exact_match, not worse by 0.02, needs 198 (not_worse_by: 0.033 could), or 2 cases that get better and none that gets worse.',
      nextSteps: expect.arrayContaining([EXPECTED_BETTER]),
    }),
  );
  // Every case passes: no variant can be better.
  const perfect = evaluationOf({ aggregated_results: [scoreOf('exact_match', 1)] });
  expect(() => requireDecidable(gate(0.02), perfect)).toThrow(
    expect.objectContaining({
      message:
        'The gate g cannot pass on 120 cases even if nothing changed, so nothing was called: exact_match, not worse by 0.02, needs 198 (not_worse_by: 0.033 could).',
      nextSteps: expect.not.arrayContaining([EXPECTED_BETTER]),
    }),
  );
});

const EXPECTED_BETTER =
  'For a variant that you expect to be better: wf eval run … without --gate, then wf eval show VARIANT --gate FILE --baseline BASELINE';

test.each([
  { metric: 'exact_match', worst: false, best: true },
  { metric: 'rouge_l', worst: 0, best: 1 },
])('a gate that is refused is passed by just so many better cases: $metric', async ({ metric, worst, best }) => {
  const gate = parseGate('g', JSON.stringify({ rules: [{ metric, not_worse_by: 0.02 }] }));
  const running = [{ name: metric, key: `auto_${metric}`, settings: {} }];
  const cases = 60;
  const [check] = planGate(gate, cases, running).checks;
  const needed = check?.needed_better ?? 0;
  expect([check?.can_pass, needed > 0]).toEqual([false, true]);
  const verdictOf = async (better: number) => {
    const evaluated = (id: string, improved: number): EvaluationRows => {
      const rows = Array.from({ length: cases }, (_, index) =>
        rowOf({ input: `${index}`, scores: { [metric]: index < improved ? best : worst } }),
      );
      return { evaluation: evaluationOf({ id, aggregated_results: [scoreOf(metric, 0)] }), rows: () => streamOf(rows) };
    };
    const [baseline, candidate] = [evaluated('a', 0), evaluated('b', better)];
    const comparison = await compareEvaluations({ baseline, candidates: [candidate], ...comparisonFor(gate) });
    return (await checkGate(gate, [candidate], comparison)).verdict;
  };
  expect([await verdictOf(needed - 1), await verdictOf(needed)]).toEqual(['inconclusive', 'passed']);
});

test('a loss that is no loss, or more than all, is never caught', () => {
  const metric = { name: 'm', kind: 'score', goal: 'higher', range: [0, 1] } as const;
  expect([casesToCatch(0, metric, 0.95), casesToCatch(2, metric, 0.95)]).toEqual([null, null]);
});

test('the gate on the page about evaluations can pass on the test set of the basic template', () => {
  const [, example = ''] = /```yaml\n(route:[^`]+)```/.exec(readFileSync(resolve('docs/evaluations.md'), 'utf8')) ?? [];
  const rows = readFileSync(resolve('templates/basic/testsets/messages.csv'), 'utf8').trim().split('\n').length - 1;
  const { checks } = planGate(parseGate('evaluations.md', example), rows);
  expect(checks.filter(({ can_pass }) => can_pass === false)).toEqual([]);
  expect(checks.length).toBeGreaterThan(6);
});
