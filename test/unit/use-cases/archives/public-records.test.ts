import { expect, test, vi } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../../src/client/transport/in-process-transport.ts';
import { ARCHIVE_TABLES, type ArchiveTable } from '../../../../src/contract/archives/archive.ts';
import { readPublicRecords } from '../../../../src/use-cases/archives/public-records.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf, rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { createWorld } from '../../../helpers/service-world.ts';
import { startService } from '../../../helpers/start-service.ts';
import { variantOf } from '../../ui/fixtures.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Numbers ids by their first appearance, so that rows that refer to each other show it. */
function numberIds(text: string): string {
  const ids = new Map<string, string>();
  return text.replaceAll(UUID, (id) => {
    ids.set(id, ids.get(id) ?? `<id ${ids.size + 1}>`);
    return ids.get(id) ?? id;
  });
}

test('an app of a service with the public endpoints alone becomes rows that refer to each other', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5, 12) });
  try {
    await using running = await startService();
    const world = await createWorld(running);
    await world.makeVariant();
    await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: [true, false] });
    await world.call('deployToEnvironment', { body: { environment_name: 'staging', variant_id: world.variantId } });
    const client = createClient({
      transport: inProcessTransport((request) => running.service.fetch(request)),
      baseUrl: running.baseUrl,
      credential: { key: running.keys.operator, form: 'apikey' },
    });
    const source = await readPublicRecords(client, world.appId);
    const lines: string[] = [];
    for (const table of ARCHIVE_TABLES) {
      const rows = await collect(source.rows(table));
      lines.push(`## ${table}`, ...rows.map((row) => JSON.stringify(row)));
      const again = await collect(source.rows(table));
      expect(again, table).toEqual(rows);
    }
    lines.push('## missing', ...source.missing);
    await expect(`${numberIds(lines.join('\n'))}\n`).toMatchFileSnapshot('public-records.txt');
    expect(source.variables).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

const EPOCH = '1970-01-01T00:00:00.000Z';
const APP = 'a-1';

/** Reads tables of a service whose records lack what others have. */
async function readSparse(methods: Parameters<typeof fakeClient>[0]) {
  const { client } = fakeClient({
    listApps: async () => [{ app_id: 'other', app_name: 'other' }],
    listAppVariants: async () => [],
    listAppEnvironments: async () => [],
    listTestsets: async () => [],
    listEvaluatorConfigs: async () => [],
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
  [undefined, EPOCH],
  [null, EPOCH],
])('the time %j becomes %s', async (updated_at, time) => {
  const app = { app_id: APP, app_name: 'support', ...(updated_at === undefined ? {} : { updated_at }) };
  const read = await readSparse({ listApps: async () => [app] as never });
  expect(await read('apps')).toEqual([
    { id: APP, name: 'support', app_type: null, created_at: time, updated_at: time },
  ]);
});

test('an app that is not listed has no row', async () => {
  expect(await (await readSparse({}))('apps')).toEqual([]);
});

test('a variant whose list of revisions lacks the current one gets it', async () => {
  const { modified_by_id: _, ...variant } = variantOf({ revision: 2, parameters: null });
  const listed = { revision: 1, modified_by: 'ana', config: { config_name: 'x', parameters: null }, created_at: 'x' };
  const read = await readSparse({
    listAppVariants: async () => [variant],
    listVariantRevisions: async () => [listed],
  });
  const derived = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
  const { variant_id } = variant;
  expect(await read('variant_revisions')).toEqual([
    { id: derived, variant_id, revision: 1, parameters: '{}', modified_by: 'ana', created_at: EPOCH },
    {
      id: derived,
      variant_id,
      revision: 2,
      parameters: '{}',
      modified_by: '',
      created_at: '2026-11-20T11:57:00.000Z',
    },
  ]);
  expect((await read('variants'))[0]).toMatchObject({
    modified_by_id: '',
    created_at: '2026-11-19T12:00:00.000Z',
    updated_at: '2026-11-20T11:57:00.000Z',
  });
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
    aggregated_results: [],
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
  expect(await read('evaluations')).toEqual([
    {
      id: evaluation.id,
      app_id: APP,
      variant_id: '',
      variant_name: '',
      variant_revision_id: '',
      revision: 0,
      deployment_id: '',
      testset_id: '',
      testset_name: '',
      route: null,
      correct_answer_column: null,
      rate_limit: '{"batch_size":10,"max_retries":3,"retry_delay":3,"delay_between_batches":5}',
      evaluator_configs: '[]',
      status: JSON.stringify(evaluation.status),
      status_value: 'EVALUATION_FINISHED',
      aggregated_results: '[]',
      human_evaluation_id: null,
      created_by: '',
      created_at: '2026-11-20T11:00:00.000Z',
      updated_at: '2026-11-20T11:00:00.000Z',
      row_count: 3,
    },
  ]);
  const outcomes = await read('evaluation_outcomes');
  expect(outcomes.map(({ scenario_id, cost, latency, is_error }) => [scenario_id, cost, latency, is_error])).toEqual([
    ['s-1', 0.5, 2, 0],
    ['s-3', null, null, 1],
  ]);
  expect(await read('evaluation_scenarios')).toMatchObject([
    { id: 's-1', position: 0, cells: '{"text":"a","correct_answer":"a"}' },
    { id: 's-2', position: 1 },
    { id: 's-3', position: 2 },
  ]);
});
