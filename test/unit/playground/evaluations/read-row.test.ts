import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { readRow } from '../../../../src/playground/evaluations/read-row.ts';

const SCENARIO: EvaluationScenario = {
  id: 'row-1',
  evaluation_id: 'evaluation-1',
  inputs: [
    { name: 'text', type: 'text', value: 'the sea' },
    { name: 'tags', type: 'list', value: ['a'] },
  ],
  outputs: [{ result: { type: 'text', value: 'blue' }, cost: 0.5, latency: 2 }],
  correct_answers: [{ key: 'correct_answer', value: 'green' }],
  results: [{ evaluator_config: 'exact', result: { type: 'bool', value: false } }],
};

test('a row is converted to the columns of the list', () => {
  expect(readRow(SCENARIO)).toEqual({
    id: 'row-1',
    name: '1',
    hasError: false,
    inputs: 'text: the sea\ntags: ["a"]',
    expected: 'green',
    output: 'blue',
    isFailed: false,
    cost: 0.5,
    costFrom: '',
    latency: 2,
    verdicts: { exact: 'false' },
    reasons: {},
  });
});

test('a row with an output per variant shows them all, and a cost only when each is known', () => {
  const outputs = [
    { result: { type: 'text', value: 'blue' }, cost: 0.5, latency: 2 },
    { result: { type: 'error', value: null, error: { message: 'refused' } }, cost: null, latency: 1 },
  ];
  expect(readRow({ ...SCENARIO, outputs })).toMatchObject({
    output: 'blue\nrefused',
    isFailed: true,
    cost: null,
    latency: 3,
  });
});

test('a row with missing fields or other kinds of verdicts is shown', () => {
  // Fields that a service of another version could send.
  const { inputs, outputs, correct_answers, ...rest } = SCENARIO;
  const votes = [{ evaluator_config: 'people', result: { type: 'object', value: { a: 2, b: 1 } } }];
  expect(readRow({ ...rest, results: votes } as unknown as EvaluationScenario)).toMatchObject({
    inputs: '',
    expected: '',
    output: '',
    cost: null,
    verdicts: { people: '{"a":2,"b":1}' },
  });
  expect([inputs, outputs, correct_answers]).not.toContain(undefined);
});

test('a row says what its cost came from', () => {
  const usage = [{ model: 'm', provider: 'p', calls: 1, input_tokens: 12, output_tokens: 4, cost: 0.5 }];
  const outputs = [{ result: { type: 'text', value: 'blue' }, cost: 0.5, latency: 2, usage }];
  expect(readRow({ ...SCENARIO, outputs }).costFrom).toBe('m (p): 12 in, 4 out');
});
