import { createHash } from 'node:crypto';
import { type EndpointInput, type EndpointName, type EndpointOutput, ENDPOINTS } from '../../src/contract/endpoints.ts';
import type { RouteSchema } from '../../src/contract/deployments/route-schema.ts';
import type { Endpoint } from '../../src/contract/endpoint/endpoint.ts';
import type { RunningService } from './start-service.ts';
import { toWire } from './to-wire.ts';

export const ROUTES: RouteSchema[] = [
  {
    path: '/',
    name: 'default',
    config: {
      type: 'object',
      properties: {
        model: { type: 'string', enum: ['small', 'large'], default: 'small', 'x-parameter': 'choice' },
        words: { type: 'integer', minimum: 10, maximum: 200, default: 50, 'x-parameter': 'int' },
      },
    },
    input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    output: null,
    defaults: { model: 'small', words: 50 },
  },
];

/** The same code after a change that breaks `model = "small"` and `words = 50`. */
export const NARROWED: RouteSchema[] = ROUTES.map((route) => ({
  ...route,
  config: {
    type: 'object',
    properties: {
      model: { type: 'string', enum: ['large', 'smaller'], default: 'large', 'x-parameter': 'choice' },
      words: { type: 'integer', minimum: 60, maximum: 200, default: 60, 'x-parameter': 'int' },
    },
  },
  defaults: { model: 'large', words: 60 },
}));

/** A service with an app, deployed code, and functions that create more records with unique names. */
export interface World {
  readonly running: RunningService;
  readonly appId: string;
  readonly baseId: string;
  readonly variantId: string;
  readonly sha256: string;
  readonly call: <N extends EndpointName>(name: N, input: EndpointInput<N>) => Promise<EndpointOutput<N>>;
  /** Calls with a key of all apps, for records of another app than the world's. */
  readonly callByAll: World['call'];
  readonly nextName: () => string;
  readonly makeVariant: () => Promise<string>;
  readonly makeTestset: () => Promise<string>;
  readonly makeEvaluatorConfig: () => Promise<string>;
  /** @param testsetId - a new test set by default */
  readonly makeEvaluation: (testsetId?: string) => Promise<string>;
  readonly makeHumanEvaluation: () => Promise<string>;
}

export const BUNDLE = new TextEncoder().encode('export const createApp = () => ({});');
export const BUNDLE_SHA256 = createHash('sha256').update(BUNDLE).digest('hex');

export interface CreateWorldOptions {
  /** Create records with a key that reaches only the world's app. @defaultValue false */
  readonly byAppKey?: boolean;
}

export async function createWorld(
  running: RunningService,
  { byAppKey = false }: CreateWorldOptions = {},
): Promise<World> {
  const callByAll = createCall(running, running.keys.operator);
  let names = 0;
  const nextName = () => `name-${(names += 1)}`;
  const { app_id: appId } = await callByAll('createApp', { body: { app_name: 'support' } });
  const call = byAppKey ? await callByAppKey(running, callByAll, appId) : callByAll;
  await call('putArtifact', { sha256: BUNDLE_SHA256, body: BUNDLE });
  const deployed = await call('createDeployment', {
    app_id: appId,
    body: {
      variant_name: 'default',
      artifact_sha256: BUNDLE_SHA256,
      routes: ROUTES,
      sdk_version: '0.1.0',
      environment: 'production',
    },
  });
  const { base_id: baseId } = deployed.deployment;
  const makeVariant: World['makeVariant'] = async () => {
    const name = nextName();
    const body = { base_id: baseId, new_variant_name: name, new_config_name: name, parameters: { words: 20 } };
    return (await call('addVariantFromBase', { body })).variant_id;
  };
  const makers = createMakers(call, appId, deployed.variant_id, nextName);
  const world = { running, appId, baseId, variantId: deployed.variant_id, sha256: BUNDLE_SHA256 };
  return { ...world, call, callByAll, nextName, makeVariant, ...makers };
}

function createMakers(call: World['call'], appId: string, variantId: string, nextName: () => string) {
  const makeTestset = async () => {
    const csvdata = [
      { text: 'hello', correct_answer: 'greeting' },
      { text: 'bye', correct_answer: 'farewell' },
    ];
    return (await call('createTestset', { body: { name: nextName(), csvdata } })).id;
  };
  const makeEvaluatorConfig = async () => {
    const body = { app_id: appId, name: nextName(), evaluator_key: 'auto_exact_match', settings_values: {} };
    return (await call('createEvaluatorConfig', { body })).id;
  };
  const makeEvaluation = async (testsetId?: string) => {
    const body = {
      app_id: appId,
      variant_ids: [variantId],
      evaluators_configs: [await makeEvaluatorConfig()],
      testset_id: testsetId ?? (await makeTestset()),
      rate_limit: { batch_size: 10, max_retries: 3, retry_delay: 2, delay_between_batches: 5 },
    };
    const [evaluation] = await call('createEvaluations', { body });
    if (evaluation === undefined) throw new Error('One variant makes one evaluation');
    return evaluation.id;
  };
  const makeHumanEvaluation = async () => {
    const body = {
      app_id: appId,
      variant_ids: [variantId],
      evaluation_type: 'single_model_test' as const,
      inputs: ['text'],
      testset_id: await makeTestset(),
      status: 'EVALUATION_INITIALIZED' as const,
    };
    return (await call('createHumanEvaluation', { body })).id;
  };
  return { makeTestset, makeEvaluatorConfig, makeEvaluation, makeHumanEvaluation };
}

/** Calls endpoints with a key of one app, except those that require a key of all apps. */
async function callByAppKey(running: RunningService, callByAll: World['call'], appId: string): Promise<World['call']> {
  const key = await callByAll('createKey', { body: { name: 'of the app', role: 'operator', app_ids: [appId] } });
  const callByApp = createCall(running, key);
  return async (name, input) => await (ENDPOINTS[name].reach === 'all apps' ? callByAll : callByApp)(name, input);
}

/** Calls an endpoint by its name, and fails loudly when it does not succeed. */
function createCall(running: RunningService, key: string): World['call'] {
  return async <N extends EndpointName>(name: N, input: EndpointInput<N>): Promise<EndpointOutput<N>> => {
    const endpoint: Endpoint = ENDPOINTS[name];
    // An endpoint's input is an object of its parameters.
    const { method, path, body } = toWire(endpoint, input as Record<string, unknown>);
    const response = await running.send(method, path, { body, key });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    // The suite checks the answers; here they are only passed on.
    return (text === '' ? undefined : JSON.parse(text)) as EndpointOutput<N>;
  };
}
