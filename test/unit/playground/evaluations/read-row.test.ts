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

test('a row shows why judges scored it so, and what its cost came from', () => {
  const judged = (evaluator_config: string, result: object) =>
    ({ evaluator_config, result: { type: 'number', value: 1, ...result } }) as EvaluationScenario['results'][number];
  const usage = [{ model: 'm', calls: 1, input_tokens: 1, output_tokens: 2, cost: 0.5 }];
  const output = { result: { type: 'text', value: 'blue' }, cost: 0.5, latency: 2, usage };
  const row = readRow({
    ...SCENARIO,
    outputs: [output, { ...output, usage: null }],
    results: [
      judged('a', { reason: 'Polite.' }),
      judged('b', { reason: 'Short.', votes: [8, 6] }),
      judged('c', { reason: null, votes: [8] }),
    ],
  });
  expect(row.reasons).toEqual({ a: 'Polite.', b: 'Votes: 8, 6\nShort.' });
  expect([row.costFrom, row.cost, row.latency]).toEqual(['m: 1 in, 2 out', 1, 4]);
});

test.each([
  [{ row: 7 }, 3, '7'],
  [{ row: 7, repeat: 1 }, 3, '7'],
  [{ row: 7, repeat: 2 }, 3, '7.2'],
  [{}, 3, '4'],
])('the row %j at the index %i is called %s', (change, index, name) => {
  expect(readRow({ ...SCENARIO, ...change }, index).name).toBe(name);
});

test('a row of a service that omits everything is empty', () => {
  expect(readRow({ id: 'row-1' } as EvaluationScenario)).toEqual({
    id: 'row-1',
    name: '1',
    inputs: '',
    expected: '',
    output: '',
    isFailed: false,
    hasError: false,
    cost: null,
    costFrom: '',
    latency: null,
    verdicts: {},
    reasons: {},
  });
});

test('a row that an evaluator could not judge has an error, and is not failed', () => {
  const results = [{ evaluator_config: 'exact', result: { type: 'error', value: null, error: { message: 'No.' } } }];
  expect(readRow({ ...SCENARIO, results })).toMatchObject({ isFailed: false, hasError: true });
});

test('cells without a value are empty', () => {
  const inputs = [{ name: 'text', type: 'text', value: undefined }] as never;
  expect(readRow({ ...SCENARIO, inputs }).inputs).toBe('text: ');
});
