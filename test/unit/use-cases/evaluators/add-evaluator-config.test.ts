import { expect, test } from 'vitest';
import type { EvaluatorConfig } from '../../../../src/contract/evaluators/evaluator.ts';
import { addEvaluatorConfig, isNamed } from '../../../../src/use-cases/evaluators/add-evaluator-config.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const BODY = {
  app_id: 'a1',
  name: 'close',
  evaluator_key: 'auto_similarity_match',
  settings_values: { threshold: 0.5 },
};
const STORED: EvaluatorConfig = {
  id: 'c1',
  name: 'close',
  project_id: 'p1',
  evaluator_key: BODY.evaluator_key,
  settings_values: BODY.settings_values,
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
};

/** Another service, which answers a creation with the record and lists others. */
async function addTo(created: EvaluatorConfig, listed: readonly EvaluatorConfig[], isOurs = false) {
  const { client, calls } = fakeClient({
    ...(isOurs ? {} : { extensions: async () => null }),
    createEvaluatorConfig: async () => created,
    listEvaluatorConfigs: async () => [...listed],
  });
  const written = await addEvaluatorConfig(client, BODY);
  return { written, calls };
}

test('a stored configuration is looked for in the list', async () => {
  const { written, calls } = await addTo(STORED, [{ ...STORED, id: 'other' }, STORED]);
  expect(written).toEqual({ record: STORED, warning: null });
  expect(calls).toEqual([
    { name: 'createEvaluatorConfig', input: { body: BODY } },
    { name: 'listEvaluatorConfigs', input: { app_id: 'a1' } },
  ]);
});

test('our own service is believed', async () => {
  const { written, calls } = await addTo(STORED, [], true);
  expect(written).toEqual({ record: STORED, warning: null });
  expect(calls.map(({ name }) => name)).toEqual(['createEvaluatorConfig']);
});

test('a name that the service extends is a warning', async () => {
  const renamed = { ...STORED, name: 'close (support)' };
  expect((await addTo(renamed, [renamed])).written).toEqual({
    record: renamed,
    warning: 'The service calls it close (support), not close.',
  });
});

test.each([
  ['nothing', []],
  ['another id', [{ ...STORED, id: 'c2' }]],
  ['another name', [{ ...STORED, name: 'closer' }]],
  ['another evaluator', [{ ...STORED, evaluator_key: 'auto_exact_match' }]],
  ['other settings', [{ ...STORED, settings_values: { threshold: 0.75 } }]],
  ['no settings', [{ ...STORED, settings_values: null }]],
])('a service that confirms and lists %s is not believed', async (_, listed) => {
  await expect(addTo(STORED, listed as readonly EvaluatorConfig[])).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message:
      'The service confirmed the evaluator configuration close, and does not list it with the settings that were sent.',
    nextSteps: ['wf evaluators list --stored'],
  });
});

test.each([
  ['close', true],
  ['close (support)', true],
  ['close (support', false],
  ['close support)', false],
  ['closer', false],
  ['very close', false],
])('a configuration called %s is close: %s', (name, expected) => {
  expect(isNamed({ name }, 'close')).toBe(expected);
});
