import { expect, test } from 'vitest';
import type { EvaluationRow } from '../../../../src/contract/evaluations/evaluation-row.ts';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { evaluationRowColumns, onlyValue, usageOf } from '../../../../src/ui/evaluations/evaluation-row-columns.ts';
import { toTable, type Column } from '../../../../src/ui/layout/table-model.ts';
import { drawnLines, headsOf, writtenLines } from '../fixtures.ts';

test.each([
  [{ a: 1 }, 1],
  [{}, null],
  [
    { a: 1, b: 2 },
    { a: 1, b: 2 },
  ],
])('the cells %j need the names of %j', (cells, shown) => {
  expect(onlyValue(cells)).toEqual(shown);
});

const EVALUATION: Evaluation = {
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
  aggregated_results: ['exact', 'judge'].map((name) => ({
    evaluator_config: { id: `id-${name}`, name },
    result: { type: 'number', value: 1 },
  })) as unknown as Evaluation['aggregated_results'],
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
};

function rowOf(row: number, change: Partial<EvaluationRow> = {}): EvaluationRow {
  return {
    id: `row-${row}`,
    row,
    evaluation_id: EVALUATION.id,
    inputs: [{ name: 'message', type: 'text', value: 'Hello' }],
    outputs: [{ result: { type: 'text', value: 'Hi' }, cost: 0.5, latency: 0.25 }],
    correct_answers: [{ key: 'answer', value: 'Hi there' }],
    results: [
      { evaluator_config: 'id-judge', result: { type: 'number', value: 0.75 } },
      { evaluator_config: 'id-exact', result: { type: 'bool', value: false } },
    ],
    ...change,
  };
}

const broken = { type: 'error', value: null, error: { message: 'Too slow.' } };
const unjudged = { type: 'error', value: null, error: { message: 'No judge.' } };
const ROWS = [
  rowOf(1),
  rowOf(2, { outputs: [{ result: broken, cost: null, latency: null }], results: [] }),
  rowOf(3, { results: [{ evaluator_config: 'id-judge', result: unjudged }], correct_answers: [] }),
  rowOf(4, {
    inputs: [
      { name: 'a', type: 'text', value: 1 },
      { name: 'b', type: 'text', value: 2 },
    ],
  }),
];

test('the rows of an evaluation have a column per evaluator, and the first error', () => {
  const columns = evaluationRowColumns(EVALUATION);
  expect(headsOf(columns)).toEqual([
    'row | integer | 0',
    'exact | figure | 0',
    'judge | figure | 0',
    'cost (USD) | figure | 0 | written',
    'latency (s) | figure | 0 | written',
    'cost | cost | 5 | drawn',
    'latency | seconds | 4 | drawn',
    'output | text | 1',
    'expected | text | 2',
    'error | text | 3',
    'inputs | text | 6',
  ]);
  expect(written(columns, ROWS)).toEqual([
    'ROW  EXACT  JUDGE  COST (USD)  LATENCY (S)  OUTPUT  EXPECTED  ERROR      INPUTS',
    '  1  false   0.75         0.5         0.25  Hi      Hi there  -          Hello',
    '  2      -      -           -            -  -       Hi there  Too slow.  Hello',
    '  3      -      -         0.5         0.25  Hi      -         No judge.  Hello',
    '  4  false   0.75         0.5         0.25  Hi      Hi there  -          {"a":1,"b":2}',
  ]);
  expect(drawn(columns, ROWS)).toEqual([
    'row  exact  judge  cost  latency  output  expected  error      inputs',
    '  1     no   0.75  $0.5   250 ms  Hi      Hi there  -          Hello',
    '  2      -      -     -        -  -       Hi there  Too slow.  Hello',
    '  3      -      -  $0.5   250 ms  Hi      -         No judge.  Hello',
    '  4     no   0.75  $0.5   250 ms  Hi      Hi there  -          {"a":1,"b":2}',
  ]);
});

const USAGE = [{ model: 'm', calls: 1, input_tokens: 1, output_tokens: 2, cost: 0.5 }];

test('rows of judges show their reasons, and rows with reported usage what their cost came from', () => {
  const judged = { ...EVALUATION, aggregated_results: withCosts(null) };
  const output = { result: { type: 'text', value: 'Hi' }, cost: 0.5, latency: 0.25 };
  const reasoned = (reason: string | null) => ({ type: 'number', value: 1, reason });
  const rows = [
    rowOf(1, { outputs: [{ ...output, usage: USAGE }] }),
    rowOf(2, { results: [{ evaluator_config: 'id-judge', result: reasoned('Polite.') }] }),
    rowOf(3, {
      results: [
        { evaluator_config: 'id-judge', result: reasoned('Polite.') },
        { evaluator_config: 'id-deleted', result: reasoned('Short.') },
        { evaluator_config: 'id-exact', result: reasoned(null) },
      ],
    }),
  ];
  const columns = evaluationRowColumns(judged, rows);
  expect(headsOf(columns).slice(5)).toEqual([
    'cost | cost | 5 | drawn',
    'latency | seconds | 4 | drawn',
    'cost from | text | 8',
    'output | text | 1',
    'expected | text | 2',
    'reason | text | 7',
    'error | text | 3',
    'inputs | text | 6',
  ]);
  expect(written(columns, rows)).toEqual([
    'ROW  EXACT  JUDGE  COST (USD)  LATENCY (S)  COST FROM       OUTPUT  EXPECTED  REASON                              ERROR  INPUTS',
    '  1  false   0.75         0.5         0.25  m: 1 in, 2 out  Hi      Hi there  -                                   -      Hello',
    '  2      -      1         0.5         0.25  -               Hi      Hi there  Polite.                             -      Hello',
    '  3      1      1         0.5         0.25  -               Hi      Hi there  judge: Polite.; id-deleted: Short.  -      Hello',
  ]);
});

test.each([
  ['no judge', EVALUATION.aggregated_results, false],
  ['a judge', withCosts(0.5), true],
  ['a judge of unknown cost', withCosts(null), true],
  ['a webhook', withKey('auto_webhook_test'), true],
  ['a regular expression', withKey('auto_regex_test'), false],
])('an evaluation with %s has reasons: %#', (_, aggregated_results, has) => {
  const heads = headsOf(evaluationRowColumns({ ...EVALUATION, aggregated_results }));
  expect(heads.includes('reason | text | 7')).toBe(has);
});

test('a row without reported usage has no source of its cost', () => {
  const output = { result: { type: 'text', value: 'Hi' } };
  expect(usageOf({ outputs: [] })).toBeNull();
  expect(usageOf({ outputs: [output] })).toBeNull();
  expect(usageOf({ outputs: [{ ...output, usage: USAGE }] })).toBe('m: 1 in, 2 out');
});

/** Adds a cost, as judges have one, to the last of two evaluators. */
function withCosts(cost: number | null): Evaluation['aggregated_results'] {
  return EVALUATION.aggregated_results.map((one, index) =>
    index === 0 ? one : { ...one, result: { ...one.result, cost } },
  );
}

function withKey(evaluator_key: string): Evaluation['aggregated_results'] {
  return EVALUATION.aggregated_results.map((one, index) =>
    index === 0 ? one : { ...one, evaluator_config: { ...one.evaluator_config, evaluator_key } },
  );
}

function written<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return writtenLines([toTable({ columns, rows, empty: '' })]);
}

function drawn<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return drawnLines([toTable({ columns, rows, empty: '' })], 160);
}
