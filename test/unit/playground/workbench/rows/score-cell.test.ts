import { expect, test } from 'vitest';
import type { EvaluatorConfig } from '../../../../../src/contract/evaluators/evaluator.ts';
import { runningCell, type Cell } from '../../../../../src/playground/workbench/rows/cell.ts';
import { scoreCell } from '../../../../../src/playground/workbench/rows/score-cell.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';

const CELL: Cell = { ...runningCell('{}'), state: 'done', data: { a: 1 }, text: '', cost: 0.5, seconds: 2 };
const RUN = 'POST /evaluators/auto_exact_match/run';
const NONE = new AbortController().signal;

function evaluatorOf(settings_values: EvaluatorConfig['settings_values'] = { correct_answer_key: 'wanted' }) {
  const names = { id: 'e1', name: 'match', project_id: 'p', evaluator_key: 'auto_exact_match' };
  return { ...names, settings_values, created_at: '', updated_at: '' };
}

test('an evaluator gets the row, the answer and its figures', async () => {
  using browser = fakeBrowser({ answers: { [RUN]: { outputs: { success: true } } } });
  await scoreCell(CELL, { wanted: 'b' }, evaluatorOf(), NONE);
  expect(browser.sent).toEqual([
    `${RUN} {"inputs":{"wanted":"b","prediction":{"a":1},"cost":0.5,"latency":2},"settings":{"correct_answer_key":"wanted"}}`,
  ]);
});

test.each([
  [{ success: true }, { state: 'done', value: 1, text: 'pass' }],
  [{ success: false }, { state: 'done', value: 0, text: 'fail' }],
  [{ score: 0.123456 }, { state: 'done', value: 0.123456, text: '0.1235' }],
  [{ score: 'grade B' }, { state: 'done', value: null, text: 'grade B' }],
  [{ score: null }, { state: 'done', value: null, text: 'null' }],
  [{}, { state: 'done', value: null, text: '-' }],
])('%j is a score', async (outputs, score) => {
  using _ = fakeBrowser({ answers: { [RUN]: { outputs } } });
  expect(await scoreCell(CELL, {}, evaluatorOf(null), NONE)).toEqual(score);
});

test('a refusal is no score, and says why', async () => {
  using _ = fakeBrowser({ answers: { [RUN]: Response.json({ detail: 'No such column' }, { status: 422 }) } });
  expect(await scoreCell(CELL, {}, evaluatorOf(), NONE)).toEqual({
    state: 'failed',
    value: null,
    text: 'No such column',
  });
});

test('a cancelled one leaves nothing', async () => {
  using _ = fakeBrowser({ answers: { [RUN]: new Error('aborted') } });
  expect(await scoreCell(CELL, {}, evaluatorOf(), AbortSignal.abort())).toBeNull();
});
