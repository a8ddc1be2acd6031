import { describe, expect, test } from 'vitest';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { metricsOf } from '../../../../src/evaluation/compare/metrics.ts';
import { summariseEvaluation } from '../../../../src/evaluation/summary/summarise-evaluation.ts';
import type { AggregatedResult, EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

/** Compares what an evaluator says of two latencies per row; all other calls of a row are made at the same time. */
async function compare(
  scores: readonly [AggregatedResult[], AggregatedResult[]],
  latencies: (index: number) => readonly [number, number],
  change: (row: EvaluationScenario) => EvaluationScenario = (row) => row,
) {
  const evaluated = (side: 0 | 1) => ({
    evaluation: evaluationOf({ id: `evaluation ${side}`, aggregated_results: scores[side] }),
    rows: () =>
      streamOf(
        Array.from({ length: 40 }, (_, index) => {
          const latency = latencies(index)[side];
          const judged = scores[side].map(({ evaluator_config: { id, settings_values } }) => {
            const limit = settings_values?.['max_seconds'];
            return [id, typeof limit === 'number' ? latency <= limit : latency] as const;
          });
          return change(rowOf({ input: `case ${index}`, latency, scores: Object.fromEntries(judged) }));
        }),
      ),
  });
  const { candidates } = await compareEvaluations({ baseline: evaluated(0), candidates: [evaluated(1)] });
  return candidates[0]?.metrics ?? [];
}

const LATENCY = scoreOf('latency', 1);
const WITHIN_A_SECOND = scoreOf('latency', 1, { max_seconds: 1 });
const apart = (row: EvaluationScenario): EvaluationScenario => ({
  ...row,
  outputs: row.outputs.map(({ result, cost, latency }) => ({ result, cost, latency })),
});

describe('an evaluator whose score is the latency', () => {
  test('is the latency, which is listed once', async () => {
    const metrics = await compare([[LATENCY], [LATENCY]], () => [0.1, 0.3]);
    expect(metrics.map(({ metric, kind, verdict }) => [metric, kind, verdict])).toEqual([
      ['latency', 'latency', 'worse'],
      ['cost', 'cost', 'no data'],
    ]);
  });

  test('treats less than the noise of the clock as no difference', async () => {
    const [latency] = await compare([[LATENCY], [LATENCY]], (index) => [0.0006, 0.0005 + index / 1e6]);
    expect(latency).toMatchObject({ better: 0, worse: 0, p_value: 1, verdict: 'no difference shown' });
  });

  test('has no verdict for calls of different times', async () => {
    const [latency] = await compare([[LATENCY], [LATENCY]], () => [0.1, 0.3], apart);
    expect(latency).toMatchObject({ verdict: 'not interleaved', p_value: null });
  });

  test('pairs with the latency of an evaluation without it', async () => {
    const metrics = await compare([[LATENCY], []], () => [0.1, 0.3]);
    expect(metrics.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['latency', 'worse'],
      ['cost', 'no data'],
    ]);
  });

  test('has the interval of a latency', async () => {
    const evaluation = evaluationOf({ aggregated_results: [LATENCY] });
    const rows = () =>
      streamOf([0.1, 0.4, 0.2].map((latency) => rowOf({ input: `${latency}`, latency, scores: { latency } })));
    const { metrics, worst } = await summariseEvaluation({ evaluation, rows });
    expect(metrics.map(({ metric, method = null }) => [metric, method])).toEqual([
      ['latency', 'lognormal'],
      ['cost', null],
    ]);
    expect(worst[0]).toMatchObject({ scores: { latency: 0.4 } });
  });
});

describe('an evaluator that limits the latency', () => {
  test('passes or fails, next to the latency', async () => {
    const metrics = await compare([[WITHIN_A_SECOND], [WITHIN_A_SECOND]], () => [0.1, 3]);
    expect(metrics.map(({ metric, kind, verdict }) => [metric, kind, verdict])).toEqual([
      ['latency', 'pass_fail', 'worse'],
      ['cost', 'cost', 'no data'],
      ['latency', 'latency', 'worse'],
    ]);
  });

  test('has no verdict for calls of different times', async () => {
    const [limited] = await compare([[WITHIN_A_SECOND], [WITHIN_A_SECOND]], () => [0.1, 3], apart);
    expect(limited).toMatchObject({ kind: 'pass_fail', verdict: 'not interleaved', baseline: 1, candidate: 0 });
  });

  test('takes calls around the limit that lasted as long as alike', async () => {
    const [limited] = await compare([[WITHIN_A_SECOND], [WITHIN_A_SECOND]], () => [0.999, 1.001]);
    expect(limited).toMatchObject({ same: 40, worse: 0, verdict: 'no difference shown', baseline: 1, candidate: 0 });
  });
});

test('an evaluator whose score is the cost is the cost, under its own name as well', () => {
  const named: AggregatedResult = {
    ...LATENCY,
    evaluator_config: { ...scoreOf('cost', 1).evaluator_config, id: 'c', name: 'price' },
  };
  expect(
    metricsOf({ aggregated_results: [scoreOf('cost', 1), named] }).map(({ name, source }) => [name, source]),
  ).toEqual([
    ['cost', 'cost'],
    ['price', 'cost'],
    ['latency', 'latency'],
  ]);
});

test('metrics have what comparing them needs', () => {
  const own = scoreOf('own', 1, { b: 1, a: 2 });
  const ranged = { ...own, result: { ...own.result, range: [1, 5] } };
  const described = metricsOf({ aggregated_results: [scoreOf('exact_match', 1), ranged, WITHIN_A_SECOND] });
  expect(described.map(({ read: _read, ...metric }) => metric)).toEqual([
    {
      name: 'exact_match',
      id: 'exact_match',
      key: 'auto_exact_match {}',
      evaluator: 'auto_exact_match',
      source: 'evaluator',
      isTimed: false,
      goal: 'higher',
      range: { low: 0, high: 1 },
    },
    {
      name: 'own',
      id: 'own',
      key: 'auto_own {"a":2,"b":1}',
      evaluator: 'auto_own',
      source: 'evaluator',
      isTimed: false,
      goal: 'higher',
      range: { low: 1, high: 5 },
    },
    {
      name: 'latency',
      id: 'latency',
      key: 'auto_latency {"max_seconds":1}',
      evaluator: 'auto_latency',
      source: 'evaluator',
      isTimed: true,
      goal: 'higher',
      range: { low: 0, high: 1 },
    },
    {
      name: 'cost',
      id: null,
      key: 'cost',
      evaluator: null,
      source: 'cost',
      isTimed: false,
      goal: 'lower',
      range: { low: 0, high: Infinity },
    },
    {
      name: 'latency',
      id: null,
      key: 'latency',
      evaluator: null,
      source: 'latency',
      isTimed: true,
      goal: 'lower',
      range: { low: 0, high: Infinity },
    },
  ]);
});

test.each([[null], [undefined], [[]], [[1]]])('an evaluator that declares the range %j has none', (range) => {
  const own = scoreOf('own', 1);
  const [metric] = metricsOf({ aggregated_results: [{ ...own, result: { ...own.result, range } }] });
  expect(metric?.range).toBeNull();
});

test('a row without a score, a cost or a latency has none', () => {
  const metrics = metricsOf({ aggregated_results: [scoreOf('exact_match', 1)] });
  const valuesOf = (row: EvaluationScenario) => metrics.map(({ read }) => read(row));
  expect(valuesOf(rowOf({ input: 'a', scores: { other: 1, exact_match: 0.5 }, cost: 0, latency: 2 }))).toEqual([
    0.5, 0, 2,
  ]);
  expect(valuesOf(rowOf({ input: 'a', scores: { exact_match: null } }))).toEqual([null, null, null]);
  expect(valuesOf({ ...rowOf({ input: 'a' }), outputs: [] })).toEqual([null, null, null]);
});
