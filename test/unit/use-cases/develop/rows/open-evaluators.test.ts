import { expect, test } from 'vitest';
import { openEvaluators } from '../../../../../src/use-cases/develop/rows/open-evaluators.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';

const STORED = {
  id: 'c-1',
  name: 'strict',
  evaluator_key: 'auto_exact_match',
  settings_values: { correct_answer_key: 'good' },
};
const ANSWER = { cells: { text: 'a' }, output: 'x', cost: 0.5, latency: 2 };

function world() {
  return fakeClient({
    listEvaluators: async () => [],
    listEvaluatorConfigs: async () => [STORED] as never,
    runEvaluator: async () => ({ outputs: { success: true } }),
  });
}

test('an app that was never deployed has the built-in evaluators only', async () => {
  const { client, calls } = world();
  const opened = await openEvaluators(client, null, 'exact_match,levenshtein_distance:threshold=0.5');
  expect(opened.map(({ name, key }) => [name, key])).toEqual([
    ['exact_match', 'auto_exact_match'],
    ['levenshtein_distance:threshold=0.5', 'auto_levenshtein_distance'],
  ]);
  expect(calls).toEqual([]);
});

test('a stored evaluator keeps its name, and the service scores with its settings', async () => {
  const { client, calls } = world();
  const [strict] = await openEvaluators(client, 'a-1', 'strict');
  expect(strict).toMatchObject({ name: 'strict', key: 'auto_exact_match', settings: STORED.settings_values });
  expect(await strict?.score(ANSWER)).toBe(true);
  expect(calls.at(-1)).toEqual({
    name: 'runEvaluator',
    input: {
      evaluator_key: 'auto_exact_match',
      body: {
        inputs: { text: 'a', prediction: 'x', cost: 0.5, latency: 2 },
        settings: { correct_answer_key: 'good' },
      },
    },
  });
});
