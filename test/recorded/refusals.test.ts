import { expect, test } from 'vitest';
import { ENDPOINTS, type EndpointInput, type EndpointName } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoint/endpoint.ts';
import type { ValidationErrorItem } from '../../src/contract/validation/validation-error.ts';
import { archiveOf } from '../helpers/archive.ts';
import { openWorld, type OwnWorld } from '../helpers/open-world.ts';
import { NARROWED, ROUTES } from '../helpers/service-world.ts';
import { toWire } from '../helpers/to-wire.ts';

const NOBODY = '01932c5e-9999-7000-8000-000000000009';
const GATE = { name: 'g', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]' };
const RATE = { batch_size: 10, max_retries: 3, retry_delay: 2, delay_between_batches: 5 };

const toLines = (lines: readonly string[]) => `${lines.join('\n')}\n`;

function describeAnswer(text: string): string {
  const { detail } = (text.startsWith('{') ? JSON.parse(text) : {}) as { readonly detail?: unknown };
  if (!Array.isArray(detail))
    return detail === undefined ? '' : ` ${typeof detail === 'string' ? detail : messageOf(detail)}`;
  const items = detail as ValidationErrorItem[]; // what a 422 of the service has
  return items.map(({ loc, msg }) => `\n  ${loc.join('.')}: ${msg}`).join('');
}

/** A detail with fields of its own has the message as one of them. */
const messageOf = (detail: unknown) => (detail as { readonly message: string }).message;

type Refuse = <N extends EndpointName>(name: N, input: EndpointInput<N> | object) => Promise<void>;

/** A service that records its answers to requests, with names in the place of new ids. */
async function openRefusals() {
  const world = await openWorld();
  const refusals: string[] = [];
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
    refusals.push(
      `${readable(`${method} ${path}`)} → ${response.status}${readable(describeAnswer(await response.text()))}`,
    );
  };
  return { ...world, refuse, refusals };
}

test('what cannot be deployed is refused at its field, with the reason', async () => {
  await using world = await openRefusals();
  const { refuse, appId: app_id, variantId: variant_id, baseId: base_id, sha256, call } = world;
  const code = { variant_name: 'default', artifact_sha256: sha256, routes: ROUTES, sdk_version: '0.2.0' };
  const deploy = async (changes: object) => await refuse('createDeployment', { app_id, body: { ...code, ...changes } });
  await deploy({ artifact_sha256: '0'.repeat(64) });
  await deploy({ base_name: 'other' });
  await deploy({ environment: 'producton' });
  await deploy({ url: 'http://127.0.0.1:9/' });
  await call('updateVariantParameters', { variant_id, body: { parameters: { model: 'small', words: 50 } } });
  await call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
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
  await expect(toLines(world.refusals)).toMatchFileSnapshot('refusals/deployments.txt');
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
  const logged = changes.map(({ summary }) => `logged: ${summary}`);
  await expect(toLines([...world.refusals, ...logged])).toMatchFileSnapshot('refusals/environments.txt');
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
  await expect(toLines(world.refusals)).toMatchFileSnapshot('refusals/evaluations.txt');
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
  await expect(toLines(world.refusals)).toMatchFileSnapshot('refusals/archives.txt');
});
