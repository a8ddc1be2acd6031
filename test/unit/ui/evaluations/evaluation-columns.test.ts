import { expect, test } from 'vitest';
import type { AggregatedResult, TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import type { Result } from '../../../../src/contract/evaluations/result.ts';
import {
  aggregatedResultColumns,
  evaluationColumns,
  humanEvaluationColumns,
  judgeCost,
  toTestset,
  toVariants,
  valueOf,
} from '../../../../src/ui/evaluations/evaluation-columns.ts';
import type { Value } from '../../../../src/ui/layout/text/format-value.ts';
import { headsOf } from '../fixtures.ts';

test('the lists have these columns', () => {
  expect(headsOf(evaluationColumns([]))).toEqual([
    'id | id | 0',
    'variant | text | 0',
    'test set | text | 3',
    'status | status | 0',
    'average cost | cost | 4',
    'total cost | cost | 1',
    'latency | seconds | 2',
    'created | time | 5',
  ]);
  const judged = {
    ...evaluationOf([]),
    aggregated_results: [resultOf('judge', { type: 'number', value: 1, cost: 0.5 })],
  };
  expect(headsOf(evaluationColumns([evaluationOf([]), judged])).slice(5, 8)).toEqual([
    'average cost | cost | 4',
    'total cost | cost | 1',
    'judge cost | cost | 1',
  ]);
  expect(headsOf(humanEvaluationColumns)).toEqual([
    'id | id | 0',
    'type | text | 2',
    'variants | text | 0',
    'test set | text | 3',
    'status | status | 0',
    'created | time | 1',
  ]);
});

test('evaluators that are used less than half as often as the most common one are dropped first', () => {
  const evaluations = [
    ...Array.from({ length: 5 }, () => evaluationOf(['common', 'half'])),
    evaluationOf(['common']),
    evaluationOf(['once']),
    ...Array.from({ length: 2 }, () => evaluationOf(['twice'])),
    ...Array.from({ length: 3 }, () => evaluationOf(['thrice'])),
  ];
  expect(headsOf(evaluationColumns(evaluations)).filter((head) => head.includes('| score |'))).toEqual([
    'common | score | 0',
    'half | score | 0',
    'once | score | 11',
    'twice | score | 10',
    'thrice | score | 0',
  ]);
});

test('results have their own cost when any evaluator has one', () => {
  const free = resultOf('exact', { type: 'number', value: 1 });
  const paid = resultOf('judge', { type: 'number', value: 1, cost: 0.25 });
  expect(headsOf(aggregatedResultColumns([free]))).toEqual([
    'evaluator | text | 0',
    'score | score | 0',
    'key | text | 1',
    'settings | text | 2',
    'error | text | 0',
  ]);
  const columns = aggregatedResultColumns([free, paid]);
  expect(headsOf(columns).slice(0, 4)).toEqual([
    'evaluator | text | 0',
    'score | score | 0',
    'own cost | cost | 0',
    'key | text | 1',
  ]);
  expect(columns.map(({ value }) => value(paid))).toEqual(['judge', 1, 0.25, 'auto_judge', null, undefined]);
});

test.each([
  [{ name: 'mine', evaluator_key: 'auto' }, 'mine'],
  [{ name: '', evaluator_key: 'auto' }, 'auto'],
  [{}, '(deleted evaluator)'],
])('the evaluator %j is named %s', (config, name) => {
  const result = { evaluator_config: config, result: { type: 'number', value: 1 } } as unknown as AggregatedResult;
  const [column] = aggregatedResultColumns([result]);
  expect(column?.value(result)).toBe(name);
});

test.each([
  [undefined, null],
  [null, null],
  [{}, null],
  [{ threshold: 0.5 }, '{"threshold":0.5}'],
])('the settings %j are shown as %j', (settings_values, text) => {
  const result = {
    evaluator_config: { name: 'a', settings_values },
    result: { type: 'error', value: null, error: { message: 'No column.' } },
  } as unknown as AggregatedResult;
  const shown = aggregatedResultColumns([result]).map(({ header, value }) => [header, value(result)]);
  expect(Object.fromEntries(shown)).toMatchObject({ settings: text, error: 'No column.', score: null });
});

test.each<[Result | null | undefined, Value]>([
  [null, undefined],
  [undefined, undefined],
  [{ type: 'number', value: 0 }, 0],
  [{ type: 'text', value: 'x' }, 'x'],
  [{ type: 'json', value: { a: 1 } }, null],
  [{ type: 'json', value: [1] }, null],
])('the value of the result %j is %j', (result, value) => {
  expect(valueOf(result)).toBe(value);
});

test.each([
  ['cases', 3, 'cases@3'],
  ['cases', null, 'cases'],
  [null, 3, null],
  [undefined, undefined, null],
])('the test set %j at revision %j is named %j', (testset_name, testset_revision, name) => {
  expect(toTestset({ testset_name, testset_revision } as unknown as TestedEvaluation)).toBe(name);
});

test('each variant is named with its revision, if known', () => {
  const record = { ...evaluationOf([]), variant_names: ['a', 'b', 'c'], revisions: ['1', ' 2 '] };
  expect(toVariants(record)).toBe('a@1, b@2, c');
});

test.each([
  [[], null],
  [[undefined], 0],
  [[undefined, 0.25, 0.5], 0.75],
  [[0.25, null], null],
])('judges of %j cost %j', (costs, sum) => {
  const results = costs.map((cost, index) =>
    resultOf(`e${index}`, { type: 'number', value: 1, ...(cost === undefined ? {} : { cost }) }),
  );
  expect(judgeCost({ ...evaluationOf([]), aggregated_results: results })).toBe(sum);
});

function resultOf(name: string, result: AggregatedResult['result']): AggregatedResult {
  return {
    evaluator_config: { id: name, name, evaluator_key: `auto_${name}` },
    result,
  } as unknown as AggregatedResult;
}

function evaluationOf(evaluators: readonly string[]): TestedEvaluation {
  return {
    id: '01932c5e-3333-7000-8000-000000000001',
    app_id: '01932c5e-0000-7000-8000-00000000000a',
    project_id: '01932c5e-0000-7000-8000-00000000000b',
    variant_ids: [],
    variant_names: ['default'],
    variant_revision_ids: [],
    revisions: ['2'],
    testset_id: '01932c5e-4444-7000-8000-000000000001',
    testset_name: 'cases',
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    aggregated_results: evaluators.map((name) => resultOf(name, { type: 'number', value: 1 })),
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
  };
}
