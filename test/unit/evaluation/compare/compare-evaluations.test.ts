import { expect, test } from 'vitest';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { evaluationOf, rowOf, scoreOf, streamOf, type RowOf } from '../../../helpers/evaluation-records.ts';

type Scores = NonNullable<RowOf['scores']>;

function rowsOf(count: number, toRow: (index: number) => Omit<RowOf, 'input'>) {
  return () =>
    streamOf(Array.from({ length: count }, (_, index) => rowOf({ input: `case ${index}`, ...toRow(index) })));
}

function scored(count: number, score: (index: number) => Scores[string]) {
  return rowsOf(count, (index) => ({ scores: { exact_match: score(index) } }));
}

const BASELINE = evaluationOf();
const CANDIDATE = evaluationOf({
  id: '01932c5e-3333-7000-8000-000000000002',
  variant_names: ['tuned'],
  revisions: ['1'],
});

async function compare(before: ReturnType<typeof rowsOf>, after: ReturnType<typeof rowsOf>, maxRows = 10) {
  const comparison = await compareEvaluations({
    baseline: { evaluation: BASELINE, rows: before },
    candidates: [{ evaluation: CANDIDATE, rows: after }],
    maxRows,
  });
  const [candidate] = comparison.candidates;
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
    method: 'newcombe',
    verdict: 'better',
  });
  expect(byName['exact_match']?.p_value).toBeCloseTo(0.01293945, 8);
  expect(worse.map(({ row }) => row)).toEqual([39, 40]);
  expect(better).toHaveLength(10);
});

test('scores of unknown range are compared by sign flips, and fewer edits are better', async () => {
  const distance = (edits: (index: number) => number) =>
    rowsOf(60, (index) => ({ scores: { levenshtein_distance: edits(index) } }));
  const rows = [distance((index) => 5 + (index % 3)), distance((index) => 3 + (index % 2))] as const;
  const evaluations = [BASELINE, CANDIDATE].map((evaluation) => ({
    ...evaluation,
    aggregated_results: [scoreOf('levenshtein_distance', 1)],
  }));
  const run = () =>
    compareEvaluations({
      baseline: { evaluation: evaluations[0] ?? BASELINE, rows: rows[0] },
      candidates: [{ evaluation: evaluations[1] ?? CANDIDATE, rows: rows[1] }],
    });
  const comparison = await run();
  expect(comparison.candidates[0]?.metrics[0]).toMatchObject({ kind: 'score', goal: 'lower', verdict: 'better' });
  expect(comparison.candidates[0]?.metrics[0]?.interval?.[1]).toBeLessThan(0);
  expect(await run()).toEqual(comparison);
});

test('an unknown cost is missing, not free', async () => {
  const { byName } = await compare(
    rowsOf(3, () => ({ cost: 0.01, latency: 1 })),
    rowsOf(3, (index) => ({ cost: index === 0 ? null : 0.02, latency: 1 })),
  );
  expect(byName['cost']).toMatchObject({ pairs: 2, missing: 1, baseline: 0.01, candidate: 0.02 });
});

test('a metric that no row has says so and is left out of the correction', async () => {
  const { byName } = await compare(
    rowsOf(3, () => ({ latency: 1 })),
    rowsOf(3, () => ({ latency: 1 })),
  );
  expect(byName['cost']).toMatchObject({
    pairs: 0,
    difference: null,
    p_value: null,
    p_adjusted: null,
    verdict: 'no data',
  });
  expect(byName['latency']).toMatchObject({ p_value: 1, p_adjusted: 1, verdict: 'too few rows', least_pairs: 6 });
});

test('unscored rows are counted as errors of the candidate', async () => {
  const { errors, byName } = await compare(
    scored(4, () => true),
    scored(4, (index) => (index === 0 ? null : true)),
  );
  expect({ errors, missing: byName['exact_match']?.missing }).toEqual({ errors: 1, missing: 1 });
});

test('an evaluator with other settings is another metric', async () => {
  const comparison = await compareEvaluations({
    baseline: { evaluation: BASELINE, rows: scored(2, () => true) },
    candidates: [
      {
        evaluation: { ...CANDIDATE, aggregated_results: [scoreOf('exact_match', 1, { correct_answer_key: 'other' })] },
        rows: scored(2, () => true),
      },
    ],
  });
  expect(comparison.candidates[0]?.metrics.map(({ metric }) => metric)).toEqual(['cost', 'latency']);
});

test('evaluations without a common row are refused', async () => {
  const other = () => streamOf([rowOf({ input: 'something else' })]);
  await expect(
    compare(
      scored(1, () => true),
      other,
    ),
  ).rejects.toThrow(
    expect.objectContaining({ code: 'WF_INVALID_INPUT', message: expect.stringContaining('have no row in common') }),
  );
});

test('grouped rows give nearly the same interval as single ones', async () => {
  // 9,000 differences of −1, 0 and 1: mean 0, variance 2/3, so the normal interval is ±1.96 √(2/3 / 9000) = ±0.01687
  const numbers = (shift: number) => rowsOf(9000, (index) => ({ scores: { exact_match: (index * shift) % 3 } }));
  const { byName } = await compare(numbers(0), numbers(1));
  const [low, high] = byName['exact_match']?.interval ?? [0, 0];
  expect(byName['exact_match']?.difference).toBeCloseTo(1, 10);
  expect(Math.abs(high - low - 2 * 0.01687)).toBeLessThan(0.003);
});
