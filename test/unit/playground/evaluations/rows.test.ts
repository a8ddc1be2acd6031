import { expect, test } from 'vitest';
import type { Evaluation, EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { evaluatorColumns, readRow, type Row } from '../../../../src/playground/evaluations/read-row.ts';
import { countCases, findRows, toShown } from '../../../../src/playground/evaluations/row-list.tsx';
import {
  averageCostText,
  meanText,
  numberOf,
  resultText,
  sayEvaluation,
  statusText,
  totalCostText,
  variantOf,
} from '../../../../src/playground/evaluations/result-text.ts';
import { LONG_VALUE } from '../../../../src/foundation/sizes.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';

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
const EMPTY: Row = {
  id: 'row-1',
  name: '1',
  firstOfCase: null,
  inputs: '',
  expected: '',
  output: '',
  isPending: true,
  isFailed: false,
  hasError: false,
  cost: null,
  costFrom: '',
  latency: null,
  verdicts: {},
  reasons: {},
};
const READ: Row = {
  ...EMPTY,
  isPending: false,
  inputs: 'text: the sea\ntags: ["a"]',
  expected: 'green',
  output: 'blue',
  cost: 0.5,
  latency: 2,
  verdicts: { exact: 'false' },
};
const usage = [{ model: 'm', provider: 'p', calls: 1, input_tokens: 12, output_tokens: 4, cost: 0.5 }];
const blue = { result: { type: 'text', value: 'blue' }, cost: 0.5, latency: 2 };
const judged = (evaluator_config: string, result: object) => ({
  evaluator_config,
  result: { type: 'number', value: 1, ...result },
});

test.each([
  [[1, 2, 1, 2], 2],
  [[1, null, 1], 3],
  [[], 0],
])('rows whose cases begin at rows %j are %d cases', (cases, count) => {
  expect(countCases(cases.map((firstOfCase) => ({ firstOfCase })))).toBe(count);
});

test.each<[string, object, object]>([
  ['as it is', {}, {}],
  ['of a case that row 7 began', { row: 9, case: 7 }, { name: '9', firstOfCase: 7 }],
  ['without a value', { inputs: [{ name: 'text', type: 'text' }] }, { inputs: 'text: ' }],
  [
    'with an output of each variant, of which one failed',
    { outputs: [blue, { result: { type: 'error', error: { message: 'refused' } }, cost: null, latency: 1 }] },
    { output: 'blue\nrefused', isFailed: true, hasError: true, cost: null, latency: 3 },
  ],
  [
    'with known costs and their models',
    {
      outputs: [
        { ...blue, usage },
        { ...blue, usage: null },
      ],
    },
    { output: 'blue\nblue', cost: 1, latency: 4, costFrom: 'm (p): 12 in, 4 out' },
  ],
  [
    'with reasons of judges',
    {
      results: [
        judged('a', { reason: 'Polite.' }),
        judged('b', { reason: 'Short.', votes: [8, 6] }),
        judged('c', { reason: null, votes: [8] }),
      ],
    },
    { verdicts: { a: '1', b: '1', c: '1' }, reasons: { a: 'Polite.', b: 'Votes: 8, 6\nShort.' } },
  ],
  [
    'that an evaluator could not judge',
    { results: [judged('exact', { type: 'error', value: null, error: { message: 'No.' } })] },
    { verdicts: { exact: 'No.' }, hasError: true },
  ],
  [
    'with another kind of verdict',
    { results: [judged('people', { type: 'object', value: { a: 2 } })] },
    { verdicts: { people: '{"a":2}' } },
  ],
])('a row %s is read', (_, scenario, row) => {
  expect(readRow({ ...SCENARIO, ...scenario })).toEqual({ ...READ, ...row });
});

test('a row keeps the beginnings of its long texts', () => {
  const value = 'x'.repeat(3 * LONG_VALUE.most);
  const row = readRow({
    ...SCENARIO,
    inputs: [{ name: 'text', type: 'text', value }],
    outputs: [{ result: { type: 'text', value } }],
    correct_answers: [{ key: 'correct_answer', value: [value] }],
    results: [judged('a', { value, reason: value })],
  });
  expect(findRows([row], 'all', 'XX')).toEqual([row]);
  expect(findRows([row], 'all', value)).toEqual([]);
  const texts = [row.inputs, row.expected, row.output, row.verdicts['a'], row.reasons['a']];
  expect(texts.map((text) => text?.length)).toEqual(texts.map(() => LONG_VALUE.most));
  expect(texts.map((text) => text?.split('… ')[1])).toEqual(
    [30_006, 30_004, 30_000, 30_000, 30_000].map((length) => `(${length.toLocaleString('en')} characters, cut)`),
  );
});

test('a row of a service that omits everything is empty', () => {
  expect(readRow({ id: 'row-1' } as EvaluationScenario)).toEqual(EMPTY);
});

test.each([
  [{ row: 7 }, 3, '7'],
  [{ row: 7, repeat: 1 }, 3, '7'],
  [{ row: 7, repeat: 2 }, 3, '7.2'],
  [{}, 3, '4'],
])('the row %j at the index %i is called %s', (change, index, name) => {
  expect(readRow({ ...SCENARIO, ...change }, index).name).toBe(name);
});

const ROWS = [
  { ...EMPTY, name: '1', output: 'Blue', verdicts: { exact: 'true' } },
  { ...EMPTY, name: '2', verdicts: { exact: 'false' }, reasons: { exact: 'Not blue enough' } },
  { ...EMPTY, name: '3', hasError: true, verdicts: { exact: '-' } },
];

test.each([
  ['all', '', ['1', '2', '3']],
  ['failed', '', ['2', '3']],
  ['errors', '', ['3']],
  ['other', '', ['1', '2', '3']],
  ['all', 'BLUE', ['1', '2']],
  ['failed', 'blue', ['2']],
  ['all', 'red', []],
])('of %s rows with %j, the rows %j are found', (shown, text, names) => {
  expect(findRows(ROWS, toShown(shown), text).map(({ name }) => name)).toEqual(names);
});

const columnsOf = (rows: readonly Row[]) =>
  evaluatorColumns({ aggregated_results: [] }, rows, new Map([['exact', 'exact match']]));

test('verdicts have a column while the evaluation runs', () => {
  expect(columnsOf([{ ...EMPTY, verdicts: { exact: 'true', people: 'A' } }])).toEqual([
    { id: 'exact', name: 'exact match', isNumber: false },
    { id: 'people', name: 'people', isNumber: false },
  ]);
});

test.each([
  [['', 'no score', '0.25'], true],
  [['', 'no score'], false],
  [[...Array.from({ length: 100 }, () => ''), '1'], false],
])('whether a column is one of numbers is told from its first hundred rows', (verdicts, isNumber) => {
  expect(columnsOf(verdicts.map((exact) => ({ ...EMPTY, verdicts: { exact } })))[0]?.isNumber).toBe(isNumber);
});

const failure = { message: 'boom', stacktrace: null };

test.each([
  ['EVALUATION_FINISHED', null, 'finished'],
  ['EVALUATION_FINISHED_WITH_ERRORS', null, 'finished with errors'],
  ['EVALUATION_STARTED', null, 'started'],
  ['EVALUATION_FAILED', failure, 'failed: boom'],
  [null, null, ''],
])('the status %s with the error %j reads %j', (value, error, text) => {
  expect(statusText({ type: 'status', value, error })).toBe(text);
});

test.each([
  [{ type: 'number', value: 0.123_456 }, '0.1235'],
  [{ type: 'number', value: 0 }, '0'],
  [{ type: 'bool', value: false }, 'false'],
  [{ type: 'text', value: '' }, ''],
  [{ type: 'object', value: { a: 1 } }, '{"a":1}'],
  [{ type: 'error', value: null, error: failure }, 'boom'],
  [{ type: 'number', value: null }, '-'],
  [null, '-'],
  [undefined, '-'],
] as const)('the result %j reads %j', (result, text) => {
  expect(resultText(result)).toBe(text);
});

test('only a number has a number, with four significant digits', () => {
  expect([{ type: 'number', value: 12.345_67 }, { type: 'text', value: '12' }, undefined].map(numberOf)).toEqual([
    12.35,
    null,
    null,
  ]);
});

test('an evaluation is named after its variant revisions', () => {
  expect(variantOf({ variant_names: ['a', 'b'], revisions: ['3'] })).toBe('a@3, b');
  expect(variantOf({ variant_names: [], revisions: [] })).toBe('a deleted variant');
});

test.each([
  [
    { type: 'number', value: 0.794_871_8, error: { message: '1 of 40 rows have no score.' }, scored: 39, rows: 40 },
    '0.7949 (39 of 40)',
  ],
  [{ type: 'number', value: 0.75, scored: 4, rows: 4 }, '0.75'],
  [{ type: 'number', value: 0.75 }, '0.75'],
  [{ type: 'error', value: null, error: failure, scored: 0, rows: 4 }, 'boom'],
])('the mean %j reads %s', (mean, text) => {
  expect(meanText(mean)).toBe(text);
});

test('a cost that some rows do not know says so', () => {
  const known = { type: 'cost', value: 0.25 };
  const partly = { ...known, error: { message: 'The cost of 1 of 2 rows is not known.' } };
  expect([totalCostText({ total_cost: known }), totalCostText({ total_cost: partly })]).toEqual([
    '$0.25',
    'at least $0.25',
  ]);
  expect([averageCostText({ average_cost: known }), averageCostText({ average_cost: partly })]).toEqual([
    '$0.25',
    '$0.25 of known',
  ]);
});

test.each<[Partial<Evaluation>, string]>([
  [
    { aggregated_results: [scoreOf('exact match', 0.8), scoreOf('tone', 1)] },
    'Evaluation finished: exact match 0.8, tone 1',
  ],
  [
    { status: { type: 'status', value: 'EVALUATION_FAILED', error: failure }, aggregated_results: [] },
    'Evaluation failed: boom',
  ],
])('the end of the evaluation %j is spoken: %s', (evaluation, text) => {
  expect(sayEvaluation(evaluationOf(evaluation))).toBe(text);
});
