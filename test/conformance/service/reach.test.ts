import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import type { RecordRef } from '../../../src/service/reach/queries.ts';
import { namedRecords } from '../../../src/service/reach/require-reach.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { createWorld, type World } from '../../helpers/service-world.ts';
import { type RunningService, startService } from '../../helpers/start-service.ts';
import { testedDatabase } from '../../helpers/tested-database.ts';
import { toWire } from '../../helpers/to-wire.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names

/** They name the app, or a revision of it, by references: one that the key does not reach names nothing. */
const BY_REFERENCE: ReadonlySet<EndpointName> = new Set([
  'addConfig',
  'fetchConfig',
  'forkConfig',
  'commitConfig',
  'deployConfig',
  'deleteConfig',
  'listConfigs',
  'listConfigHistory',
  'getDeployedConfig',
  'revertDeployment',
]);

type Input = Readonly<Record<string, unknown>>;

let running: RunningService;
let world: World;
let ownKey = '';
let otherKey = '';

beforeAll(async () => {
  running = await startService({ database: testedDatabase() });
  world = await createWorld(running, { byAppKey: true });
  const { app_id: otherId } = await world.call('createApp', { body: { app_name: 'other' } });
  ownKey = await makeKey('own', world.appId);
  otherKey = await makeKey('foreign', otherId);
});
afterAll(() => running[Symbol.asyncDispose]());

const makeKey = (name: string, app_id: string) =>
  world.call('createKey', { body: { name, role: 'operator', app_ids: [app_id] } });
const send = (name: EndpointName, input: Input, key: string) => {
  const { method, path, body } = toWire(ENDPOINTS[name], input);
  return running.send(method, path, { body, key });
};

describe.each(NAMES)('%s', (name) => {
  const endpoint: Endpoint = ENDPOINTS[name];
  const { reach } = endpoint;

  test('with a key of the app', async () => {
    const input = await inputOf(name, world);
    // Some cases make an app of their own.
    const appId = appIn(input) ?? world.appId;
    const response = await send(name, input, appId === world.appId ? ownKey : await makeKey('own', appId));
    if (reach === 'all apps') return await expectNotAllowed(response, 'own');
    expect(response.status).toBe(endpoint.status);
  });

  test('with a key of another app', async () => {
    const input = await inputOf(name, world);
    const response = await send(name, input, otherKey);
    if (reach === 'all apps') return await expectNotAllowed(response, 'foreign');
    const named = namedRecords(reach, input);
    if (named.length > 0 || BY_REFERENCE.has(name)) return await expectMissing(response, named[0]);
    expect(response.status).toBe(endpoint.status);
    if (reach === 'its apps') expect(await response.text()).not.toContain(world.appId);
  });
});

test('a key of another app changed nothing', async () => {
  const changes = await world.call('listAuditEntries', { app_id: world.appId });
  expect(changes.length).toBeGreaterThan(20);
  expect(changes.filter(({ key_name }) => key_name === 'foreign')).toEqual([]);
});

test('an unknown id and one of another app are answered alike', async () => {
  const of = async (id: string) => {
    const response = await send('getVariant', { variant_id: id }, otherKey);
    return [response.status, (await response.text()).replace(id, 'ID')];
  };
  expect(await of(world.variantId)).toEqual(await of('01930000-0000-7000-8000-000000000000'));
});

test('lists show what belongs to the apps of the key', async () => {
  await world.makeTestset();
  const listed = async (path: string, key: string) => (await running.send('GET', path, { key })).json();
  expect(await listed('/apps', ownKey)).toEqual([expect.objectContaining({ app_name: 'support' })]);
  expect(await listed('/apps', otherKey)).toEqual([expect.objectContaining({ app_name: 'other' })]);
  expect(JSON.stringify(await listed('/testsets', otherKey))).not.toContain(world.appId);
  expect(await listed('/testsets', ownKey)).toContainEqual(expect.objectContaining({ app_id: world.appId }));
  expect(await listed('/profile', ownKey)).toMatchObject({ username: 'own', app_ids: [world.appId] });
});

test('deployed routes of another app are not found, by name and by id', async () => {
  for (const app of ['support', world.appId]) {
    const call = (key: string) => running.send('POST', `/services/${app}/default/run`, { key, body: {} });
    expect((await call(otherKey)).status).toBe(404);
    expect((await call(ownKey)).status).toBe(200);
  }
});

test('an app that takes the id of another one as its name opens nothing', async () => {
  const [other] = (await (await running.send('GET', '/apps', { key: otherKey })).json()) as { app_id: string }[];
  // A service of before may hold such a name.
  const rename = world.running.store.db.updateTable('apps').set({ name: other?.app_id ?? '' });
  await rename.where('id', '=', world.appId).execute();
  const reference = { id: other?.app_id, slug: null, version: null };
  const fetched = await send('fetchConfig', { body: { application_ref: reference } }, ownKey);
  expect(await fetched.json()).toMatchObject({ application_ref: { id: world.appId } });
  await world.call('updateApp', { app_id: world.appId, body: { app_name: 'support' } });
});

test('a key without apps reaches those that are made later, and a key of some does not', async () => {
  const key = await world.call('createKey', { body: { name: 'all', role: 'viewer' } });
  const { app_id } = await world.call('createApp', { body: { app_name: 'later' } });
  const statuses = [key, ownKey].map(
    async (each) => (await running.send('GET', `/apps/${app_id}/environments`, { key: each })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404]);
});

test('a test set of no app is reached by keys of all apps only', async () => {
  const body = { name: 'shared', csvdata: [{ text: 'hello' }] };
  const made = (await (await running.send('POST', '/testsets', { body })).json()) as { id: string };
  const statuses = [running.keys.viewer, ownKey].map(
    async (key) => (await running.send('GET', `/testsets/${made.id}`, { key })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404]);
  const exported = async (key: string) =>
    await (await running.send('GET', `/apps/${world.appId}/export/testsets`, { key })).text();
  expect(await exported(running.keys.operator)).toContain(made.id);
  expect(await exported(ownKey)).not.toContain(made.id);
});

test('a key of several apps says which one a test set belongs to', async () => {
  const { app_id: second } = await world.call('createApp', { body: { app_name: 'second' } });
  const app_ids = [world.appId, second];
  const key = await world.call('createKey', { body: { name: 'two', role: 'author', app_ids } });
  const create = (body: Input) => running.send('POST', '/testsets', { key, body });
  const refused = await create({ name: 'cases', csvdata: [] });
  expect([refused.status, await refused.json()]).toEqual([
    422,
    { detail: [expect.objectContaining({ loc: ['body', 'app_id'], type: 'missing' })] },
  ]);
  expect((await create({ name: 'cases', csvdata: [], app_id: second })).status).toBe(200);
  // The request for a file has no field for it.
  const uploaded = await running.send('POST', '/testsets/upload', { key, body: { file: 'text\nhello\n' } });
  expect([uploaded.status, await uploaded.json()]).toEqual([
    422,
    { detail: [expect.objectContaining({ loc: ['body'] })] },
  ]);
});

test('the last operator of all apps cannot be revoked, and an unknown app has no key', async () => {
  const body = { name: 'lost', role: 'viewer', app_ids: ['unknown'] };
  expect((await running.send('POST', '/keys', { body })).status).toBe(404);
  const { operator } = running.keys;
  expect((await running.send('DELETE', `/keys/${operator.slice(0, 8)}`)).status).toBe(409);
});

async function inputOf(name: EndpointName, world: World): Promise<Input> {
  return (await CASES[name](world)) as Input; // an endpoint's input is an object of its parameters
}

/** The app that an input names, as a parameter or by a reference. */
function appIn(input: Input): string | undefined {
  const body = (input['body'] ?? {}) as { readonly application_ref?: { readonly id?: string | null } };
  const id = input['app_id'] ?? body.application_ref?.id;
  return typeof id === 'string' ? id : undefined;
}

async function expectNotAllowed(response: Response, name: string): Promise<void> {
  const detail = `This requires a key of all apps; the key "${name}" reaches only some.`;
  expect([response.status, await response.json()]).toEqual([403, { detail }]);
}

async function expectMissing(response: Response, named: RecordRef | undefined): Promise<void> {
  expect(response.status).toBe(404);
  const text = await response.text();
  expect(text).not.toContain('support');
  if (named !== undefined && text !== '') expect(text).toContain(named.id);
}
