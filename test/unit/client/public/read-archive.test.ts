import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import type { ArchiveTable } from '../../../../src/contract/archives/archive.ts';
import { exportApp } from '../../../../src/use-cases/archives/export-app.ts';
import { importApp } from '../../../../src/use-cases/archives/import-app.ts';
import { readPublicRecords } from '../../../../src/client/public/read-archive.ts';
import { clientOf, withoutExtensions } from '../../../helpers/client-of.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf, rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import { startService } from '../../../helpers/start-service.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

/** Reads what the public endpoints tell of an app. */
async function view(client: Client, app_id: string) {
  const variants = await client.listAppVariants({ app_id });
  const [evaluation] = await client.listEvaluations({ app_id });
  const rows = await client.listEvaluationScenarios({ evaluation_id: evaluation?.id ?? '' });
  const environments = await client.listAppEnvironments({ app_id });
  return {
    variants: variants.map(({ variant_id, variant_name, base_name, revision, set_parameters }) => {
      return { variant_id, variant_name, base_name, revision, set_parameters };
    }),
    revisions: (await client.listVariantRevisions({ variant_id: variants[0]?.variant_id ?? '' })).map(
      ({ id, revision, config }) => ({ id, revision, set: config.set_parameters }),
    ),
    environments: environments.map(({ name, deployed_variant_name }) => [name, deployed_variant_name]),
    testsets: await Promise.all(
      (await client.listTestsets({})).map(async ({ id }) => (await client.getTestset({ testset_id: id })).csvdata),
    ),
    evaluators: (await client.listEvaluatorConfigs({ app_id })).map(({ name, evaluator_key }) => [name, evaluator_key]),
    evaluation: evaluation?.aggregated_results.map(({ result }) => result.value),
    rows: rows.map(({ inputs, outputs, correct_answers, results }) => {
      return {
        inputs,
        correct_answers,
        value: outputs[0]?.result.value,
        verdicts: results.map(({ result }) => result),
      };
    }),
  };
}

test('an app of a service with the public endpoints alone is the same after its import', async () => {
  await using world = await openWorld();
  const { variantId } = world;
  await world.makeVariant();
  await makeJudgedEvaluation(world, { variantId, verdicts: [true, false] });
  await world.call('updateVariantParameters', { variant_id: variantId, body: { parameters: { words: 60 } } });
  await world.call('deployToEnvironment', { body: { environment_name: 'staging', variant_id: variantId } });
  const client = withoutExtensions(clientOf(world.running));
  await using folder = await tempFolder();
  const [file, cwd] = ['old.tar.gz', folder.root];
  const { missing } = await exportApp({ client, app: null, file, stdout: new PassThrough(), cwd });
  expect(missing).toEqual([
    expect.stringMatching(/^code: /),
    expect.stringMatching(/^which code /),
    expect.stringMatching(/^human evaluations/),
  ]);
  await using target = await startService();
  const there = clientOf(target);
  await importApp({ openClient: async () => there, file, cwd, stdin: Readable.from([]), plan: false });
  expect(await view(there, world.appId)).toEqual(await view(client, world.appId));
  const history = await there.getEnvironmentRevisions({ app_id: world.appId, environment_name: 'staging' });
  expect(history.revisions.map(({ revision }) => revision)).toEqual([1]);
});

const EPOCH = '1970-01-01T00:00:00.000Z';
const APP = 'a-1';

/** Reads tables of a service whose records lack what others have. */
async function readSparse(methods: Parameters<typeof fakeClient>[0]) {
  const { client } = fakeClient({
    listAppVariants: async () => [],
    listEvaluations: async () => [],
    ...methods,
  });
  const source = await readPublicRecords(client, APP);
  return async (table: ArchiveTable) => await collect(source.rows(table));
}

test.each([
  ['2026-01-05T12:00:00Z', '2026-01-05T12:00:00.000Z'],
  ['2026-01-05 12:00:00+00:00', '2026-01-05T12:00:00.000Z'],
  ['yesterday', EPOCH],
  [null, EPOCH],
])('the time %j becomes %s', async (updated_at, time) => {
  const read = await readSparse({ listApps: async () => [{ app_id: APP, app_name: 'support', updated_at }] as never });
  expect(await read('apps')).toEqual([
    { id: APP, name: 'support', app_type: null, created_at: time, updated_at: time },
  ]);
});

test('a variant whose list of revisions lacks the current one gets it, and its times in order', async () => {
  const variant = {
    app_id: APP,
    variant_id: 'v-1',
    variant_name: 'formal',
    base_id: 'b-1',
    base_name: 'main',
    config_name: 'formal',
    parameters: null,
    revision: 2,
    created_at: '2026-11-20T11:57:00Z',
    updated_at: '2026-11-19T12:00:00Z',
  };
  const listed = { revision: 1, modified_by: 'ana', config: { config_name: 'x', parameters: null }, created_at: 'x' };
  const read = await readSparse({
    listAppVariants: async () => [variant] as never,
    listVariantRevisions: async () => [listed],
  });
  const [first, second] = await read('variant_revisions');
  expect([first, second]).toMatchObject([
    { variant_id: 'v-1', revision: 1, parameters: '{}', modified_by: 'ana', created_at: EPOCH },
    { variant_id: 'v-1', revision: 2, parameters: '{}', modified_by: '', created_at: '2026-11-19T12:00:00.000Z' },
  ]);
  expect(first?.['id']).not.toBe(second?.['id']);
  expect(await read('variant_revisions')).toEqual([first, second]);
  expect(await read('variants')).toMatchObject([
    { modified_by_id: '', created_at: '2026-11-19T12:00:00.000Z', updated_at: '2026-11-20T11:57:00.000Z' },
  ]);
});

test('an evaluation of what was deleted keeps its results', async () => {
  const evaluation = evaluationOf({
    variant_ids: [],
    variant_names: [],
    variant_revision_ids: [],
    revisions: ['not a number'],
    testset_id: null,
    testset_name: null,
    status: { type: 'error', value: null, error: { message: 'No.' } },
  });
  const rows = [
    { ...rowOf({ input: 'a', output: 'A', cost: 0.5, latency: 2 }), id: 's-1' },
    { ...rowOf({ input: 'b' }), id: 's-2', outputs: [] },
    { ...rowOf({ input: 'c', scores: { judge: null } }), id: 's-3' },
  ];
  const read = await readSparse({
    listEvaluations: async () => [evaluation],
    listEvaluationScenarios: async () => rows,
  });
  expect(await read('evaluations')).toMatchObject([
    {
      id: evaluation.id,
      variant_name: '',
      revision: 0,
      testset_name: '',
      status_value: 'EVALUATION_FINISHED',
      row_count: 3,
    },
  ]);
  const outcomes = await read('evaluation_outcomes');
  expect(outcomes.map(({ scenario_id, cost, latency, is_error }) => [scenario_id, cost, latency, is_error])).toEqual([
    ['s-1', 0.5, 2, 0],
    ['s-3', null, null, 1],
  ]);
  expect((await read('evaluation_scenarios')).map(({ id, position }) => [id, position])).toEqual([
    ['s-1', 0],
    ['s-2', 1],
    ['s-3', 2],
  ]);
});
