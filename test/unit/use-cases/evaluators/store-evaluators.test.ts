import { expect, test } from 'vitest';
import type { EvaluatorConfig, NewEvaluatorConfig } from '../../../../src/contract/evaluators/evaluator.ts';
import { storeEvaluators } from '../../../../src/use-cases/evaluators/store-evaluators.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const STORED = [
  { id: 'c-1', name: 'a', evaluator_key: 'auto_regex', settings_values: { pattern: '^a' } },
  { id: 'c-2', name: 'b', evaluator_key: 'auto_exact_match', settings_values: null },
] as unknown as EvaluatorConfig[];

function storing() {
  const created: NewEvaluatorConfig[] = [];
  const { client } = fakeClient({
    createEvaluatorConfig: async ({ body }) => {
      created.push(body);
      return { ...body, id: `new-${created.length}` } as unknown as EvaluatorConfig;
    },
  });
  const store = (specs: Parameters<typeof storeEvaluators>[2]) => storeEvaluators(client, 'a-1', specs, STORED);
  return { created, store };
}

test('stored configurations of the same settings are used, or the one that is named', async () => {
  const { created, store } = storing();
  const ids = await store([
    { key: 'auto_exact_match', settings: {} },
    { key: 'auto_regex', settings: { pattern: '^a' } },
    { key: 'auto_regex', settings: { pattern: '^b' }, id: 'c-1' },
  ]);
  expect([ids, created]).toEqual([['c-2', 'c-1', 'c-1'], []]);
});

test('another configuration is created once, and named after its settings', async () => {
  const { created, store } = storing();
  const spec = { key: 'auto_regex', settings: { pattern: '^b' } };
  expect(await store([spec, { key: 'auto_regex', settings: {} }, spec])).toEqual(['new-1', 'new-2', 'new-1']);
  expect(created).toEqual([
    { app_id: 'a-1', name: 'regex:pattern=^b', evaluator_key: 'auto_regex', settings_values: { pattern: '^b' } },
    { app_id: 'a-1', name: 'regex', evaluator_key: 'auto_regex', settings_values: {} },
  ]);
});
