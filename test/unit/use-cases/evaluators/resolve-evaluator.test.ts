import { expect, test } from 'vitest';
import type { Evaluator } from '../../../../src/contract/evaluators/evaluator.ts';
import { resolveEvaluator } from '../../../../src/use-cases/evaluators/resolve-evaluator.ts';
import { resolveStoredEvaluator } from '../../../../src/use-cases/evaluators/resolve-stored-evaluator.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const evaluator = (key: string) => ({ key, name: key }) as Evaluator;
const config = (id: string, name: string) => ({ id, name }) as never;

test.each([
  ['exact_match', null, 'auto_exact_match', {}],
  ['auto_exact_match', null, 'auto_exact_match', {}],
  ['mine', 'a-1', 'mine', { app_id: 'a-1' }],
])('the evaluator %s for the app %j is %s', async (typed, appId, key, input) => {
  const all = ['auto_mine', 'auto_exact_match', 'mine'].map(evaluator);
  const { client, calls } = fakeClient({ listEvaluators: async () => all });
  expect(await resolveEvaluator({ client, appId, evaluator: typed })).toEqual(evaluator(key));
  expect(calls).toEqual([{ name: 'listEvaluators', input }]);
});

test('an unknown evaluator is compared with short keys', async () => {
  const { client } = fakeClient({ listEvaluators: async () => [evaluator('auto_exact_match')] });
  await expect(resolveEvaluator({ client, appId: null, evaluator: 'exact_mach' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No evaluator is called "exact_mach". Did you mean exact_match?',
    nextSteps: ['wf evaluators list'],
  });
});

test.each([
  ['close', 'c-1'],
  ['c-22', 'c-22'],
  ['far', 'c-22'],
])('the stored configuration %s is %s', async (typed, id) => {
  const configs = [config('c-1', 'close'), config('c-22', 'far (support)')];
  const { client, calls } = fakeClient({ listEvaluatorConfigs: async () => configs });
  expect(await resolveStoredEvaluator(client, 'a-1', typed)).toMatchObject({ id });
  expect(calls).toEqual([{ name: 'listEvaluatorConfigs', input: { app_id: 'a-1' } }]);
});

test('a stored configuration that is unknown, or has the name of another, is refused', async () => {
  const configs = [config('c-1', 'close'), config('c-2', 'close')];
  const { client } = fakeClient({ listEvaluatorConfigs: async () => configs });
  await expect(resolveStoredEvaluator(client, 'a-1', 'close')).rejects.toMatchObject({
    message: '"close" matches 2 evaluator configurations: close (c-1), close (c-2). Use a full id.',
  });
  await expect(resolveStoredEvaluator(client, 'a-1', 'xyz')).rejects.toMatchObject({
    message: 'No evaluator configuration is called "xyz". Available: close.',
    nextSteps: ['wf evaluators list --stored'],
  });
});
