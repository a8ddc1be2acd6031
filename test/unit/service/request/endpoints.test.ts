import { expect, test } from 'vitest';
import { ENDPOINT_ROUTES } from '../../../../src/contract/endpoint-routes.ts';
import { ENDPOINTS, type EndpointName } from '../../../../src/contract/endpoints.ts';
import { createEndpointLoader, createEndpointMatcher } from '../../../../src/service/request/find-endpoint.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names
const load = createEndpointLoader();
const matchEndpoint = createEndpointMatcher();

test('the routes say of each endpoint what the contract says', () => {
  const routes = NAMES.map((name) => [name, ENDPOINTS[name].method, ENDPOINTS[name].path, ENDPOINTS[name].role]);
  expect(Object.entries(ENDPOINT_ROUTES).map(([name, { method, path, role }]) => [name, method, path, role])).toEqual(
    routes,
  );
});

/** An endpoint without a `role` is open to viewers, which no other test can distinguish from intent. */
test('no write is open to viewers', async () => {
  const open: string[] = [];
  let writes = 0;
  for (const name of NAMES) {
    if ((await load(name)).operation.audit === undefined) continue;
    writes += 1;
    if (!['author', 'operator'].includes(ENDPOINTS[name].role ?? '')) open.push(name);
  }
  expect(writes).toBeGreaterThan(20);
  expect(open, 'Give each of these a role in its endpoints.ts').toEqual([]);
});

/** Requests that read although their method could write: what they ask for needs a body. */
const READS_WITH_BODY = [
  'fetchConfig',
  'listConfigs',
  'listConfigHistory',
  'listMissingArtifacts',
  'checkDeployment',
  'planEvaluations',
  'mapEvaluatorInputs',
  'runEvaluator',
];

/** An operation without an `audit` entry runs outside a transaction, and nothing is logged. */
test('all that can write has an audit entry', async () => {
  const silent: string[] = [];
  for (const name of NAMES) {
    const { operation } = await load(name);
    if (!['GET', 'HEAD'].includes(ENDPOINTS[name].method) && operation.audit === undefined) silent.push(name);
  }
  expect(silent).toEqual(READS_WITH_BODY);
});

test('a literal wins over a parameter', () => {
  expect(matchEndpoint('GET', '/evaluators/configs')).toMatchObject({ name: 'listEvaluatorConfigs' });
  expect(matchEndpoint('POST', '/evaluators/configs/run')).toMatchObject({ kind: 'wrong-method' });
});

test('HEAD falls back to GET, and no other method does', () => {
  expect(matchEndpoint('HEAD', '/apps')).toMatchObject({ name: 'listApps' });
  expect(matchEndpoint('HEAD', '/artifacts/x')).toMatchObject({ name: 'headArtifact' });
  expect(matchEndpoint('OPTIONS', '/apps')).toEqual({ kind: 'wrong-method', allow: ['GET', 'HEAD', 'POST'] });
});

test.each(['/', '', '/apps/a/b', '/variants', '/variants/from-base/x', '/constructor', '/__proto__'])(
  '%j is unknown',
  (path) => {
    expect(matchEndpoint('GET', path)).toEqual({ kind: 'unknown' });
  },
);
