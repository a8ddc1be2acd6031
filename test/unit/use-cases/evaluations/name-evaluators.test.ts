import { expect, test } from 'vitest';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { evaluationRowsView } from '../../../../src/ui/evaluations/evaluation-views.ts';
import { nameEvaluators } from '../../../../src/use-cases/evaluations/name-evaluators.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { writtenLines } from '../../ui/fixtures.ts';

const errorOf = (message: string) => ({ type: 'error', value: null, error: { message } });
const ROW = {
  id: 'row-1',
  row: 1,
  evaluation_id: 'e',
  inputs: [],
  outputs: [{ result: { type: 'text', value: 'Hi' }, cost: null, latency: null }],
  correct_answers: [],
  results: [
    { evaluator_config: 'exact_match', result: { type: 'bool', value: false } },
    { evaluator_config: 'judge', result: errorOf('No judge.') },
    { evaluator_config: 'deleted', result: errorOf('Gone.') },
  ],
};
const STORED = ['judge', 'exact_match', 'other'].map((name) => scoreOf(name, 1).evaluator_config);

async function show(evaluation: Evaluation) {
  const { client, calls } = fakeClient({
    listEvaluationScenarios: async () => [ROW],
    listEvaluatorConfigs: async () => STORED,
  });
  const [head, row] = writtenLines(evaluationRowsView(await nameEvaluators(client, evaluation), [ROW]));
  return { head, row, calls: calls.length };
}

test('rows of a stopped evaluation show scores and errors under the names of their evaluators', async () => {
  const stopped = evaluationOf({
    status: { type: 'status', value: 'EVALUATION_INTERRUPTED' },
    aggregated_results: [],
  });
  const { head, row } = await show(stopped);
  expect(head).toMatch(/^ROW {2}EXACT_MATCH {2}JUDGE/);
  expect(row).toMatch(/^ {2}1 +false +- .*judge: No judge\.; deleted: Gone\./);
});

test('one that has results is asked nothing', async () => {
  expect((await show(evaluationOf({ aggregated_results: [scoreOf('exact_match', 1)] }))).calls).toBe(0);
  expect((await show(evaluationOf({ aggregated_results: [] }))).calls).toBe(0);
});
