import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { metricsOf } from '../../../../src/evaluation/compare/metrics.ts';
import { evaluationOf, rowOf, scoreOf } from '../../../helpers/evaluation-records.ts';

test('an evaluator whose score is the cost is the cost, under its own name as well', () => {
  const cost = scoreOf('cost', 1);
  const named = { ...cost, evaluator_config: { ...cost.evaluator_config, id: 'c', name: 'price' } };
  expect(metricsOf({ aggregated_results: [cost, named] }).map(({ name, source }) => [name, source])).toEqual([
    ['cost', 'cost'],
    ['price', 'cost'],
    ['latency', 'latency'],
  ]);
});

test('more is better of scores and passes, and less of what calls cost and take', () => {
  const limited = scoreOf('latency', 1, { max_seconds: 1 });
  const metrics = metricsOf({ aggregated_results: [scoreOf('exact_match', 1), limited] });
  expect(metrics.map(({ name, goal, isTimed, range }) => [name, goal, isTimed, range])).toEqual([
    ['exact_match', 'higher', false, { low: 0, high: 1 }],
    ['latency', 'higher', true, { low: 0, high: 1 }],
    ['cost', 'lower', false, { low: 0, high: Infinity }],
    ['latency', 'lower', true, { low: 0, high: Infinity }],
  ]);
});

test.each([
  [[1, 5], { low: 1, high: 5 }],
  [null, null],
  [undefined, null],
  [[], null],
  [[1], null],
])("a project's evaluator that declares the range %j has %j", (declared, range) => {
  const own = scoreOf('own', 1);
  const [metric] = metricsOf({ aggregated_results: [{ ...own, result: { ...own.result, range: declared } }] });
  expect(metric?.range).toEqual(range);
});

test('the order of its settings does not make an evaluator another one', () => {
  const keysOf = (settings: Record<string, unknown>) =>
    metricsOf({ aggregated_results: [scoreOf('own', 1, settings)] }).map(({ key }) => key);
  expect(keysOf({ b: 1, a: 2 })).toEqual(keysOf({ a: 2, b: 1 }));
  expect(keysOf({ b: 1, a: 2 })).not.toEqual(keysOf({ b: 2, a: 1 }));
});

test('a row without a score, a cost or a latency has none', () => {
  const metrics = metricsOf(evaluationOf());
  const valuesOf = (row: EvaluationScenario) => metrics.map(({ read }) => read(row));
  expect(valuesOf(rowOf({ input: 'a', scores: { other: 1, exact_match: 0.5 }, cost: 0, latency: 2 }))).toEqual([
    0.5, 0, 2,
  ]);
  expect(valuesOf(rowOf({ input: 'a', scores: { exact_match: null } }))).toEqual([null, null, null]);
  expect(valuesOf({ ...rowOf({ input: 'a' }), outputs: [] })).toEqual([null, null, null]);
});
