import { expect, test } from 'vitest';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { checkGate } from '../../../../src/evaluation/gate/check-gate.ts';
import { judgeGate, rangesOf } from '../../../../src/evaluation/gate/judge-gate.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { summariseEvaluation } from '../../../../src/evaluation/summary/summarise-evaluation.ts';
import { evaluationOf, rowOf, scoreOf, streamOf, type RowOf } from '../../../helpers/evaluation-records.ts';

type ToRow = (index: number) => Omit<RowOf, 'input'>;

function evaluated(id: string, count: number, toRow: ToRow) {
  const evaluation = evaluationOf({ id, variant_names: [id], aggregated_results: [scoreOf('exact_match', 1)] });
  const inputs = Array.from({ length: count }, (_, index) => rowOf({ input: `case ${index}`, ...toRow(index) }));
  return { evaluation, rows: () => streamOf(inputs) };
}

const passing =
  (share: (index: number) => boolean): ToRow =>
  (index) => ({ scores: { exact_match: share(index) } });

async function judge(rules: object, count: number, after: ToRow, before: ToRow | null = null) {
  const gate = parseGate('test.gate.json', JSON.stringify(rules));
  const candidate = evaluated('candidate', count, after);
  const summary = await summariseEvaluation(candidate, { level: gate.confidence });
  const baseline = before === null ? null : evaluated('baseline', count, before);
  const comparison =
    baseline === null ? null : await compareEvaluations({ baseline, candidates: [candidate], level: gate.confidence });
  const compared = comparison?.candidates[0] ?? null;
  const report = judgeGate(gate, comparison?.baseline ?? null, [{ summary, compared }]);
  return {
    verdict: report.verdict,
    checks: report.results[0]?.checks.filter(({ rule }) => !/^(maximum 0|minimum 1)$/.test(rule)),
  };
}

const MINIMUM = { rules: [{ metric: 'exact_match', minimum: 0.8 }] };
const CONFIDENT = { rules: [{ metric: 'exact_match', minimum: 0.8, confident: true }] };
const NOT_WORSE = { rules: [{ metric: 'exact_match', not_worse_by: 0.05 }] };

test('a minimum is compared with the mean', async () => {
  expect(
    await judge(
      MINIMUM,
      10,
      passing((index) => index < 8),
    ),
  ).toMatchObject({ verdict: 'passed' });
  expect(
    await judge(
      MINIMUM,
      10,
      passing((index) => index < 7),
    ),
  ).toMatchObject({
    verdict: 'failed',
    checks: [{ rule: 'minimum 0.8', value: 0.7, reason: '0.7 is below the minimum 0.8' }],
  });
});

test('a confident minimum is compared with the whole interval and estimates the cases needed', async () => {
  expect(
    await judge(
      CONFIDENT,
      200,
      passing((index) => index % 10 !== 0),
    ),
  ).toMatchObject({ verdict: 'passed' });
  expect(
    await judge(
      CONFIDENT,
      200,
      passing((index) => index % 10 < 6),
    ),
  ).toMatchObject({ verdict: 'failed' });
  const { verdict, checks } = await judge(
    CONFIDENT,
    20,
    passing((index) => index % 10 !== 0),
  );
  expect(verdict).toBe('inconclusive');
  // Wilson's lower end is the share whose score test just reaches z: n = z² · 0.8 · 0.2 / 0.1² = 61.5.
  expect(checks?.[0]?.needed_cases).toBe(62);
});

test('not worse than the baseline passes, fails or is inconclusive', async () => {
  const all = passing(() => true);
  expect(await judge(NOT_WORSE, 300, all, all)).toMatchObject({ verdict: 'passed' });
  expect(
    await judge(
      NOT_WORSE,
      300,
      passing((index) => index % 3 !== 0),
      all,
    ),
  ).toMatchObject({ verdict: 'failed' });
  const small = await judge(NOT_WORSE, 20, all, all);
  expect(small.verdict).toBe('inconclusive');
  // Newcombe's lower end for n equal rows that all pass is −z²/(n + z²): 0.05 is reached at n = 73.
  expect(small.checks?.[0]?.needed_cases).toBe(73);
});

test('equal numbers are inconclusive until a rare break would have been seen', async () => {
  const rules = { rules: [{ metric: 'latency', not_worse_by: '10%' }] };
  const same: ToRow = () => ({ latency: 1, scores: { exact_match: true } });
  const small = await judge(rules, 10, same, same);
  expect(small.verdict).toBe('inconclusive');
  const needed = small.checks?.[0]?.needed_cases ?? 0;
  expect(small.checks?.[0]?.reason).toBe(`too few rows to say: 10 of at least ${needed}`);
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

test('a score of unknown range is inconclusive unless the rule states it', async () => {
  const own = (toScore: (index: number) => number) => {
    const aggregated_results = [scoreOf('own', 1)];
    const evaluation = evaluationOf({ id: 'own', aggregated_results });
    const rows = Array.from({ length: 300 }, (_, index) =>
      rowOf({ input: `case ${index}`, scores: { own: toScore(index) } }),
    );
    return { evaluation, rows: () => streamOf(rows) };
  };
  const verdictOf = async (rule: object, score: number) => {
    const gate = parseGate('test.gate.json', JSON.stringify({ rules: [{ metric: 'own', ...rule }] }));
    const [baseline, candidate] = [own(() => score), own(() => score)];
    const rangeOf = rangesOf(gate);
    const comparison = await compareEvaluations({ baseline, candidates: [candidate], rangeOf });
    return (await checkGate(gate, [candidate], comparison)).verdict;
  };
  expect(await verdictOf({ not_worse_by: 1 }, 5)).toBe('inconclusive');
  expect(await verdictOf({ not_worse_by: 1, range: [0, 10] }, 5)).toBe('passed');
  expect(await verdictOf({ not_worse_by: 1, range: [0, 4] }, 5)).toBe('inconclusive');
  expect(await verdictOf({ minimum: 4, confident: true }, 5)).toBe('inconclusive');
  expect(await verdictOf({ minimum: 4, confident: true, range: [0, 10] }, 5)).toBe('passed');
});

test('rows that could not be scored fail the gate unless it allows them', async () => {
  const broken: ToRow = (index) => ({ scores: { exact_match: index === 0 ? null : true } });
  expect(await judge(MINIMUM, 10, broken)).toMatchObject({ verdict: 'failed' });
  expect(await judge({ ...MINIMUM, maximum_errors: 1 }, 10, broken)).toMatchObject({ verdict: 'passed' });
});

test('each rule about a metric with missing scores fails, unless the gate says how many may be missing', async () => {
  const broken: ToRow = (index) => ({ latency: 1, scores: { exact_match: index < 2 ? null : true } });
  const rules = [
    { metric: 'exact_match', minimum: 0.8, maximum: 1 },
    { metric: 'latency', maximum: 2 },
  ];
  const reason = '2 of 10 rows have no value; maximum_missing: 2 would allow that';
  const missing = { verdict: 'failed', reason };
  expect(await judge({ evaluators: ['exact_match'], rules }, 10, broken)).toMatchObject({
    verdict: 'failed',
    checks: [
      { rule: 'required', ...missing },
      { rule: 'minimum 0.8', value: 1, ...missing },
      { rule: 'maximum 1', ...missing },
      { rule: 'maximum 2', verdict: 'passed' },
    ],
  });
  const allowed = { maximum_errors: 2, maximum_missing: 2, rules };
  expect(await judge(allowed, 10, broken)).toMatchObject({ verdict: 'passed' });
  expect(await judge({ ...allowed, maximum_missing: 1 }, 10, broken)).toMatchObject({ verdict: 'failed' });
});

test('a score that JSON lost is missing', async () => {
  const gate = parseGate('test.gate.json', JSON.stringify({ rules: [{ metric: 'exact_match', maximum: 0.2 }] }));
  const { evaluation } = evaluated(
    'lost',
    0,
    passing(() => true),
  );
  const lost = rowOf({ input: 'lost', scores: { exact_match: 0 } });
  const [first] = lost.results;
  const results = first === undefined ? [] : [{ ...first, result: { type: 'number', value: null } }];
  const rows = [rowOf({ input: 'good', scores: { exact_match: 0.1 } }), { ...lost, results }];
  const report = await checkGate(gate, [{ evaluation, rows: () => streamOf(rows) }], null);
  expect(report.results[0]?.checks.map(({ metric, verdict }) => [metric, verdict])).toEqual([
    ['errors', 'failed'],
    ['cases', 'passed'],
    ['exact_match', 'failed'],
  ]);
});

test('an unknown cost cannot pass a maximum', async () => {
  const rules = { rules: [{ metric: 'cost', maximum: 1 }] };
  const priced =
    (unknown: number): ToRow =>
    (index) => ({ cost: index < unknown ? null : 0.1, scores: { exact_match: true } });
  expect(await judge(rules, 10, priced(0))).toMatchObject({ verdict: 'passed' });
  expect(await judge(rules, 10, priced(1))).toMatchObject({
    verdict: 'inconclusive',
    checks: [{ metric: 'cost', needed_cases: null, reason: 'it is not known for 1 row' }],
  });
});

test('an evaluator that is required and did not judge fails the gate', async () => {
  const rules = { ...MINIMUM, evaluators: ['exact_match', 'similarity_match'] };
  expect(
    await judge(
      rules,
      10,
      passing(() => true),
    ),
  ).toMatchObject({
    verdict: 'failed',
    checks: [{ metric: 'similarity_match', rule: 'required' }, { metric: 'exact_match' }],
  });
});

test('too few cases are inconclusive', async () => {
  expect(
    await judge(
      { ...MINIMUM, minimum_cases: 50 },
      10,
      passing(() => true),
    ),
  ).toMatchObject({
    verdict: 'inconclusive',
    checks: [{ metric: 'cases', needed_cases: 50 }, { verdict: 'passed' }],
  });
});

test('an unknown metric is a mistake in the gate', async () => {
  await expect(
    judge(
      { rules: [{ metric: 'exact_mach', minimum: 1 }] },
      3,
      passing(() => true),
    ),
  ).rejects.toThrow(
    expect.objectContaining({ message: 'No metric is called "exact_mach". Did you mean exact_match?' }),
  );
});

test('a rule about a baseline needs one', async () => {
  const always = passing(() => true);
  await expect(judge(NOT_WORSE, 3, always)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'The gate has a rule "not_worse_by", which needs a baseline.',
    nextSteps: ['Add --baseline EVALUATION', 'wf eval compare BASELINE CANDIDATE --gate FILE'],
  });
});

test('every check of rows is whole: what was asked, what was found, and why it does not hold', async () => {
  const rules = { ...MINIMUM, evaluators: ['similarity_match'], minimum_cases: 2 };
  const gate = parseGate('test.gate.json', JSON.stringify(rules));
  const checksOf = async (rows: readonly Omit<RowOf, 'input'>[], errors = 0) => {
    const candidate = evaluated('candidate', rows.length, (index) => rows[index] ?? {});
    const summary = { ...(await summariseEvaluation(candidate, { level: gate.confidence })), errors };
    const [result] = judgeGate(gate, null, [{ summary, compared: null }]).results;
    return result?.checks.slice(0, 3);
  };
  const about = { interval: null, needed_cases: null, reason: null };
  const pass = { scores: { exact_match: true } };
  const required = { metric: 'similarity_match', rule: 'required', verdict: 'failed', value: null };
  expect(await checksOf([pass], 1)).toEqual([
    { ...about, ...required, cases: 1, reason: 'this evaluator did not run' },
    {
      ...about,
      metric: 'errors',
      rule: 'maximum 0',
      verdict: 'failed',
      value: 1,
      cases: 1,
      reason: '1 row failed or could not be scored',
    },
    {
      ...about,
      metric: 'cases',
      rule: 'minimum 2',
      verdict: 'inconclusive',
      value: 1,
      cases: 1,
      needed_cases: 2,
      reason: '1 case is too few',
    },
  ]);
  expect(await checksOf([pass, pass])).toEqual([
    { ...about, ...required, cases: 2, reason: 'this evaluator did not run' },
    { ...about, metric: 'errors', rule: 'maximum 0', verdict: 'passed', value: 0, cases: 2 },
    { ...about, metric: 'cases', rule: 'minimum 2', verdict: 'passed', value: 2, cases: 2 },
  ]);
});

test('a few cases are too few in the plural', async () => {
  const { checks } = await judge(
    { ...MINIMUM, minimum_cases: 3 },
    2,
    passing(() => true),
  );
  expect(checks?.[0]).toMatchObject({ metric: 'cases', reason: '2 cases are too few' });
});
