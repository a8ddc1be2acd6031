import { expect, test } from 'vitest';
import { summariseEvaluation } from '../../../../src/evaluation/summary/summarise-evaluation.ts';
import { evaluationOf, rowOf, scoreOf, streamOf, type RowOf } from '../../../helpers/evaluation-records.ts';
import { roundFigures } from '../../../helpers/round-figures.ts';

const EVALUATION = evaluationOf({ aggregated_results: [scoreOf('exact_match', 1), scoreOf('similarity_match', 1)] });

async function summarise(rows: readonly RowOf[], maxRows = 10) {
  const summary = await summariseEvaluation(
    { evaluation: EVALUATION, rows: () => streamOf(rows.map(rowOf)) },
    { maxRows },
  );
  return { ...summary, byName: Object.fromEntries(summary.metrics.map((metric) => [metric.metric, metric])) };
}

test('each metric has its mean, interval and percentiles', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    input: `case ${index}`,
    scores: { exact_match: index < 50, similarity_match: index / 100 },
    latency: (index + 1) / 100,
  }));
  const { byName, rows: count, errors } = await summarise(rows);
  expect({ count, errors }).toEqual({ count: 100, errors: 0 });
  // scipy.stats.binomtest(50, 100).proportion_ci(0.95, method='wilson')
  expect(byName['exact_match']).toMatchObject({ kind: 'pass_fail', mean: 0.5, histogram: [] });
  expect(byName['exact_match']?.interval?.[0]).toBeCloseTo(0.4038315, 6);
  expect(byName['similarity_match']).toMatchObject({ kind: 'score', mean: 0.495 });
  expect(byName['similarity_match']?.histogram.map(({ count: inBin }) => inBin)).toEqual([
    10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
  ]);
  // numpy.quantile(np.arange(1, 101) / 100, [0.5, 0.95])
  expect(byName['latency']?.p50).toBeCloseTo(0.505, 10);
  expect(byName['latency']?.p95).toBeCloseTo(0.9505, 10);
  expect(byName['cost']).toMatchObject({
    count: 0,
    missing: 100,
    mean: null,
    interval: null,
    p95: null,
    histogram: [],
  });
});

test("an interval is limited to the metric's range", async () => {
  const { byName } = await summarise([
    { input: 'a', scores: { exact_match: true, similarity_match: 0 }, latency: 0.5, cost: 0.001 },
    { input: 'b', scores: { exact_match: true, similarity_match: 1 }, latency: 0.501, cost: 0.9 },
  ]);
  expect(byName['latency']?.interval?.[0]).toBeGreaterThan(0.45);
  expect(byName['latency']?.interval?.[1]).toBeLessThan(0.55);
  // Two very different costs permit any mean.
  expect(byName['cost']?.interval).toBeNull();
  // Two scores between 0 and 1 say nothing about their mean.
  expect(byName['similarity_match']?.interval).toEqual([expect.closeTo(0.0, 1), expect.closeTo(1, 1)]);
  expect(byName['similarity_match']).toMatchObject({ method: 'betting', range: { low: 0, high: 1 } });
});

test('failed rows come first, then those with more failed evaluators, then the lowest scores', async () => {
  const { worst } = await summarise(
    [
      { input: 'fine', scores: { exact_match: true, similarity_match: 1 } },
      { input: 'low', scores: { exact_match: false, similarity_match: 0.1 } },
      { input: 'lower', scores: { exact_match: false, similarity_match: 0 } },
      { input: 'broken', scores: { exact_match: null, similarity_match: 1 } },
    ],
    3,
  );
  expect(worst.map(({ row, inputs, failed }) => [row, inputs['text'], failed])).toEqual([
    [4, 'broken', ['exact_match']],
    [3, 'lower', ['exact_match']],
    [2, 'low', ['exact_match']],
  ]);
  expect(worst[0]?.error).toBe('Not judged.');
});

test('percentiles of very many rows are within one percent', async () => {
  const rows = function* () {
    for (let index = 1; index <= 50_000; index += 1) yield rowOf({ input: 'x', latency: index / 1000 });
  };
  const evaluation = evaluationOf({ aggregated_results: [] });
  const { metrics } = await summariseEvaluation({ evaluation, rows: () => streamOf(rows()) });
  const latency = metrics.find(({ metric }) => metric === 'latency');
  expect(Math.abs((latency?.p95 ?? 0) / 47.5 - 1)).toBeLessThan(0.01);
  expect(latency?.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
});

test('a row with one failed repetition is one of the worst, whatever the others are', async () => {
  const passed = { exact_match: true, similarity_match: 1 };
  const late = { exact_match: null, similarity_match: null };
  const rows = [
    { ...rowOf({ input: 'good', scores: passed }), row: 1 },
    { ...rowOf({ input: 'late', scores: late }), row: 2, repeat: 1 },
    { ...rowOf({ input: 'late', scores: passed }), row: 2, repeat: 2 },
  ];
  const { worst, errors } = await summariseEvaluation({ evaluation: EVALUATION, rows: () => streamOf(rows) });
  expect(errors).toBe(1);
  expect(worst.map(({ inputs }) => inputs['text'])).toEqual(['late']);
});

test('rows that all score 0 are all among the worst', async () => {
  const { worst } = await summarise(
    ['a', 'b'].map((input) => ({ input, scores: { exact_match: true, similarity_match: 0 } })),
  );
  expect(worst.map(({ inputs }) => inputs['text'])).toEqual(['a', 'b']);
});

test('a row with every best score is not one of the worst', async () => {
  const { worst } = await summarise([
    { input: 'fine', scores: { exact_match: true, similarity_match: 0.9 } },
    { input: 'as fine', scores: { exact_match: true, similarity_match: 0.9 } },
    { input: 'less so', scores: { exact_match: true, similarity_match: 0.8 } },
  ]);
  expect(worst.map(({ row, inputs }) => [row, inputs['text']])).toEqual([[3, 'less so']]);
});

const REPEATED = [
  { input: 'a', scores: { exact_match: true, similarity_match: 0.9 }, latency: 0.1, cost: 0.01, output: 'x' },
  { input: 'a', scores: { exact_match: false, similarity_match: 0.7 }, latency: 0.3, cost: 0.03, output: 'y' },
  { input: 'b', scores: { exact_match: false, similarity_match: 0.1 }, latency: 0.2, cost: null, output: 'z' },
  { input: 'b', scores: { exact_match: false, similarity_match: 0.1 }, latency: 0.2, cost: null, output: 'z' },
  { input: 'c', scores: { exact_match: null, similarity_match: null }, latency: null },
  { input: 'd', scores: { exact_match: true, similarity_match: 0.5 }, latency: 2, cost: 1 },
];

test.each([0, 1, 10])('repeated rows are summarised with the worst %d', async (maxRows) => {
  const rows = REPEATED.map((row, index) => ({
    ...rowOf(row),
    row: [1, 1, 2, 2, 3, 4][index] ?? 0,
    repeat: [1, 2, 1, 2, 1, 1][index] ?? 0,
  }));
  const given = { evaluation: EVALUATION, rows: () => streamOf(rows) };
  expect(roundFigures(await summariseEvaluation(given, { maxRows, level: 0.9 }))).toMatchSnapshot();
});
