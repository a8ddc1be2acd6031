import { expect, test } from 'vitest';
import type { EvaluationRow, AggregatedResult } from '../../../../src/contract/evaluations/evaluation.ts';
import { evaluationRowsView } from '../../../../src/ui/evaluations/evaluation-views.ts';
import { comparedRowsView, evaluationRowView } from '../../../../src/ui/evaluations/evaluation-row-views.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const EVALUATION = evaluationOf({ aggregated_results: [scoreOf('exact', 1), scoreOf('judge', 1)] });

function rowOf(row: number, change: Partial<EvaluationRow> = {}): EvaluationRow {
  return {
    id: `row-${row}`,
    row,
    evaluation_id: EVALUATION.id,
    inputs: [{ name: 'message', type: 'text', value: 'Hello' }],
    outputs: [{ result: { type: 'text', value: 'Hi' }, cost: 0.5, latency: 0.25 }],
    correct_answers: [{ key: 'answer', value: 'Hi there' }],
    results: [
      { evaluator_config: 'judge', result: { type: 'number', value: 0.75 } },
      { evaluator_config: 'exact', result: { type: 'bool', value: false } },
    ],
    ...change,
  };
}

const errorOf = (message: string) => ({ type: 'error', value: null, error: { message } });
const unjudged = { evaluator_config: 'judge', result: errorOf('No judge.') };
const numbers = ['a', 'b'].map((name, index) => ({ name, type: 'text', value: index }));
const ROWS = [
  rowOf(1),
  rowOf(2, { outputs: [{ result: errorOf('Too slow.'), cost: null, latency: null }], results: [] }),
  rowOf(3, { results: [unjudged], correct_answers: [], inputs: numbers }),
];

test('the rows of an evaluation have a column per evaluator, and the first error', () => {
  expect(writtenLines(evaluationRowsView(EVALUATION, ROWS))).toEqual([
    'ROW  EXACT  JUDGE  COST (USD)  LATENCY (S)  OUTPUT  EXPECTED  ERROR      INPUTS',
    '  1  false   0.75         0.5         0.25  Hi      Hi there  -          Hello',
    '  2      -      -           -            -  -       Hi there  Too slow.  Hello',
    '  3      -      -         0.5         0.25  Hi      -         No judge.  {"a":0,"b":1}',
  ]);
  expect(drawnLines(evaluationRowsView(EVALUATION, ROWS))).toEqual([
    'default@2 on cases',
    '',
    'row  exact  judge  cost  latency  output  expected  error      inputs',
    '  1     no   0.75  $0.5   250 ms  Hi      Hi there  -          Hello',
    '  2      -      -     -        -  -       Hi there  Too slow.  Hello',
    '  3      -      -  $0.5   250 ms  Hi      -         No judge.  {"a":0,"b":1}',
  ]);
  expect(drawnLines(evaluationRowsView(EVALUATION, ROWS), 40)[2]).toBe('row  exact  judge  output  expected');
});

test('a list without rows says so', () => {
  expect(drawnLines(evaluationRowsView(EVALUATION, []))).toEqual(['default@2 on cases', '', 'No row matches.']);
});

const USAGE = [{ model: 'm', calls: 1, input_tokens: 1, output_tokens: 2, cost: null, reason: 'no price' }];
const OUTPUT = { result: { type: 'text', value: 'Hi' }, cost: 0.5, latency: 0.25 };
const paid = { ...EVALUATION, aggregated_results: withJudge({ cost: null }) };

test('rows of judges show their reasons, and rows with reported usage what their cost came from', () => {
  const reasoned = (evaluator_config: string, reason: string | null) => ({
    evaluator_config,
    result: { type: 'number', value: 1, reason },
  });
  const rows = [
    rowOf(1, { outputs: [{ ...OUTPUT, usage: USAGE }] }),
    rowOf(2, { results: [reasoned('judge', 'Polite.')] }),
    rowOf(3, { results: [reasoned('judge', 'Polite.'), reasoned('deleted', 'Short.'), reasoned('exact', null)] }),
  ];
  const lines = writtenLines(evaluationRowsView(paid, rows));
  expect(lines.map((line) => line.split(/ {2,}/).slice(-6))).toEqual([
    ['COST FROM', 'OUTPUT', 'EXPECTED', 'REASON', 'ERROR', 'INPUTS'],
    ['m: 1 in, 2 out; unknown: no price', 'Hi', 'Hi there', '-', '-', 'Hello'],
    ['-', 'Hi', 'Hi there', 'Polite.', '-', 'Hello'],
    ['-', 'Hi', 'Hi there', 'judge: Polite.; deleted: Short.', '-', 'Hello'],
  ]);
});

test.each([
  ['no judge', EVALUATION.aggregated_results, false],
  ['a judge', withJudge({ cost: 0.5 }), true],
  ['a judge of unknown cost', withJudge({ cost: null }), true],
  ['a webhook', [{ ...scoreOf('webhook_test', 1) }], true],
  ['a regular expression', [scoreOf('regex_test', 1)], false],
])('an evaluation with %s has reasons: %j', (_, aggregated_results, has) => {
  const [heads = ''] = writtenLines(evaluationRowsView({ ...EVALUATION, aggregated_results }, ROWS));
  expect(heads.includes('REASON')).toBe(has);
});

function withJudge(change: object): AggregatedResult[] {
  const judge = scoreOf('judge', 1);
  return [scoreOf('exact', 1), { ...judge, result: { ...judge.result, ...change } }];
}

test('a row shows its verdicts, its expected answers and every error', () => {
  const row = rowOf(7, {
    outputs: [{ result: errorOf('Too slow.'), cost: 0.5, latency: 0.25 }],
    correct_answers: [
      { key: 'answer', value: 'Hi' },
      { key: 'tone', value: { calm: true } },
    ],
    results: [unjudged, { evaluator_config: 'exact', result: { type: 'bool', value: false } }],
  });
  expect(drawnLines(evaluationRowView(EVALUATION, row))).toEqual([
    'row              7',
    'exact            no',
    'judge            -',
    'cost             $0.5',
    'latency          250 ms',
    'input message    Hello',
    'output           -',
    'expected answer  Hi',
    'expected tone    {"calm":true}',
    'error            Too slow.; No judge.',
  ]);
});

test('a row shows why a judge scored it so, its votes, and what each cost came from', () => {
  const result = { type: 'number', value: 7, reason: '8: Clear.', votes: [8, 6], spread: 0.5, cost: 0.002 };
  const row = rowOf(1, { outputs: [{ ...OUTPUT, usage: USAGE }], results: [{ evaluator_config: 'judge', result }] });
  expect(drawnLines(evaluationRowView(paid, row)).slice(2, 9)).toEqual([
    'judge            7',
    'judge votes      8, 6',
    'judge spread     0.5',
    'judge reason     8: Clear.',
    'judge cost       $0.002',
    'cost             $0.5',
    'cost from        m: 1 in, 2 out; unknown: no price',
  ]);
});

test('two rows are shown side by side, figures with units and complete texts', () => {
  const evaluation = evaluationOf({ aggregated_results: [] });
  const sideOf = (row: number, latency: number, value: string, output: string) =>
    rowOf(row, {
      inputs: [{ name: 'message', type: 'text', value }],
      outputs: [{ result: { type: 'text', value: output }, cost: null, latency }],
      correct_answers: [],
      results: [],
    });
  const long = 'I was charged twice for the same month. Please refund one of them.';
  const page = comparedRowsView(
    evaluation,
    sideOf(1, 0.00298830300000003, long, 'billing'),
    sideOf(2, 1.5, 'Hello?', 'general'),
  );
  expect(drawnLines(page, 60)).toEqual([
    'field          row 1                                 row 2',
    'cost           -                                     -',
    'latency        3 ms                                  1.5 s',
    'input message  I was charged twice for the same      Hello?',
    '               month. Please refund one of them.',
    'output         billing                               general',
  ]);
});
