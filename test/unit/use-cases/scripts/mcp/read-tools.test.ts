import { expect, test } from 'vitest';
import { READ_TOOLS } from '../../../../../src/use-cases/scripts/mcp/read-tools.ts';
import { evaluationOf, rowOf } from '../../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';
import { variantOf } from '../../../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const OTHER_ID = '01932c5e-0000-7000-8000-00000000000b';
const EVALUATION = evaluationOf({ id: '01932c5e-5555-7000-8000-000000000001' });
const SUMMARY = { rows: 2 } as never;
const ROWS = ['a', 'b'].map((input) => rowOf({ input, scores: { exact_match: input === 'a' }, output: 'x' }));

/** Runs a tool in a project with an app. */
async function run(name: string, input: object, isOurs = true) {
  const variant = variantOf({ variant_id: 'v-1', variant_name: 'formal' });
  const { client, calls } = fakeClient({
    listApps: async () => [],
    listRoutes: async () => [],
    listAppVariants: async () => [variant],
    getVariant: async () => variant,
    listVariantRevisions: async () => [],
    listAppEnvironments: async () => [],
    getEnvironmentRevisions: async () => ({ revisions: [] }) as never,
    listTestsets: async () => [],
    listEvaluators: async () => [],
    listEvaluations: async () => [EVALUATION],
    getEvaluation: async () => EVALUATION,
    getEvaluationSummary: async () => SUMMARY,
    listEvaluationScenarios: async () => ROWS,
    listLogs: async () => [],
    ...(isOurs ? {} : { extensions: async () => null }),
  });
  const project = () => Promise.reject(new Error('No project is read.'));
  const found = READ_TOOLS.find((one) => one.name === name);
  const result = await found?.run(input, { client, url: null, app: APP_ID, project, env: {} });
  return { result, calls };
}

test.each([
  ['list_apps', {}, 'listApps', {}],
  ['list_testsets', {}, 'listTestsets', {}],
  ['list_evaluators', {}, 'listEvaluators', {}],
  ['list_routes', {}, 'listRoutes', { app_id: APP_ID }],
  ['list_routes', { app: OTHER_ID }, 'listRoutes', { app_id: OTHER_ID }],
  ['list_variants', {}, 'listAppVariants', { app_id: APP_ID, limit: 1000 }],
  ['list_environments', {}, 'listAppEnvironments', { app_id: APP_ID }],
  ['list_evaluations', {}, 'listEvaluations', { app_id: APP_ID, limit: 1000 }],
  [
    'list_environment_revisions',
    { environment: 'x' },
    'getEnvironmentRevisions',
    { app_id: APP_ID, environment_name: 'x' },
  ],
  ['list_variant_revisions', { variant: 'formal' }, 'listVariantRevisions', { variant_id: 'v-1' }],
  ['read_logs', {}, 'listLogs', { app_id: APP_ID, tail: 100 }],
  ['read_logs', { lines: 5 }, 'listLogs', { app_id: APP_ID, tail: 5 }],
])('%s with %j asks by %s for %j', async (name, input, call, asked) => {
  const { calls } = await run(name, input);
  expect(calls.map((one) => one.name)).toContain(call);
  expect(calls.find((one) => one.name === call)?.input).toEqual(asked);
});

test('a variant is shown by its name', async () => {
  expect((await run('show_variant', { variant: 'formal' })).result).toMatchObject({ variant_id: 'v-1' });
});

test('an evaluation is summarised with its record', async () => {
  const { result, calls } = await run('summarise_evaluation', { evaluation: EVALUATION.id });
  expect(result).toEqual({ ...EVALUATION, summary: SUMMARY });
  expect(calls.at(-1)?.input).toMatchObject({ evaluation_id: EVALUATION.id });
});

test('another service has no route schemas', async () => {
  await expect(run('list_routes', {}, false)).rejects.toMatchObject({
    message: 'This service lacks route schemas, an extension of wf.',
  });
});

test('a tool refuses an input that it does not understand', async () => {
  await expect(run('read_logs', { lines: 0 })).rejects.toThrow();
  await expect(run('read_logs', { lines: 1001 })).rejects.toThrow();
  await expect(run('list_evaluation_rows', { evaluation: 'x', limit: 101 })).rejects.toThrow();
});

test('no tool that reads is marked as writing', () => {
  expect(READ_TOOLS.filter(({ writes }) => writes)).toEqual([]);
  expect(new Set(READ_TOOLS.map(({ name }) => name)).size).toBe(READ_TOOLS.length);
});
