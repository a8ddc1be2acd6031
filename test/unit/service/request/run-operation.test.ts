import { expect, test } from 'vitest';
import { ENDPOINTS, type EndpointInput, type EndpointName } from '../../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../../src/contract/endpoint/endpoint.ts';
import { archiveOf } from '../../../helpers/archive.ts';
import { CASES } from '../../../helpers/endpoint-cases/cases.ts';
import { createWorldOpener, type OwnWorld } from '../../../helpers/open-world.ts';
import { NARROWED, ROUTES } from '../../../helpers/service-world.ts';
import { toWire } from '../../../helpers/to-wire.ts';

const openWorld = createWorldOpener(() => 'sqlite');

const NOBODY = '01932c5e-9999-7000-8000-000000000009';
const GATE = { name: 'g', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]' };
const RATE = { batch_size: 10, max_retries: 3, retry_delay: 2, delay_between_batches: 5 };

type Refuse = <N extends EndpointName>(name: N, input: EndpointInput<N> | object) => Promise<void>;

/** A service that records its answers to requests, with names in the place of new ids. */
async function openRefusals() {
  const world = await openWorld();
  const refusals: unknown[] = [];
  const names = new Map<string, string>([
    [world.appId, '<app>'],
    [world.variantId, '<default>'],
    [world.baseId, '<base>'],
    [world.sha256, '<bundle>'],
    [NOBODY, '<nobody>'],
  ]);
  const readable = (text: string) =>
    [...names]
      .reduce((all, [id, name]) => all.replaceAll(id, name), text)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<new>');
  const refuse: Refuse = async (name, input) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    const { method, path, body } = toWire(endpoint, input as Record<string, unknown>); // an object of its parameters
    const response = await world.running.send(method, path, { body });
    const text = readable(await response.text());
    refusals.push([
      readable(`${method} ${path}`),
      response.status,
      ...(response.ok ? [] : [JSON.parse(text) as unknown]),
    ]);
  };
  return { ...world, refuse, refusals };
}

/** What the parameter after a part of a path names. */
const KINDS: Readonly<Record<string, string>> = {
  apps: 'app',
  variants: 'variant',
  evaluations: 'evaluation',
  'evaluators/configs': 'evaluator configuration',
  'human-evaluations': 'human evaluation',
  testsets: 'test set',
  secrets: 'secret',
};

test('a record that does not exist is refused by every endpoint with its kind and id', async () => {
  await using world = await openWorld();
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const endpoint: Endpoint = ENDPOINTS[name];
    const [, part = '', parameter = ''] = /^\/(?:vault\/v1\/)?([\w/-]+)\/\{(\w+)\}/.exec(endpoint.path) ?? [];
    const kind = KINDS[part];
    if (kind === undefined) continue;
    const input = (await CASES[name](world)) as Record<string, unknown>; // an object of its parameters
    const { method, path, body } = toWire(endpoint, { ...input, [parameter]: NOBODY });
    const response = await world.running.send(method, path, { body });
    const { detail } = (await response.json()) as { readonly detail: string }; // checked below
    const expected = `No ${kind} has the id "${NOBODY}". `;
    expect([name, response.status, detail.slice(0, expected.length)]).toEqual([name, 404, expected]);
  }
});

test('what cannot be deployed is refused at its field, with the reason', async () => {
  await using world = await openRefusals();
  const { refuse, appId: app_id, variantId: variant_id, baseId: base_id, sha256, call } = world;
  const code = { variant_name: 'default', artifact_sha256: sha256, routes: ROUTES, sdk_version: '0.2.0' };
  const deploy = async (changes: object) => await refuse('createDeployment', { app_id, body: { ...code, ...changes } });
  await deploy({ artifact_sha256: '0'.repeat(64) });
  await deploy({ base_name: 'other' });
  await deploy({ environment: 'producton' });
  await deploy({ url: 'http://127.0.0.1:9/' });
  await deploy({ routes: NARROWED });
  await refuse('putArtifact', { sha256: '0'.repeat(64), body: new Uint8Array([1, 2]) });
  await refuse('getArtifact', { sha256: '0'.repeat(64) });
  await refuse('startVariant', { variant_id, body: { action: { action: 'STOP' } } });
  await refuse('updateVariantUrl', { variant_id, url: 'https://a.example/' });
  await refuse('saveBaseConfig', { body: { base_id, config_name: 'default', parameters: {}, overwrite: false } });
  await refuse('getBaseConfig', { base_id });
  await refuse('getBaseConfig', { base_id, config_name: 'defautl' });
  await refuse('addVariantFromBase', {
    body: { base_id, new_variant_name: 'default', new_config_name: 'default', parameters: {} },
  });
  await refuse('addVariantFromBase', {
    body: { base_id, new_variant_name: 'loud', new_config_name: 'loud', parameters: { words: 5, volume: 3 } },
  });
  await refuse('updateVariantParameters', { variant_id, body: { parameters: { model: 'huge' } } });
  await refuse('deleteVariant', { variant_id });
  await refuse('restartContainer', { body: { variant_id: NOBODY } });
  const elsewhere = { variant_name: 'elsewhere', base_name: 'elsewhere', url: 'https://a.example/', routes: ROUTES };
  const made = await call('createDeployment', { app_id, body: { ...elsewhere, sdk_version: '0.1.0' } });
  await refuse('restartContainer', { body: { variant_id: made.variant_id } });
  await refuse('startVariant', {
    variant_id: made.variant_id,
    body: { action: { action: 'START' }, env_vars: { env_vars: { A: '1' } } },
  });
  await refuse('addVariantFromService', {
    app_id,
    body: { variant_name: 'main.other', url: 'https://b.example/', base_name: null, config_name: null },
  });
  await refuse('getBaseConfig', { base_id: made.deployment.base_id, environment_name: 'production' });
  expect(world.refusals).toMatchSnapshot();
});

test('what an environment refuses to run is named', async () => {
  await using world = await openRefusals();
  const { refuse, appId: app_id, variantId: variant_id, call } = world;
  const deploy = async (body: object) =>
    await refuse('deployToEnvironment', { body: { environment_name: 'production', variant_id, ...body } });
  await deploy({ environment_name: 'producton' });
  await deploy({ gate: GATE });
  await deploy({ evaluation_id: NOBODY });
  await deploy({ baseline_evaluation_id: NOBODY });
  const evaluation_id = await world.makeEvaluation();
  await deploy({ gate: GATE, evaluation_id });
  await deploy({ gate: { name: 'g', content: 'rules: [' }, evaluation_id });
  const other = await world.makeVariant();
  const ofOther = await evaluate(world, { variant_ids: [other] });
  await deploy({ gate: GATE, evaluation_id: ofOther });
  await refuse('rollbackEnvironment', { environment_name: 'production', body: { app_id, revision: null } });
  await refuse('rollbackEnvironment', { environment_name: 'production', body: { app_id, revision: 7 } });
  await refuse('rollbackEnvironment', { environment_name: 'staging', body: { app_id, revision: null } });
  await refuse('getVariantByEnvironment', { app_id, environment: 'staging' });
  await refuse('fetchConfig', { body: { environment_ref: { slug: 'staging', version: null, id: null } } });
  await call('protectEnvironment', { app_id, environment_name: 'production', body: { gate: GATE } });
  await deploy({ variant_id: other });
  await deploy({
    variant_id: other,
    gate: { ...GATE, name: 'easy', content: 'rules: [{ metric: cost, maximum: 9 }]' },
  });
  await call('protectEnvironment', { app_id, environment_name: 'production', body: { gate: null } });
  const changes = await call('listAuditEntries', { app_id, tail: 2 });
  expect([world.refusals, changes.map(({ summary }) => summary)]).toMatchSnapshot();
});

const evaluate = async (world: OwnWorld, changes: object): Promise<string> => {
  const body = await evaluationOf(world, changes);
  const [made] = await world.call('createEvaluations', { body });
  return made?.id ?? '';
};

const evaluationOf = async (world: OwnWorld, changes: object) => ({
  app_id: world.appId,
  variant_ids: [world.variantId],
  evaluators_configs: [await world.makeEvaluatorConfig()],
  testset_id: await world.makeTestset(),
  rate_limit: RATE,
  ...changes,
});

test('what cannot be evaluated is refused at its field, with the reason', async () => {
  await using world = await openRefusals();
  const { refuse, appId: app_id, variantId, call } = world;
  const start = async (changes: object) =>
    await refuse('createEvaluations', { body: await evaluationOf(world, changes) });
  await start({ options: { shard: { index: 3, count: 2 } } });
  await start({ variant_revisions: [1, 1] });
  await start({ variant_revisions: [7] });
  await start({ route: '/answr' });
  await start({ testset_id: (await call('createTestset', { body: { name: 'empty', csvdata: [] } })).id });
  await start({ options: { shard: { index: 3, count: 3 } } });
  await start({ variant_ids: [] });
  await start({ evaluators_configs: [NOBODY] });
  await start({ rate_limit: { ...RATE, batch_size: 0 } });
  const { app_id: otherApp } = await call('createApp', { body: { app_name: 'other' } });
  await start({ app_id: otherApp });
  const id = await evaluate(world, {});
  await refuse('getEvaluationSummary', { evaluation_id: id });
  const config = { app_id, name: 'mine', evaluator_key: 'auto_contains', settings_values: {} };
  await refuse('createEvaluatorConfig', { body: config });
  await refuse('createEvaluatorConfig', { body: { ...config, evaluator_key: 'contain' } });
  await refuse('createEvaluatorConfig', { body: { ...config, settings_values: { substring: 'a', colour: 'red' } } });
  await refuse('runEvaluator', { evaluator_key: 'auto_contains', body: { inputs: {}, settings: {} } });
  const human = { app_id, variant_ids: [variantId], evaluation_type: 'single_model_test', inputs: ['text'] };
  const vote = { ...human, testset_id: await world.makeTestset(), status: 'EVALUATION_INITIALIZED' };
  await refuse('createHumanEvaluation', { body: { ...vote, inputs: ['txt'] } });
  await refuse('createHumanEvaluation', { body: { ...vote, evaluation_type: 'human_a_b_testing' } });
  await refuse('createHumanEvaluation', { body: { ...vote, variant_ids: [variantId, variantId] } });
  await refuse('updateHumanEvaluation', { evaluation_id: await world.makeHumanEvaluation(), body: { status: 'DONE' } });
  await refuse('createHumanVoter', { evaluation_id: await world.makeHumanEvaluation(), body: { name: '' } });
  expect(world.refusals).toMatchSnapshot();
});

test('an archive is refused with what is wrong with it', async () => {
  await using world = await openRefusals();
  const { refuse, appId, call } = world;
  const { manifest, pages } = archiveOf();
  await refuse('createImport', { body: { ...manifest, app: { id: appId, name: 'support' } } });
  await refuse('createImport', { body: { ...manifest, app: { ...manifest.app, name: 'support' } } });
  const { import_id } = await call('createImport', { body: manifest });
  const body = pages[0]?.bytes ?? new Uint8Array();
  await refuse('putImportPage', { import_id, table: 'apps', page: 2, body });
  await refuse('putImportPage', { import_id, table: 'apps', page: 1, body: new Uint8Array([1]) });
  await refuse('commitImport', { import_id });
  await call('deleteImport', { import_id });
  await refuse('commitImport', { import_id });
  expect(world.refusals).toMatchSnapshot();
});

test('a request is refused for what it asks of any operation', async () => {
  await using world = await openWorld();
  const { running } = world;
  const sent = async (method: string, path: string, options: object) => {
    const response = await running.send(method, path, options);
    return [response.status, JSON.parse(await response.text()) as unknown];
  };
  const create = (headers: Record<string, string>, app_name = 'one') =>
    sent('POST', '/apps', { body: { app_name }, headers });
  const wrong = (msg: string) => [422, { detail: [{ loc: ['header', 'idempotency-key'], msg, type: 'too_long' }] }];
  expect(await create({ 'idempotency-key': '' })).toEqual(wrong('Input should have 1 to 255 characters'));
  expect(await create({ 'idempotency-key': 'k'.repeat(256) })).toEqual(wrong('Input should have 1 to 255 characters'));
  const first = await create({ 'idempotency-key': 'k'.repeat(255) });
  expect(first).toEqual([200, { app_id: expect.any(String), app_name: 'one' }]);
  expect(await create({ 'idempotency-key': 'k'.repeat(255) })).toEqual(first);
  expect(await create({ 'idempotency-key': 'k'.repeat(255) }, 'two')).toMatchInlineSnapshot(`
    [
      422,
      {
        "detail": [
          {
            "loc": [
              "header",
              "idempotency-key",
            ],
            "msg": "This key was used for another request in the last 24 hours",
            "type": "idempotency_key_reused",
          },
        ],
      },
    ]
  `);
  const makeKey = () =>
    sent('POST', '/keys', { body: { name: 'ci', role: 'viewer' }, headers: { 'idempotency-key': 'secret' } });
  expect((await makeKey())[0]).toBe(200);
  expect(await makeKey()).toEqual([
    409,
    {
      detail:
        'A request with this Idempotency-Key was already answered; its answer contains a secret and was not stored.',
    },
  ]);
});

test('a list is followed by events only if the client accepts them', async () => {
  await using world = await openWorld();
  const accept = { accept: 'text/event-stream' };
  const plain = await world.running.send('GET', '/audit-log?tail=1');
  expect(plain.headers.get('content-type')).toBe('application/json');
  await plain.text();
  const streamed = await world.running.send('GET', '/audit-log?tail=1', { headers: accept });
  expect(streamed.headers.get('content-type')).toMatch(/^text\/event-stream/);
  await streamed.body?.cancel();
  const never = await world.running.send('GET', '/apps', { headers: accept });
  expect(never.headers.get('content-type')).toBe('application/json');
  await never.text();
});
