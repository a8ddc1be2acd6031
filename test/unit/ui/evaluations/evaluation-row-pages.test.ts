import { expect, test } from 'vitest';
import type { EvaluationRow } from '../../../../src/contract/evaluations/evaluation-row.ts';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { comparedRowsPage, evaluationRowPage } from '../../../../src/ui/evaluations/evaluation-row-pages.ts';
import { scoreOf } from '../../../helpers/evaluation-records.ts';
import type { JudgedResult } from '../../../../src/contract/evaluations/result.ts';
import { displayOf, drawnLines } from '../fixtures.ts';

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
  aggregated_results: [],
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
};

function rowOf(row: number, latency: number, text: string, output: string): EvaluationRow {
  return {
    id: `row-${row}`,
    row,
    evaluation_id: EVALUATION.id,
    inputs: [{ name: 'message', type: 'text', value: text }],
    outputs: [{ result: { type: 'text', value: output }, cost: null, latency }],
    correct_answers: [],
    results: [],
  };
}

test('two rows are shown side by side, figures with units and complete texts', () => {
  const long = 'I was charged twice for the same month. Please refund one of them.';
  const page = comparedRowsPage(
    EVALUATION,
    rowOf(1, 0.0029883030000000302, long, 'billing'),
    rowOf(2, 1.5, 'Hello?', 'general'),
  );
  expect(drawPage(page, displayOf({ columns: 60 }))).toBe(
    [
      'field          row 1                                 row 2',
      'cost           -                                     -',
      'latency        3 ms                                  1.5 s',
      'input message  I was charged twice for the same      Hello?',
      '               month. Please refund one of them.',
      'output         billing                               general',
    ].join('\n'),
  );
});

test('a row shows why a judge scored it so, its votes, and what each cost came from', () => {
  const judged = { type: 'number', value: 7, reason: '8: Clear.', votes: [8, 6], spread: Math.SQRT2, cost: 0.002 };
  const row = rowOf(1, 0.5, 'hi', 'HI');
  const usage = [{ model: 'm', calls: 1, input_tokens: 1, output_tokens: 2, cost: null, reason: 'no price' }];
  const [record] = evaluationRowPage(
    { ...EVALUATION, aggregated_results: [scoreOf('critique', 7)] },
    {
      ...row,
      outputs: row.outputs.map((output) => ({ ...output, usage })),
      results: [{ evaluator_config: 'critique', result: judged }],
    },
  );
  const fields = record?.type === 'record' ? record.fields : [];
  const shown = Object.fromEntries(fields.map(({ label, value }) => [label, value]));
  expect(shown).toMatchObject({
    critique: 7,
    'critique votes': '8, 6',
    'critique spread': Math.SQRT2,
    'critique reason': '8: Clear.',
    'critique cost': 0.002,
    'cost from': 'm: 1 in, 2 out; unknown: no price',
  });
});

test('a row shows its verdicts, its expected answers and every error', () => {
  const failed = { type: 'error', value: null, error: { message: 'Too slow.' } };
  const unjudged = { type: 'error', value: null, error: { message: 'No judge.' } };
  const row: EvaluationRow = {
    ...rowOf(7, 0.5, 'Hello', ''),
    outputs: [{ result: failed, cost: 0.5, latency: 0.25 }],
    correct_answers: [
      { key: 'answer', value: 'Hi' },
      { key: 'tone', value: { calm: true } },
    ],
    results: [
      { evaluator_config: 'judge', result: unjudged },
      { evaluator_config: 'exact', result: { type: 'bool', value: false } },
    ],
  };
  const evaluation = { ...EVALUATION, aggregated_results: [scoreOf('exact', 0), scoreOf('judge', 1)] };
  expect(drawnLines(evaluationRowPage(evaluation, row))).toEqual([
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

test('a judge without votes, and one that failed, have no more fields', () => {
  const fieldsOf = (result: JudgedResult) => {
    const [record] = evaluationRowPage(
      { ...EVALUATION, aggregated_results: [scoreOf('critique', 7)] },
      { ...rowOf(1, 0.5, 'hi', 'HI'), results: [{ evaluator_config: 'critique', result }] },
    );
    const fields = record?.type === 'record' ? record.fields : [];
    return fields.slice(1, -4).map(({ label, kind, value }) => [label, kind, value]);
  };
  expect(fieldsOf({ type: 'number', value: 7 })).toEqual([['critique', 'figure', 7]]);
  expect(fieldsOf({ type: 'number', value: 7, votes: [8, 6], spread: 0.5, reason: '8: Clear.', cost: null })).toEqual([
    ['critique', 'figure', 7],
    ['critique votes', undefined, '8, 6'],
    ['critique spread', 'figure', 0.5],
    ['critique reason', 'prose', '8: Clear.'],
    ['critique cost', 'cost', null],
  ]);
});
