import { expect, test } from 'vitest';
import { ENDPOINT_ROUTES } from '../../../../src/contract/endpoint-routes.ts';
import { ENDPOINTS, type EndpointName } from '../../../../src/contract/endpoints.ts';
import { createEndpointLoader, loadAllEndpoints } from '../../../../src/service/request/load-endpoint.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names
const load = createEndpointLoader();

test('every endpoint is loaded with the schemas of the contract and an operation', async () => {
  await loadAllEndpoints();
  for (const name of NAMES) {
    const { endpoint, operation } = await load(name);
    expect(endpoint, name).toBe(ENDPOINTS[name]);
    expect(operation.run, name).toBeTypeOf('function');
  }
});

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
    if ((await load(name)).operation.access !== 'write') continue;
    writes += 1;
    if (!['author', 'operator'].includes(ENDPOINTS[name].role ?? '')) open.push(name);
  }
  expect(writes).toBeGreaterThan(20);
  expect(open, 'Give each of these a role in its endpoints.ts').toEqual([]);
});
