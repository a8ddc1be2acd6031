import { describe, expect, test } from 'vitest';
import type { GateReport } from '../../../../src/contract/evaluations/gate-report.ts';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { checkGate, comparisonFor } from '../../../../src/evaluation/gate/judge-gate.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { requirePassed } from '../../../../src/evaluation/gate/require-passed.ts';
import { evaluationOf, rowOf, scoreOf, streamOf, type RowOf } from '../../../helpers/evaluation-records.ts';

type ToRow = (index: number) => Omit<RowOf, 'input'>;

function evaluated(id: string, count: number, toRow: ToRow, metric = 'exact_match') {
  const evaluation = evaluationOf({ id, variant_names: [id], aggregated_results: [scoreOf(metric, 1)] });
  const rows = Array.from({ length: count }, (_, index) => rowOf({ input: `case ${index}`, ...toRow(index) }));
  return { evaluation, rows: () => streamOf(rows) };
}

const passing =
  (passes: (index: number) => boolean): ToRow =>
  (index) => ({ scores: { exact_match: passes(index) } });
const ALL = passing(() => true);

const gateOf = (gate: object) => parseGate('test.gate.json', JSON.stringify(gate));

/** Checks a candidate, and compares it with a baseline where there is one. Leaves the checks of the gate's defaults out. */
async function judge(rules: object, count: number, after: ToRow, before: ToRow | null = null) {
  const gate = gateOf(rules);
  const candidate = evaluated('candidate', count, after);
  const baseline = before === null ? null : evaluated('baseline', count, before);
  const comparison =
    baseline === null ? null : await compareEvaluations({ baseline, candidates: [candidate], ...comparisonFor(gate) });
  const report = await checkGate(gate, [candidate], comparison);
  return {
    verdict: report.verdict,
    checks: report.results[0]?.checks.filter(({ rule }) => !/^(maximum 0|minimum 1)$/.test(rule)),
  };
}

const MINIMUM = { rules: [{ metric: 'exact_match', minimum: 0.8 }] };
const CONFIDENT = { rules: [{ metric: 'exact_match', minimum: 0.8, confident: true }] };
const NOT_WORSE = { rules: [{ metric: 'exact_match', not_worse_by: 0.05 }] };

test('a confident minimum is compared with the whole interval and estimates the cases needed', async () => {
  const verdictOf = async (count: number, passes: (index: number) => boolean) =>
    await judge(CONFIDENT, count, passing(passes));
  expect(await verdictOf(200, (index) => index % 10 !== 0)).toMatchObject({ verdict: 'passed' });
  expect(await verdictOf(200, (index) => index % 10 < 6)).toMatchObject({ verdict: 'failed' });
  // The least n with scipy.stats.beta.ppf(0.02, 0.9 n, 0.1 n + 1) ≥ 0.8.
  expect(await verdictOf(20, (index) => index % 10 !== 0)).toMatchObject({
    verdict: 'inconclusive',
    checks: [{ needed_cases: 71 }],
  });
});

test('not worse than the baseline passes, fails or is inconclusive', async () => {
  const worse = passing((index) => index % 3 !== 0);
  expect(await judge(NOT_WORSE, 300, ALL, ALL)).toMatchObject({ verdict: 'passed' });
  expect(await judge(NOT_WORSE, 300, worse, ALL)).toMatchObject({ verdict: 'failed' });
  // A loss of 0.05 would show in 78 pairs at 2 % of the first look: 0.95^77 = 0.0193, within the margin of the search.
  expect(await judge(NOT_WORSE, 20, ALL, ALL)).toMatchObject({
    verdict: 'inconclusive',
    checks: [{ needed_cases: 78 }],
  });
});

test('equal numbers are inconclusive until a rare break would have been seen', async () => {
  const rules = { rules: [{ metric: 'latency', not_worse_by: '10%' }] };
  const same: ToRow = () => ({ latency: 1, scores: { exact_match: true } });
  const small = await judge(rules, 5, same, same);
  expect(small.verdict).toBe('inconclusive');
  const needed = small.checks?.[0]?.needed_cases ?? 0;
  expect(small.checks?.[0]?.reason).toBe(`too few cases to say: 5 of at least ${needed}`);
  expect(await judge(rules, needed - 1, same, same)).toMatchObject({ verdict: 'inconclusive' });
  expect(await judge(rules, needed, same, same)).toMatchObject({ verdict: 'passed' });
});

test('a share of the baseline is allowed where more is worse', async () => {
  const rules = { rules: [{ metric: 'latency', not_worse_by: '10%' }] };
  const seconds =
    (factor: number): ToRow =>
    (index) => ({ latency: (1 + (index % 5) / 10) * factor, scores: { exact_match: true } });
  expect(await judge(rules, 400, seconds(1.02), seconds(1))).toMatchObject({ verdict: 'passed' });
  expect(await judge(rules, 400, seconds(1.3), seconds(1))).toMatchObject({ verdict: 'failed' });
});

test('a mean latency is judged where a rule names it, by the differences', async () => {
  // Nine of ten calls are as fast; the tenth takes as long as all of them.
  const seconds =
    (slow: number): ToRow =>
    (index) => ({ latency: index % 10 === 0 ? slow : 1, scores: { exact_match: true } });
  const rules = (metric: string) => ({ rules: [{ metric, not_worse_by: '30%' }] });
  expect(await judge(rules('latency'), 600, seconds(9), seconds(1))).toMatchObject({ verdict: 'passed' });
  expect(await judge(rules('latency mean'), 600, seconds(9), seconds(1))).toMatchObject({
    verdict: 'failed',
    checks: [{ metric: 'latency mean', rule: 'not worse by 30%', scale: 'ratio' }],
  });
  expect(await judge(rules('latency mean'), 600, seconds(1), seconds(1))).toMatchObject({ verdict: 'passed' });
  const least = { rules: [{ metric: 'latency mean', maximum: 2, primary: true }] };
  expect(await judge(least, 20, seconds(9), seconds(1))).toMatchObject({
    verdict: 'passed',
    checks: [{ metric: 'latency', rule: 'mean maximum 2', primary: true }],
  });
});

test('only a latency has a mean of its own', async () => {
  const scored: ToRow = () => ({ latency: 1, scores: { exact_match: true } });
  const gate = { rules: [{ metric: 'exact_match mean', minimum: 0.5 }] };
  await expect(judge(gate, 20, scored, scored)).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

test.each([
  [{ not_worse_by: 1 }, 'inconclusive'],
  [{ not_worse_by: 1, range: [0, 10] }, 'passed'],
  [{ not_worse_by: 1, range: [0, 4] }, 'inconclusive'],
  [{ minimum: 4, confident: true }, 'inconclusive'],
  [{ minimum: 4, confident: true, range: [0, 10] }, 'passed'],
])('a score of unknown range with %j is %s: the rule may state it', async (rule, verdict) => {
  const gate = gateOf({ rules: [{ metric: 'own', ...rule }] });
  const own = (id = 'own') => evaluated(id, 300, () => ({ scores: { own: 5 } }), 'own');
  const comparison = await compareEvaluations({ baseline: own('before'), candidates: [own()], ...comparisonFor(gate) });
  expect((await checkGate(gate, [own()], comparison)).verdict).toBe(verdict);
});

describe('rows without a score', () => {
  const broken: ToRow = (index) => ({ latency: 1, scores: { exact_match: index < 2 ? null : true } });

  test('fail the gate unless it allows them', async () => {
    expect(await judge(MINIMUM, 10, broken)).toMatchObject({ verdict: 'failed' });
    expect(await judge({ ...MINIMUM, maximum_errors: 2 }, 10, broken)).toMatchObject({ verdict: 'passed' });
  });

  test('fail each rule about their metric, unless the gate says how many may be missing', async () => {
    const rules = [
      { metric: 'exact_match', minimum: 0.8, maximum: 1 },
      { metric: 'latency', maximum: 2 },
    ];
    const reason = '2 of 10 cases have no value; maximum_missing: 2 would allow that';
    const missing = { verdict: 'failed', reason };
    expect(await judge({ evaluators: ['exact_match'], rules }, 10, broken)).toMatchObject({
      verdict: 'failed',
      checks: [
        { rule: 'required', ...missing },
        { rule: 'minimum 0.8', value: 1, ...missing },
        { rule: 'maximum 1', ...missing },
        { rule: 'mean maximum 2', verdict: 'passed' },
      ],
    });
    const allowed = { maximum_errors: 2, maximum_missing: 2, rules };
    expect(await judge(allowed, 10, broken)).toMatchObject({ verdict: 'passed' });
    expect(await judge({ ...allowed, maximum_missing: 1 }, 10, broken)).toMatchObject({ verdict: 'failed' });
  });

  test('are also those whose score JSON lost', async () => {
    const lost = rowOf({ input: 'lost', scores: { exact_match: 0 } });
    const results = lost.results.map((each) => ({ ...each, result: { type: 'number', value: null } }));
    const rows = [rowOf({ input: 'good', scores: { exact_match: 0.1 } }), { ...lost, results }];
    const gate = gateOf({ rules: [{ metric: 'exact_match', maximum: 0.2 }] });
    const report = await checkGate(gate, [{ ...evaluated('lost', 0, ALL), rows: () => streamOf(rows) }], null);
    expect(report.results[0]?.checks.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['errors', 'failed'],
      ['cases', 'passed'],
      ['exact_match', 'failed'],
    ]);
  });

  test('leave a rule about costs undecided', async () => {
    const rules = { rules: [{ metric: 'cost', maximum: 1 }] };
    const priced: ToRow = (index) => ({ cost: index < 1 ? null : 0.1, scores: { exact_match: true } });
    expect(await judge(rules, 10, priced)).toMatchObject({
      verdict: 'inconclusive',
      checks: [{ metric: 'cost', needed_cases: null, reason: 'it is not known for 1 case' }],
    });
  });
});

test('an evaluator that is required and did not judge fails the gate', async () => {
  expect(await judge({ ...MINIMUM, evaluators: ['exact_match', 'similarity_match'] }, 10, ALL)).toMatchObject({
    verdict: 'failed',
    checks: [
      { metric: 'similarity_match', rule: 'required', value: null, reason: 'this evaluator did not run' },
      { metric: 'exact_match', verdict: 'passed' },
    ],
  });
});

test.each([
  [1, '1 case is too few'],
  [2, '2 cases are too few'],
  [3, null],
])('of at least 3 cases, %d: %s', async (count, reason) => {
  const { verdict, checks } = await judge({ ...MINIMUM, minimum_cases: 3 }, count, ALL);
  const needed_cases = reason === null ? null : 3;
  expect(verdict).toBe(reason === null ? 'passed' : 'inconclusive');
  expect(checks?.[0]).toMatchObject({ metric: 'cases', rule: 'minimum 3', value: count, needed_cases, reason });
});

test('a gate always checks how many rows failed, and how many there are', async () => {
  const report = await checkGate(gateOf(MINIMUM), [evaluated('v', 10, ALL)], null);
  const about = { verdict: 'passed', interval: null, cases: 10, primary: false, needed_cases: null, reason: null };
  expect(report.results[0]?.checks.slice(0, 2)).toEqual([
    { ...about, metric: 'errors', rule: 'maximum 0', value: 0 },
    { ...about, metric: 'cases', rule: 'minimum 1', value: 10 },
  ]);
});

test('an evaluator with settings is meant by its name', async () => {
  const named = evaluated(
    'v',
    3,
    () => ({ scores: { 'regex_test:regex_pattern=^a': true } }),
    'regex_test:regex_pattern=^a',
  );
  const gate = gateOf({ evaluators: ['regex_test'], rules: [{ metric: 'regex_test', minimum: 1 }] });
  expect(await checkGate(gate, [named], null)).toMatchObject({ verdict: 'passed' });
});

test('an unknown metric is a mistake in the gate', async () => {
  await expect(judge({ rules: [{ metric: 'exact_mach', minimum: 1 }] }, 3, ALL)).rejects.toMatchObject({
    message: 'No metric is called "exact_mach". Did you mean exact_match?',
  });
});

test('a rule about a baseline needs one', async () => {
  await expect(judge(NOT_WORSE, 3, ALL)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'The gate has a rule "not_worse_by", which needs a baseline.',
    nextSteps: ['Add --baseline EVALUATION', 'wf eval compare BASELINE CANDIDATE --gate FILE'],
  });
});

describe('several evaluations', () => {
  const GATE = { confidence: 0.9, rules: [{ metric: 'exact_match', minimum: 0.5, not_worse_by: 0.1 }] };

  async function report(...passed: readonly [string, number][]): Promise<GateReport> {
    const [baseline, ...candidates] = [['baseline', 27] as const, ...passed].map(([id, count]) =>
      evaluated(
        id,
        30,
        passing((index) => index < count),
      ),
    );
    if (baseline === undefined) throw new Error('There is a baseline.');
    const comparison = await compareEvaluations({ baseline, candidates, level: 0.9 });
    return await checkGate(gateOf(GATE), candidates, comparison);
  }

  test('are checked each, and the gate is as good as the worst', async () => {
    const { results, ...found } = await report(['good', 28], ['bad', 10]);
    expect(found).toMatchObject({
      confidence: 0.9,
      baseline: { id: 'baseline', variant: 'baseline@2' },
      verdict: 'failed',
    });
    expect(
      results.map(({ variant, verdict, checks }) => [variant, verdict, ...checks.slice(2).map(({ reason }) => reason)]),
    ).toEqual([
      ['good@2', 'passed', null, null],
      ['bad@2', 'failed', '0.3333 is below the minimum 0.5', 'it is surely worse by more than 0.1'],
    ]);
  });

  test('that fail the gate are an error with their checks', async () => {
    const failed = await report(['good', 28], ['bad', 10]);
    expect(() => requirePassed(failed)).toThrow(
      expect.objectContaining({
        code: 'WF_GATE_FAILED',
        message:
          'The gate test.gate.json failed: exact_match of bad@2, minimum 0.5: 0.3333 is below the minimum 0.5; ' +
          'exact_match of bad@2, not worse by 0.1: it is surely worse by more than 0.1.',
        details: failed,
      }) as Error,
    );
  });

  test('that leave it undecided are an error of their own, and those that pass are none', async () => {
    const undecided = await checkGate(gateOf({ ...MINIMUM, minimum_cases: 50 }), [evaluated('few', 10, ALL)], null);
    expect(() => requirePassed(undecided)).toThrow(
      expect.objectContaining({
        code: 'WF_GATE_INCONCLUSIVE',
        message: 'The gate test.gate.json is inconclusive: cases of few@2, minimum 50: 10 cases are too few.',
      }) as Error,
    );
    requirePassed(await report(['good', 28]));
    requirePassed(null);
  });
});
