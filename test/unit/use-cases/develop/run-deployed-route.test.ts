import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import {
  openDeployed,
  runDeployedRoute,
  type RunDeployedRouteOptions,
} from '../../../../src/use-cases/develop/run-deployed-route.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const route = (path: string): RouteSchema => ({
  path,
  name: path.slice(1),
  config: { type: 'object', properties: { words: { type: 'integer' }, tone: { type: 'string' } } },
  input: null,
  output: null,
  defaults: { words: 5 },
});
const ROUTES = [route('/a'), route('/b')];
const ANSWER = { version: '3.0', data: 'x' } as never;
const VARIANT = variantOf({ variant_id: 'v-1', variant_name: 'formal', revision: 3, parameters: { words: 9 } });
const ENVIRONMENT = { app_id: APP_ID, name: 'my env', deployed_variant_name: 'formal', revision: 1, revisions: [] };

/** Calls a route of a variant or an environment; `config`: values for this call. */
function run(options: Partial<RunDeployedRouteOptions> & { config?: object }, methods: Partial<ExtendedClient> = {}) {
  const { config = {}, ...rest } = options;
  const { client, calls } = fakeClient({
    listAppVariants: async ({ variant_name }) => (variant_name === 'formal' ? [VARIANT] : []),
    getVariantRevision: async () =>
      ({
        revision: 2,
        config: { config_name: 'old', parameters: { words: 7, tone: 'calm' } },
        created_at: 't',
      }) as never,
    listAppEnvironments: async () => [ENVIRONMENT] as never,
    getEnvironmentRevisions: async () => ENVIRONMENT as never,
    listDeployments: async () => [],
    listRoutes: async () => ROUTES,
    callRoute: async () => ANSWER,
    ...methods,
  });
  const schemas: unknown[] = [];
  const answered = runDeployedRoute({
    client,
    app: APP_ID,
    route: '/a',
    target: { kind: 'variant', variant: 'formal' },
    call: async (schema) => {
      schemas.push(schema);
      return { inputs: { text: 'hi' }, config: { ...config } };
    },
    ...rest,
  });
  return { answered, schemas, request: () => calls.find(({ name }) => name === 'callRoute')?.input, calls };
}

const CALL = { app: APP_ID, variant: 'formal' };

test('a variant is called as it is deployed', async () => {
  const { answered, schemas, request } = run({});
  expect(await answered).toBe(ANSWER);
  expect(schemas).toEqual([ROUTES[0]]);
  expect(request()).toEqual({ ...CALL, path: '/run/a?inline=true', body: { text: 'hi', config: 'formal' } });
});

test.each([
  ['formal', { tone: 'loud' }, { words: 9, tone: 'loud' }],
  ['formal@2', {}, { words: 7, tone: 'calm' }],
  ['formal@2', { words: 1 }, { words: 1, tone: 'calm' }],
])('%s with %j is called with the configuration %j', async (variant, config, ag_config) => {
  const { answered, request } = run({ target: { kind: 'variant', variant }, config });
  await answered;
  expect(request()).toEqual({ ...CALL, path: '/playground/run/a', body: { text: 'hi', ag_config } });
});

test('the stored configuration is read once for many calls', async () => {
  const { client, calls } = fakeClient({
    listAppVariants: async () => [VARIANT],
    listRoutes: async () => ROUTES,
    callRoute: async () => ANSWER,
  });
  const target = { kind: 'variant', variant: 'formal' } as const;
  const { call } = await openDeployed({ client, app: APP_ID, route: '/a', target });
  await call({ inputs: {}, config: { tone: 'a' } });
  const before = calls.length;
  await call({ inputs: {}, config: { tone: 'b' } });
  expect(calls.slice(before).map(({ name }) => name)).toEqual(['callRoute']);
});

test('an environment decides about its configuration', async () => {
  const target = { kind: 'environment', environment: 'my env' } as const;
  const { answered, request } = run({ target });
  await answered;
  expect(request()).toEqual({ ...CALL, path: '/run/a?inline=true', body: { text: 'hi', environment: 'my env' } });
  await expect(run({ target, config: { words: 1 } }).answered).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'The environment my env has its own configuration: remove --config.',
  });
});

test('an environment that runs nothing cannot be called', async () => {
  const empty = async () => [{ ...ENVIRONMENT, deployed_variant_name: null }] as never;
  const target = { kind: 'environment', environment: 'my env' } as const;
  await expect(run({ target }, { listAppEnvironments: empty }).answered).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Nothing is deployed to my env yet.',
    nextSteps: ["wf env deploy 'my env' --variant VARIANT"],
  });
});

test('signal and time limit are those of the caller', async () => {
  const { signal } = new AbortController();
  const { answered, request } = run({ signal, limit: { timeoutMs: 9, setBy: '--timeout' } });
  await answered;
  expect(request()).toMatchObject({ signal, timeoutMs: 9 });
});

test('a route that does not exist has no schema, and is refused with those that do', async () => {
  const { answered, schemas } = run({ route: '/c' });
  await expect(answered).rejects.toMatchObject({ code: 'WF_NOT_FOUND', nextSteps: ['wf routes'] });
  expect(schemas).toEqual([undefined]);
});

test('a call that ended badly leads to the logs', async () => {
  const details = { detail: 'Its process used more than 512 MB of memory.' };
  const failed = new ServiceError({ code: 'WF_FAILED', message: 'x', status: 502, details });
  await expect(run({}, { callRoute: () => Promise.reject(failed) }).answered).rejects.toMatchObject({
    code: 'WF_ROUTE_FAILED',
    message: details.detail,
    nextSteps: ['wf logs'],
  });
});

test('another service hosts no routes', async () => {
  await expect(run({}, { extensions: async () => null }).answered).rejects.toMatchObject({
    message: 'This service lacks hosted routes, an extension of wf.',
  });
});
