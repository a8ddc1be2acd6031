import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint/endpoint.ts';
import { toAuditLine } from '../../../src/contract/audit/audit-entry.ts';
import { createEndpointLoader } from '../../../src/service/request/find-endpoint.ts';
import { toWire } from '../../helpers/to-wire.ts';
import type { World } from '../../helpers/service-world.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const load = createEndpointLoader();
const names = Object.keys(ENDPOINTS) as EndpointName[];
const operations = await Promise.all(names.map(async (name) => (await load(name)).operation));
const WRITES = names.filter((_, index) => operations[index]?.audit !== undefined);
/**
 * Writes whose case changes nothing: what they would store exists already, an address needs no start, spans are no records,
 * an import takes effect with its commit, nothing is old enough to prune, and what a gate looked at changes no record.
 */
const IDLE: readonly EndpointName[] = [
  'putArtifact',
  'startVariant',
  'receiveSpans',
  'createImport',
  'putImportPage',
  'prune',
  'countLook',
];

test('what changes something requires the role author', () => {
  const roles = new Set(WRITES.map((name) => ENDPOINTS[name].role));
  expect(roles).toEqual(new Set(['author', 'operator']));
});

const entries = async ({ call }: World, input = {}) => await call('listAuditEntries', input);

test('records who changed what, before and after, and the request', async () => {
  await using world = await openWorld();
  const [created, deployed, ...rest] = await entries(world, { app_id: world.appId });
  expect([created?.kind, deployed?.kind, ...rest.map(({ kind }) => kind)]).toEqual([
    'app',
    'deployment',
    'variant',
    'environment',
  ]);
  const history = async () =>
    (await world.call('getEnvironmentRevisions', { app_id: world.appId, environment_name: 'production' })).revisions;
  const [before] = await history();
  const variant_id = await world.makeVariant();
  const response = await world.running.send('POST', '/environments/deploy', {
    body: { environment_name: 'production', variant_id, message: 'Shorter answers' },
    headers: { 'x-request-id': 'nightly-1' },
  });
  expect(response.status).toBe(200);
  const after = (await history()).at(-1);
  expect((await entries(world)).at(-1)).toEqual({
    id: expect.any(String),
    created_at: after?.created_at,
    request_id: 'nightly-1',
    key_name: 'the operator',
    role: 'operator',
    action: 'deployToEnvironment',
    kind: 'environment',
    record: expect.any(String),
    name: 'production',
    app: world.appId,
    before: before?.id,
    after: after?.id,
    summary: 'runs name-1@1 as revision 2: Shorter answers',
    environment: 'production',
  });
});

test('names records by kind and name, even deleted ones', async () => {
  await using world = await openWorld();
  const { call } = world;
  const evaluator_config_id = await world.makeEvaluatorConfig();
  const { name } = await call('getEvaluatorConfig', { evaluator_config_id });
  const rows = [{ text: 'hello', correct_answer: 'greeting' }];
  const { id: testset_revision_id } = await call('openTestsetRevision', { body: { name: 'cases' } });
  await call('addTestsetRows', { testset_revision_id, body: { position: 0, rows } });
  await call('finishTestsetRevision', { testset_revision_id });
  const judged = await world.makeHumanEvaluation();
  await call('createHumanVoter', { evaluation_id: judged, body: { name: 'ana' } });
  await call('deleteHumanEvaluations', { body: { evaluations_ids: [judged] } });
  await call('deleteEvaluatorConfig', { evaluator_config_id });
  const logged = await entries(world);
  const ofEvaluator = logged.filter(({ kind }) => kind === 'evaluator');
  expect(ofEvaluator.map(({ record, app, summary }) => [record, app, summary])).toEqual([
    [evaluator_config_id, world.appId, 'created'],
    [evaluator_config_id, world.appId, 'deleted'],
  ]);
  const told = logged.map((entry) => `${entry.kind} ${entry.name}: ${entry.summary}`);
  expect(told.slice(-8).filter((line) => !line.startsWith('testset name-'))).toEqual([
    'testset cases: opened',
    'testset cases: 1 row sent',
    'testset cases: revision 1, 1 row',
    'human evaluation default@1: created, 2 rows of name-2',
    'voter ana: may vote on default@1',
    'human evaluation default@1: deleted',
    `evaluator ${name}: deleted`,
  ]);
});

test('every write is logged under its name, without secrets', async () => {
  await using world = await openWorld();
  for (const name of WRITES) {
    if (IDLE.includes(name)) continue;
    const endpoint: Endpoint = ENDPOINTS[name];
    // A case is an object of the endpoint's parameters.
    const { method, path, body } = toWire(endpoint, (await CASES[name](world)) as Record<string, unknown>);
    const response = await world.running.send(method, path, { body, headers: { 'x-request-id': `the-${name}` } });
    expect([name, response.ok]).toEqual([name, true]);
    const logged = (await entries(world)).filter(({ request_id }) => request_id === `the-${name}`);
    expect([name, ...new Set(logged.map(({ action, key_name }) => `${action} by ${key_name}`))]).toEqual([
      name,
      `${name} by the operator`,
    ]);
    // A kind of record, not the name of an endpoint.
    expect([name, logged.filter(({ summary }) => summary == null)]).toEqual([name, []]);
    if (name === 'createKey') expect(JSON.stringify(logged)).not.toContain((await response.text()).slice(9, -1));
    if (name === 'setVariable') expect(JSON.stringify(logged)).not.toContain('"secret"');
  }
});

test('reads, refusals and writes without effect are not logged', async () => {
  await using world = await openWorld();
  const { appId: app_id, sha256, call, running } = world;
  const before = await entries(world);
  const routes = await call('listRoutes', { app_id });
  const body = { variant_name: 'default', artifact_sha256: sha256, routes, sdk_version: '0.1.0' };
  await call('createDeployment', { app_id, body: { ...body, environment: 'production' } });
  expect((await running.send('POST', '/apps', { body: { app_name: 'support' } })).status).toBe(409);
  expect((await running.send('DELETE', `/variants/${world.variantId}`)).status).toBe(409);
  expect((await running.send('POST', '/apps', { body: { app_name: 'x' }, key: running.keys.viewer })).status).toBe(403);
  expect(await entries(world)).toEqual(before);
});

test('a repeated request with its key is logged once', async () => {
  await using world = await openWorld();
  const send = async () =>
    await world.running.send('POST', '/apps', {
      body: { app_name: 'twice' },
      headers: { 'idempotency-key': 'one' },
    });
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  expect((await entries(world)).filter(({ name }) => name === 'twice')).toHaveLength(1);
});

test("a deleted app's changes stay in the log", async () => {
  await using world = await openWorld();
  await world.call('deleteApp', { app_id: world.appId });
  expect((await entries(world, { app_id: world.appId })).at(-1)).toMatchObject({ kind: 'app', summary: 'deleted' });
});

test('the database refuses to change, replace or delete entries', async () => {
  await using world = await openWorld();
  const { db, dialect } = world.running.store;
  const before = await db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  const [first] = before;
  if (first === undefined) throw new Error('Creating the world is logged');
  const refusal = /The audit log only grows/;
  await expect(db.updateTable('audit_log').set({ key_name: 'nobody' }).execute()).rejects.toThrow(refusal);
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(refusal);
  const other =
    dialect === 'sqlite'
      ? db
          .replaceInto('audit_log')
          .values({ ...first, key_name: 'nobody' })
          .execute()
      : sql`truncate audit_log`.execute(db);
  await expect(other).rejects.toThrow(refusal);
  expect(await db.selectFrom('audit_log').selectAll().orderBy('id').execute()).toEqual(before);
});

test('entries are paged, filtered by time, and limited to the newest', async () => {
  let now = new Date('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => now });
  now = new Date('2026-11-20T13:00:00Z');
  for (const app_name of ['a', 'b', 'c']) await world.call('createApp', { body: { app_name } });
  const names = (rows: readonly { name: string | null }[]) => rows.map(({ name }) => name);
  expect(names(await entries(world, { since: '2026-11-20T14:00:00+01:00' }))).toEqual(['a', 'b', 'c']);
  expect(names(await entries(world, { tail: 2 }))).toEqual(['b', 'c']);
  const first = await world.running.send('GET', '/audit-log?since=2026-11-20T13:00:00Z&limit=2');
  const next = /<(\?[^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await world.running.send('GET', `/audit-log${next}`);
  expect([names((await seen(first))[1] as never), names((await seen(second))[1] as never)]).toEqual([
    ['a', 'b'],
    ['c'],
  ]);
  expect((await world.running.send('GET', '/audit-log?since=yesterday')).status).toBe(422);
  expect((await world.running.send('GET', '/audit-log', { key: world.running.keys.viewer })).status).toBe(403);
});

test('entries of an environment are what it runs, its protection and its variables', async () => {
  await using world = await openWorld();
  const { call, appId: app_id } = world;
  const variant_id = await world.makeVariant();
  for (const environment_name of ['production', 'staging']) {
    await call('deployToEnvironment', { body: { environment_name, variant_id } });
    const value = { value: 'secret' };
    await call('setEnvironmentVariable', { app_id, environment_name, variable_name: 'A', body: value });
  }
  await call('setVariable', { app_id, variable_name: 'B', body: { value: 'secret' } });
  const told = (await entries(world, { environment: 'production' })).map(({ kind, name }) => `${kind} ${name}`);
  // The first deploy of the world's code was to production.
  expect(told).toEqual(['deployment main', 'environment production', 'environment production', 'variable A']);
  expect(await entries(world, { environment: 'production', kind: 'deployment' })).toHaveLength(1);
  expect(await entries(world, { environment: 'staging', kind: 'deployment' })).toEqual([]);
  expect(await entries(world, { environment: 'production', kind: 'variable' })).toHaveLength(1);
});

test('a key of some apps sees only their entries', async () => {
  await using world = await openWorld();
  const { app_id: other } = await world.call('createApp', { body: { app_name: 'other' } });
  const body = { name: 'of the app', role: 'operator' as const, app_ids: [other, world.appId] };
  const key = await world.call('createKey', { body });
  await world.call('deleteApp', { app_id: other });
  const read = async (query = '') => await seen(await world.running.send('GET', `/audit-log${query}`, { key }));
  const [, all] = await read();
  const apps = new Set((all as { readonly app: string | null }[]).map(({ app }) => app));
  expect(apps).toEqual(new Set([world.appId, other]));
  const { app_id: unreached } = await world.call('createApp', { body: { app_name: 'unreached' } });
  const detail = `The apps of this key have no app "${unreached}".`;
  expect(await read(`?app_id=${unreached}`)).toEqual([404, { detail }]);
});

/** An export as a client makes it: the entries that no other export contains, up to one of them. */
async function exportOf(world: World, last_id?: string) {
  const listed = await entries(world, { unexported: 'true' });
  const exported = listed.slice(
    0,
    last_id === undefined ? undefined : listed.findIndex(({ id }) => id === last_id) + 1,
  );
  const sha256 = createHash('sha256').update(exported.map(toAuditLine).join('')).digest('hex');
  return { last_id: exported.at(-1)?.id ?? '', entries: exported.length, sha256 };
}

test('an export is logged with its hash, and its entries are in no later one', async () => {
  await using world = await openWorld();
  const [first] = await entries(world);
  const body = await exportOf(world, first?.id);
  const made = await world.call('exportAuditLog', { body });
  expect(made).toEqual({ ...body, id: expect.any(String), created_at: expect.any(String), entries: 1 });
  const newest = async () => (await entries(world, { tail: 1 }))[0];
  expect(await newest()).toMatchObject({
    kind: 'service',
    record: made.id,
    name: 'audit log',
    after: first?.id,
    summary: `exported 1 entry, sha256 ${body.sha256}`,
  });
  const left = await entries(world, { unexported: 'true' });
  expect(left).toEqual((await entries(world)).slice(1));
  const rest = await exportOf(world);
  await world.call('exportAuditLog', { body: rest });
  expect((await newest())?.summary).toBe(`exported ${left.length} entries, sha256 ${rest.sha256}`);
});

test('an export that differs from the log is refused, and nothing is noted', async () => {
  await using world = await openWorld();
  const body = await exportOf(world);
  const before = await entries(world);
  for (const wrong of [{ entries: body.entries - 1 }, { sha256: '0'.repeat(64) }]) {
    const given = { ...body, ...wrong };
    const detail = `The export has ${given.entries} entries that no other export contains; the audit log has ${body.entries} up to the last of them, or they differ. Nothing was noted.`;
    expect(await seen(await world.running.send('POST', '/audit-log/exports', { body: given }))).toEqual([
      409,
      { detail },
    ]);
  }
  expect(await entries(world, { unexported: 'true' })).toEqual(before);
});
