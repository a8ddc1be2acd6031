import type { TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { describe, expect, test } from 'vitest';
import {
  compareEvaluations,
  type CompareEvaluationsOptions,
} from '../../../../src/evaluation/compare/compare-evaluations.ts';
import {
  evaluationOf,
  NOTHING_MISSING,
  rowOf,
  scoreOf,
  streamOf,
  type RowOf,
} from '../../../helpers/evaluation-records.ts';

type Scores = NonNullable<RowOf['scores']>;
type Rows = readonly (RowOf & { readonly row?: number; readonly repeat?: number })[];

const rowsOf = (count: number, toRow: (index: number) => Omit<Rows[number], 'input'>): Rows =>
  Array.from({ length: count }, (_, index) => ({ input: `case ${index}`, ...toRow(index) }));
const scored = (count: number, score: (index: number) => Scores[string]) =>
  rowsOf(count, (index) => ({ scores: { exact_match: score(index) } }));

const evaluated = (rows: Rows, evaluation: Parameters<typeof evaluationOf>[0] = {}) => ({
  evaluation: evaluationOf(evaluation),
  rows: () => streamOf(rows.map(({ row, repeat, ...given }) => ({ ...rowOf(given), row, repeat }))),
});

async function compare(before: Rows, after: Rows, options: Partial<CompareEvaluationsOptions> = {}) {
  const aggregated_results = ['exact_match', 'levenshtein_distance', 'own'].map((name) => scoreOf(name, 1));
  const { candidates } = await compareEvaluations({
    baseline: evaluated(before, { aggregated_results }),
    candidates: [evaluated(after, { aggregated_results, id: 'candidate', variant_names: ['tuned'], revisions: ['1'] })],
    ...options,
  });
  const [candidate] = candidates;
  if (candidate === undefined) throw new Error('One was given.');
  return { ...candidate, byName: Object.fromEntries(candidate.metrics.map((metric) => [metric.metric, metric])) };
}

test('pass or fail is tested exactly on the rows that changed', async () => {
  // 40 rows: 12 get better, 2 get worse; R: mcnemar.exact gives binom.test(2, 14)$p.value = 0.01293945
  const { byName, worse, better } = await compare(
    scored(40, (index) => index >= 12),
    scored(40, (index) => index < 38),
  );
  expect(byName['exact_match']).toMatchObject({
    kind: 'pass_fail',
    pairs: 40,
    baseline: 0.7,
    candidate: 0.95,
    better: 12,
    worse: 2,
    same: 26,
    missing: NOTHING_MISSING,
    method: 'mcnemar',
  });
  expect(byName['exact_match']?.p_value).toBeCloseTo(0.01293945, 8);
  expect(worse.map(({ row }) => row)).toEqual([39, 40]);
  expect(better).toHaveLength(10);
});

test('scores of unknown range are compared by sign flips, and fewer edits are better', async () => {
  const distances = (edits: (index: number) => number) =>
    rowsOf(60, (index) => ({ scores: { levenshtein_distance: edits(index) } }));
  const [before, after] = [distances((index) => 5 + (index % 3)), distances((index) => 3 + (index % 2))];
  const { byName, ...found } = await compare(before, after);
  expect(byName['levenshtein_distance']).toMatchObject({
    kind: 'score',
    goal: 'lower',
    method: 'sign_flips',
    difference: -2.5,
    verdict: 'better',
  });
  expect(byName['levenshtein_distance']?.interval?.[1]).toBeLessThan(0);
  expect(await compare(before, after)).toEqual({ ...found, byName });
});

test('an unknown cost is missing, not free', async () => {
  const { byName } = await compare(
    rowsOf(3, () => ({ cost: 0.01, latency: 1 })),
    rowsOf(3, (index) => ({ cost: index === 0 ? null : 0.02, latency: 1 })),
  );
  expect(byName['cost']).toMatchObject({
    pairs: 2,
    missing: { candidate: 1, losses: 0, rows: [1] },
    baseline: 0.01,
    candidate: 0.02,
  });
});

test('a cost that was 0 has no change in percent, and its typical case one of a thousandfold', async () => {
  const { byName } = await compare([{ input: 'a', cost: 0 }], [{ input: 'a', cost: 0.1 }]);
  expect(byName['cost']).toMatchObject({ change: null, difference: 0.1, typical_ratio: expect.closeTo(999, 6) });
  const free = await compare([{ input: 'a', cost: 0 }], [{ input: 'a', cost: 0 }]);
  expect(free.byName['cost']).toMatchObject({ change: 0, same: 1 });
});

test('a metric that no row has says so and is left out of the correction', async () => {
  const { byName } = await compare(
    rowsOf(3, () => ({ latency: 1 })),
    rowsOf(3, () => ({ latency: 1 })),
  );
  const none = { difference: null, change: null, interval: null, gate_interval: null, p_value: null, p_adjusted: null };
  expect(byName['cost']).toMatchObject({ ...none, pairs: 0, baseline: null, candidate: null, verdict: 'no data' });
  expect(byName['latency']).toMatchObject({ p_value: 1, p_adjusted: 1, verdict: 'too few rows', least_pairs: 6 });
});

test('unscored rows are counted as errors of the candidate', async () => {
  const { errors, byName } = await compare(
    scored(4, () => true),
    scored(4, (index) => (index === 0 ? null : true)),
  );
  expect({ errors, missing: byName['exact_match']?.missing }).toEqual({
    errors: 1,
    missing: { ...NOTHING_MISSING, candidate: 1, losses: 1, rows: [1] },
  });
});

const SETTINGS = { correct_answer_key: 'other' };
const CODED = { ...scoreOf('exact_match', 1), code: 'new' };

// A service that does not tell a part of the subject cannot be compared by it.
test.each<[string, Partial<TestedEvaluation>, Partial<TestedEvaluation>, string | null]>([
  ['another route', { route: '/b' }, { route: '/a' }, 'it called the route /b, the baseline /a'],
  ['an unknown route', { route: null }, { route: '/a' }, null],
  [
    'another test set',
    { testset_id: 't2', testset_revision: 1 },
    { testset_id: 't1', testset_revision: 3 },
    'it ran on the test set cases@1 (t2), the baseline cases@3 (t1)',
  ],
  ['another revision of the test set', { testset_revision: 2 }, { testset_revision: 1 }, null],
  ['an unknown test set', { testset_id: null }, {}, null],
  [
    'other settings',
    { aggregated_results: [scoreOf('exact_match', 1, SETTINGS)] },
    {},
    'the evaluator exact_match has other settings',
  ],
  [
    'other code of an evaluator',
    { aggregated_results: [CODED] },
    { aggregated_results: [{ ...CODED, code: 'old' }] },
    'the code of the evaluator exact_match has changed since',
  ],
  ['code of an evaluator that is unknown', { aggregated_results: [CODED] }, {}, null],
  ['other code and variables of the route', { bundle: 'b' }, { bundle: 'a' }, null],
])('evaluations with %s are compared only if the subject stays', async (_, after, before, difference) => {
  const rows = scored(2, () => true);
  const [baseline, candidate] = [evaluated(rows, { id: 'e1', ...before }), evaluated(rows, { id: 'e2', ...after })];
  const compared = compareEvaluations({ baseline, candidates: [candidate] });
  if (difference === null) return expect((await compared).candidates[0]?.pairs).toBe(2);
  const { route } = candidate.evaluation;
  const testset = after.testset_revision == null ? 'cases' : 'cases@1';
  await expect(compared).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `Cannot compare evaluation e2 with e1: ${difference}.`,
    nextSteps: [
      `Evaluate both on the same: wf eval run --testset ${testset} ${route == null ? '' : `--route ${route} `}--variants default@2 --evaluators exact_match`,
    ],
  });
});

test('evaluators that judged only one of the two are named', async () => {
  const rows = scored(2, () => true);
  const others = { id: 'other', aggregated_results: [scoreOf('rouge_l', 1)] };
  const { metrics, ...candidate } = await compare(rows, rows, { candidates: [evaluated(rows, others)] });
  expect(metrics.map(({ metric }) => metric)).toEqual(['cost', 'latency', 'latency p95']);
  expect(candidate).toMatchObject({
    evaluators_only_in_baseline: ['exact_match', 'levenshtein_distance', 'own'],
    evaluators_only_in_candidate: ['rouge_l'],
  });
});

test('evaluations without a common row are refused', async () => {
  const baseline = evaluated([{ input: 'a' }], { id: 'baseline' });
  const candidates = [evaluated([{ input: 'b' }], { id: 'other', testset_name: null })];
  await expect(compareEvaluations({ baseline, candidates })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message:
      'The evaluations baseline (test set cases) and other (test set unknown) have no row in common: there is nothing to compare.',
  });
});

test('grouped rows give nearly the same interval as single ones', async () => {
  // 9,000 differences of −1, 0 and 1: mean 0, variance 2/3, so the normal interval is ±1.96 √(2/3 / 9000) = ±0.01687
  const numbers = (shift: number) => scored(9000, (index) => (index * shift) % 3);
  const { byName } = await compare(numbers(0), numbers(1));
  const [low, high] = byName['exact_match']?.interval ?? [0, 0];
  expect(byName['exact_match']?.difference).toBeCloseTo(1, 10);
  expect(Math.abs(high - low - 2 * 0.01687)).toBeLessThan(0.003);
});

test('several candidates share one error rate, and one may have no name', async () => {
  const [failing, passing] = [scored(6, () => false), scored(6, () => true)];
  const named = evaluated(passing, { id: 'named', variant_names: ['tuned'], revisions: ['1'] });
  const unnamed = evaluated(passing, { id: 'unnamed', variant_names: [], revisions: [] });
  const verdictsOf = async (...candidates: CompareEvaluationsOptions['candidates']) => {
    const comparison = await compareEvaluations({ baseline: evaluated(failing), candidates });
    return comparison.candidates.map(({ variant, metrics }) => [variant, metrics[0]?.p_adjusted, metrics[0]?.verdict]);
  };
  // Six rows that change are p = 2 · 0.5⁶ by McNemar.
  expect(await verdictsOf(named)).toEqual([['tuned@1', 0.03125, 'better']]);
  expect(await verdictsOf(named, unnamed)).toEqual([
    ['tuned@1', 0.0625, 'too few rows'],
    ['', 0.0625, 'too few rows'],
  ]);
});

describe('repetitions of a row', () => {
  /** Two repetitions each: the first row agrees with itself, the second does not. */
  const repeated = (scores: readonly boolean[], edits: readonly number[]): Rows =>
    scores.map((exact_match, index) => ({
      input: `case ${index >> 1}`,
      row: (index >> 1) + 1,
      repeat: (index & 1) + 1,
      output: `output ${index}`,
      scores: { exact_match, levenshtein_distance: edits[index] ?? 0 },
    }));
  const BEFORE = repeated([true, true, true, false, false, false], [1, 1, 2, 4, 5, 5]);
  const AFTER = repeated([true, true, true, true, false, true], [1, 1, 1, 1, 7, 9]);

  test('are one pair, with the mean of their scores', async () => {
    const { byName, pairs } = await compare(BEFORE, AFTER);
    expect(pairs).toBe(3);
    expect(byName['exact_match']).toMatchObject({
      kind: 'pass_fail',
      pairs: 3,
      baseline: 0.5,
      better: 2,
      worse: 0,
      same: 1,
    });
    expect(byName['exact_match']?.candidate).toBeCloseTo((1 + 1 + 0.5) / 3, 12);
    expect(byName['levenshtein_distance']).toMatchObject({ baseline: 3, better: 1, worse: 1 });
  });

  test('that pass or fail have shares from 0 to 1, although the range of scores is unknown', async () => {
    const thrice = (passes: (repeat: number) => boolean): Rows =>
      Array.from({ length: 60 }, (_, index) => ({
        input: `case ${Math.floor(index / 3)}`,
        row: Math.floor(index / 3) + 1,
        repeat: (index % 3) + 1,
        scores: { own: passes(index % 3) },
      }));
    const { byName } = await compare(
      thrice((repeat) => repeat === 0),
      thrice(() => true),
    );
    expect(byName['own']).toMatchObject({ kind: 'pass_fail', method: 'mcnemar', range: [0, 1], verdict: 'better' });
  });

  test('that disagree are counted by metric, and the first are listed', async () => {
    const { flaky, flaky_rows } = await compare(BEFORE, AFTER, { maxRows: 2 });
    expect(flaky).toBe(4);
    expect(flaky_rows).toEqual([
      { row: 2, metric: 'exact_match', baseline: 0.5, candidate: true },
      { row: 2, metric: 'levenshtein_distance', baseline: 3, candidate: 1 },
    ]);
  });

  test('are listed among the changed rows, the greatest change first', async () => {
    const { better, worse } = await compare(BEFORE, AFTER, { maxRows: 1 });
    const row = { row: 2, metric: 'levenshtein_distance', inputs: { text: 'case 1' } };
    expect(better).toMatchObject([
      { ...row, baseline: 3, candidate: 1, baseline_output: 'output 2', candidate_output: 'output 2' },
    ]);
    expect(worse.map(({ row: place, metric, candidate }) => [place, metric, candidate])).toEqual([
      [3, 'levenshtein_distance', 8],
    ]);
    const none = await compare(BEFORE, AFTER, { maxRows: 0 });
    expect([none.better, none.worse, none.flaky_rows]).toEqual([[], [], []]);
  });
});

describe('the points of a comparison', () => {
  const pointsOf = async (count: number, maxPoints: number) => {
    const rows = (shift: number) =>
      rowsOf(count, (index) => ({
        row: index + 1 + shift,
        scores: { exact_match: index % 2 === 1, ...(shift > 0 && index === 0 ? { exact_match: null } : {}) },
      }));
    const { points } = await compare(rows(0), rows(100), { maxPoints });
    return points;
  };

  test('are the numbers of each row in both test sets, with verdicts as 1 and 0', async () => {
    const points = await pointsOf(3, 10);
    expect(points).toMatchObject({ every: 1, rows: [1, 2, 3], candidate_rows: [101, 102, 103] });
    expect(points?.metrics[0]).toEqual({ metric: 'exact_match', before: [0, 1, 0], after: [null, 1, 0] });
  });

  test('beyond the limit are those of every second row, then of every fourth', async () => {
    expect(await pointsOf(5, 4)).toMatchObject({ every: 2, rows: [1, 3, 5] });
    expect(await pointsOf(16, 4)).toMatchObject({ every: 4, rows: [1, 5, 9, 13] });
    expect(await pointsOf(17, 4)).toMatchObject({ every: 8, rows: [1, 9, 17] });
    expect(await pointsOf(5, 0)).toBeUndefined();
  });
});
