import { describe, expect, test } from 'vitest';
import type { ScoreRange } from '../../../../src/evaluation/statistics/score-range.ts';
import { summariseEvaluation } from '../../../../src/evaluation/summary/summarise-evaluation.ts';
import { evaluationOf, rowOf, scoreOf, streamOf, type RowOf } from '../../../helpers/evaluation-records.ts';

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
  // scipy.stats.binomtest(50, 100).proportion_ci(0.95, method='exact')
  expect(byName['exact_match']).toMatchObject({
    kind: 'pass_fail',
    mean: 0.5,
    histogram: [],
  });
  expect(byName['exact_match']?.interval?.[0]).toBeCloseTo(0.3983211, 6);
  expect(byName['similarity_match']).toMatchObject({ kind: 'score', mean: 0.495, least: 0, greatest: 0.99 });
  expect(byName['similarity_match']?.histogram.map(({ count: inBin }) => inBin)).toEqual([
    10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
  ]);
  // numpy.quantile(np.arange(1, 101) / 100, [0.5, 0.95])
  expect(byName['latency']?.p50).toBeCloseTo(0.505, 10);
  expect(byName['latency']?.p95).toBeCloseTo(0.9505, 10);
  // The ranks 40 and 61 of 100: scipy's quantile_test, and Conover's tables.
  expect(byName['latency']?.percentile_intervals).toMatchObject({ p50: [0.4, 0.61], p99: [0.97, null] });
  expect(byName['cost']).toMatchObject({
    count: 0,
    missing: 100,
    mean: null,
    interval: null,
    p95: null,
    histogram: [],
  });
});

test('percentiles of very many rows are within one percent', async () => {
  const rows = function* () {
    for (let index = 1; index <= 50_000; index += 1) yield rowOf({ input: `x${index}`, latency: index / 1000 });
  };
  const evaluation = evaluationOf({ aggregated_results: [] });
  const { metrics } = await summariseEvaluation({ evaluation, rows: () => streamOf(rows()) });
  const latency = metrics.find(({ metric }) => metric === 'latency');
  expect(Math.abs((latency?.p95 ?? 0) / 47.5 - 1)).toBeLessThan(0.01);
  expect(latency?.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
});

describe('the interval of a mean', () => {
  /** Summarises what an evaluator whose scores have a range says of rows; each has one or several repetitions. */
  async function meanOf(range: ScoreRange | null, rows: readonly (readonly (number | boolean)[])[]) {
    const evaluation = evaluationOf({ aggregated_results: [scoreOf('own', 1)] });
    const repeated = rows.flatMap((own, index) =>
      own.map((score, repeat) => ({
        ...rowOf({ input: `${index}`, scores: { own: score } }),
        row: index + 1,
        repeat: repeat + 1,
      })),
    );
    const given = { evaluation, rows: () => streamOf(repeated) };
    const { metrics } = await summariseEvaluation(given, { rangeOf: (name) => (name === 'own' ? range : null) });
    return metrics[0];
  }

  const SHARE = { low: 0, high: 1 };
  const ANY = { low: -Infinity, high: Infinity };

  test.each<
    [string, ScoreRange | null, readonly (number | boolean)[], string | undefined, ScoreRange | null, ScoreRange]
  >([
    ['passes and failures', null, [true, true, false], undefined, SHARE, SHARE],
    ['scores of a known range', SHARE, [0.2, 0.4], 'betting', SHARE, SHARE],
    [
      'scores of another range',
      { low: -10, high: 10 },
      [2, 4],
      'betting',
      { low: -10, high: 10 },
      { low: -10, high: 10 },
    ],
    ['scores of an unknown range', null, [2, 4], 'student', null, ANY],
    ['scores above their range', SHARE, [0.5, 2], 'student', null, ANY],
    ['scores below their range', SHARE, [-0.5, 0.5], 'student', null, ANY],
    ['passes and a score', SHARE, [true, 0.5], 'betting', SHARE, SHARE],
    ['a score and passes', SHARE, [0.5, true], 'betting', SHARE, SHARE],
  ])('of %s has its own method and limits', async (_, known, scores, method, range, within) => {
    const metric = await meanOf(
      known,
      scores.map((score) => [score]),
    );
    expect(metric).toMatchObject({ range });
    expect(metric?.method).toBe(method);
    const [low, high] = metric?.interval ?? [NaN, NaN];
    expect(low).toBeLessThan(high);
    expect([low >= within.low, high <= within.high]).toEqual([true, true]);
  });

  test('of distances has no negative end, and no upper limit', async () => {
    const metric = await meanOf({ low: 0, high: Infinity }, [[1], [100]]);
    expect(metric).toMatchObject({ method: 'student', range: { low: 0, high: null } });
    expect(metric?.interval?.[0]).toBe(0);
  });

  test('of repetitions that pass or fail is that of shares from 0 to 1', async () => {
    const metric = await meanOf(null, [[true, false], [true, true], [false, false]]); // prettier-ignore
    expect(metric).toMatchObject({
      kind: 'pass_fail',
      count: 3,
      flaky: 1,
      mean: 0.5,
      range: SHARE,
    });
  });

  test('of passes is that of Clopper and Pearson, and of very different costs there is none', async () => {
    const { byName } = await summarise([
      { input: 'a', scores: { exact_match: true, similarity_match: 0 }, latency: 0.5, cost: 0.001 },
      { input: 'b', scores: { exact_match: true, similarity_match: 1 }, latency: 0.501, cost: 0.9 },
      { input: 'c', scores: { exact_match: true } },
      { input: 'd', scores: { exact_match: false } },
    ]);
    // scipy.stats.binomtest(3, 4).proportion_ci(0.95, method='exact')
    const interval = [expect.closeTo(0.1941, 4), expect.closeTo(0.9937, 4)];
    expect(byName['exact_match']).toMatchObject({ count: 4, mean: 0.75, interval });
    expect(byName['latency']?.method).toBe('lognormal');
    expect(byName['latency']?.interval?.[0]).toBeGreaterThan(0.45);
    expect(byName['latency']?.interval?.[1]).toBeLessThan(0.55);
    expect(byName['cost']).toMatchObject({ count: 2, missing: 2, interval: null });
    // Two scores between 0 and 1 say nothing about their mean.
    expect(byName['similarity_match']?.interval).toEqual([expect.closeTo(0, 1), expect.closeTo(1, 1)]);
  });

  test('of costs is there although one is 0', async () => {
    const costs = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 0];
    const { byName } = await summarise(costs.map((cost, index) => ({ input: `${index}`, cost })));
    const [low, high] = byName['cost']?.interval ?? [NaN, NaN];
    expect([low > 1, high < 3]).toEqual([true, true]);
  });
});

describe('the worst rows', () => {
  const worstOf = async (rows: readonly RowOf[], maxRows?: number) =>
    (await summarise(rows, maxRows)).worst.map(({ row, inputs, failed }) => [row, inputs['text'], failed]);

  test('are failed ones, then those with more failed evaluators, then those with the lowest scores', async () => {
    const rows = [
      { input: 'fine', scores: { exact_match: true, similarity_match: 1 } },
      { input: 'low', scores: { exact_match: false, similarity_match: 0.1 } },
      { input: 'lower', scores: { exact_match: false, similarity_match: 0 } },
      { input: 'broken', scores: { exact_match: null, similarity_match: 1 } },
    ];
    expect(await worstOf(rows, 3)).toEqual([
      [4, 'broken', ['exact_match']],
      [3, 'lower', ['exact_match']],
      [2, 'low', ['exact_match']],
    ]);
    expect(await worstOf(rows, 0)).toEqual([]);
  });

  test('are all rows where all score 0, and none with every best score', async () => {
    const scored = (input: string, similarity_match: number) => ({
      input,
      scores: { exact_match: true, similarity_match },
    });
    expect(await worstOf([scored('a', 0), scored('b', 0)])).toEqual([
      [1, 'a', []],
      [2, 'b', []],
    ]);
    expect(await worstOf([scored('fine', 0.9), scored('as fine', 0.9), scored('less so', 0.8)])).toEqual([
      [3, 'less so', []],
    ]);
  });

  test('show what was asked, answered, expected and scored', async () => {
    const { worst } = await summarise([
      { input: 'a', scores: { exact_match: true, similarity_match: 0.9 } },
      { input: 'b', scores: { exact_match: null, similarity_match: 0.5 }, output: 'x', latency: 2 },
    ]);
    expect(worst).toEqual([
      {
        row: 2,
        failed: ['exact_match'],
        flaky: [],
        scores: { exact_match: null, similarity_match: 0.5 },
        error: 'Not judged.',
        latency: 2,
        inputs: { text: 'b' },
        output: 'x',
        expected: { correct_answer: 'b' },
      },
    ]);
  });

  test('show the errors of all their evaluators, and that of the call alone where there was no answer to judge', async () => {
    const errorOf = (message: string) => ({ type: 'error', value: null, error: { message } }) as const;
    const unjudged = rowOf({ input: 'unjudged', scores: { exact_match: null, similarity_match: null } });
    const unanswered = {
      ...rowOf({ input: 'unanswered' }),
      outputs: [{ result: errorOf('Boom.'), cost: null, latency: null }],
      results: ['exact_match', 'similarity_match'].map((name) => ({
        evaluator_config: name,
        result: errorOf('There is no output to score: Boom.'),
      })),
    };
    const rows = () => streamOf([unjudged, unanswered]);
    const { worst } = await summariseEvaluation({ evaluation: EVALUATION, rows });
    expect(worst.map(({ error }) => error)).toEqual([
      'exact_match: Not judged.; similarity_match: Not judged.',
      'Boom.',
    ]);
  });

  test('are rows with one failed repetition, which is shown', async () => {
    const passed = { exact_match: true, similarity_match: 1 };
    const rows = [
      { ...rowOf({ input: 'good', scores: passed }), row: 1 },
      { ...rowOf({ input: 'late', scores: passed, output: 'x' }), row: 2, repeat: 1 },
      { ...rowOf({ input: 'late', scores: { exact_match: null, similarity_match: null } }), row: 2, repeat: 2 },
      { ...rowOf({ input: 'flaky', scores: passed }), row: 3, repeat: 1 },
      { ...rowOf({ input: 'flaky', scores: { ...passed, exact_match: false } }), row: 3, repeat: 2 },
    ];
    const summary = await summariseEvaluation({ evaluation: EVALUATION, rows: () => streamOf(rows) });
    expect(summary).toMatchObject({ rows: 3, repeats: 2, errors: 1, flaky: 1 });
    expect(summary.worst.map(({ inputs, flaky, error }) => [inputs['text'], flaky, error])).toEqual([
      ['late', [], 'exact_match: Not judged.; similarity_match: Not judged.'],
      ['flaky', ['exact_match'], null],
    ]);
  });
});
