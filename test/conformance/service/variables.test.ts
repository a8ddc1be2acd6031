import { expect, test } from 'vitest';
import type { HostedDeployment, HostingBackend } from '../../../src/service/hosting/hosting.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';

/** Hosting that exposes its backend, to read what a process would get. */
function spyOnHosting() {
  let backend: HostingBackend | undefined;
  const calls: { readonly deployment: HostedDeployment }[] = [];
  return {
    createHosting: (made: HostingBackend) => {
      backend = made;
      return createEchoHosting(calls as never[]);
    },
    /** The variables that a process of the app would start with. */
    read: async (app_id: string) => await backend?.readVariables({ ...NOBODY, app_id }),
    /** The variables of the process that served the last call. */
    readLast: async () => await backend?.readVariables(calls.at(-1)?.deployment ?? NOBODY_AT_ALL),
    versions: () => calls.map(({ deployment }) => deployment.variables_version),
  };
}

const NOBODY_AT_ALL = { id: 'd', app_id: 'none', app_name: 'a', artifact_sha256: null, url: null };
const NOBODY = { id: 'd', app_name: 'a', artifact_sha256: null, url: null };

test("reach only the app's process, and override the project's", async () => {
  const spy = spyOnHosting();
  const readVariables = async () => ({ MODEL: 'small', REGION: 'eu' });
  await using world = await openWorld({ createHosting: spy.createHosting, readVariables });
  const { appId, call } = world;
  await call('setVariable', { app_id: appId, variable_name: 'MODEL', body: { value: 'large\n"Grüße"' } });
  const { app_id: other } = await call('createApp', { body: { app_name: 'other' } });
  expect(await spy.read(appId)).toEqual({ MODEL: 'large\n"Grüße"', REGION: 'eu' });
  expect(await spy.read(other)).toEqual({ MODEL: 'small', REGION: 'eu' });
});

test('are never answered, nor stored in plain text', async () => {
  await using world = await openWorld();
  const { appId, call, running } = world;
  const path = `/apps/${appId}/variables/MODEL_KEY`;
  const headers = { 'idempotency-key': 'again' };
  const answer = await running.send('PUT', path, { body: { value: 'sk-secret-123' }, headers });
  expect(await answer.text()).not.toContain('sk-secret-123');
  expect(JSON.stringify(await call('listVariables', { app_id: appId }))).not.toContain('sk-secret-123');
  const rows = await running.store.db.selectFrom('app_variables').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('sk-secret-123');
  const keyed = await running.store.db.selectFrom('idempotency_keys').selectAll().execute();
  expect(JSON.stringify(keyed)).not.toContain('sk-secret-123');
});

test('show who set them last', async () => {
  await using world = await openWorld();
  const { appId, call, running } = world;
  const path = `/apps/${appId}/variables/B`;
  await call('setVariable', { app_id: appId, variable_name: 'C', body: { value: '' } });
  await running.send('PUT', path, { body: { value: '1' } });
  await running.send('PUT', path, { body: { value: '2' }, key: running.keys.author });
  const variables = await call('listVariables', { app_id: appId });
  expect(variables.map(({ name, modified_by }) => [name, modified_by])).toEqual([
    ['B', 'the author'],
    ['C', 'the operator'],
  ]);
});

test('that changed apply to the next call, whichever process serves it', async () => {
  const spy = spyOnHosting();
  await using world = await openWorld({ createHosting: spy.createHosting });
  const { appId, call, running } = world;
  const run = async () => await running.send('POST', '/services/support/default/run', { body: {} });
  await run();
  await call('setVariable', { app_id: appId, variable_name: 'A', body: { value: '1' } });
  await run();
  await call('deleteVariable', { app_id: appId, variable_name: 'A' });
  await run();
  expect(spy.versions()).toEqual([0, 1, 2]);
  expect(await spy.read(appId)).toEqual({});
});

test('that control the process or are those of wf are refused, with their location', async () => {
  await using world = await openWorld();
  const own = ['WF_SECRET_KEY', 'wf_trust'];
  for (const name of [...own, 'NODE_OPTIONS', 'LD_PRELOAD', 'SHELLOPTS', 'OPENSSL_CONF', '1A', 'A-B', 'A%20B', 'A%3DB'])
    for (const of of ['', '/environments/production']) {
      const path = `/apps/${world.appId}${of}/variables/${name}`;
      const [status, body] = await seen(await world.running.send('PUT', path, { body: { value: '' } }));
      expect([path, status]).toEqual([path, 422]);
      expect(body).toMatchObject({ detail: [{ loc: ['path', 'variable_name'] }] });
    }
});

test('of wf that an older release stored reach no process, and can be unset', async () => {
  const spy = spyOnHosting();
  await using world = await openWorld({ createHosting: spy.createHosting });
  const { appId, call, running } = world;
  for (const name of ['A', 'B'])
    await call('setVariable', { app_id: appId, variable_name: name, body: { value: '1' } });
  const stored = running.store.db.updateTable('app_variables').set({ name: 'WF_SECRET_KEY' });
  await stored.where('name', '=', 'B').execute();
  expect(await spy.read(appId)).toEqual({ A: '1' });
  await call('deleteVariable', { app_id: appId, variable_name: 'WF_SECRET_KEY' });
  expect((await call('listVariables', { app_id: appId })).map(({ name }) => name)).toEqual(['A']);
});

test('cannot contain U+0000, nor more than a process can be started with', async () => {
  await using world = await openWorld();
  for (const value of ['a\u0000b', 'x'.repeat(65_537)]) {
    const path = `/apps/${world.appId}/variables/A`;
    const [status, body] = await seen(await world.running.send('PUT', path, { body: { value } }));
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'value'] }] }]);
  }
});

test('that are unknown are answered with the existing ones', async () => {
  await using world = await openWorld();
  const { appId, call, running } = world;
  await call('setVariable', { app_id: appId, variable_name: 'MODEL_KEY', body: { value: '' } });
  const answer = await seen(await running.send('DELETE', `/apps/${appId}/variables/MODEL_KEI`));
  expect(answer).toEqual([404, { detail: 'No variable is called "MODEL_KEI". Did you mean MODEL_KEY?' }]);
});

test('of an environment reach its calls only, before those of the app', async () => {
  const { world, spy, runIn } = await openWithEnvironments();
  await using _ = world;
  await setFor(world, null, 'MODEL', 'small');
  await setFor(world, null, 'REGION', 'eu');
  await setFor(world, 'production', 'MODEL', 'large');
  await runIn('production');
  expect(await spy.readLast()).toEqual({ MODEL: 'large', REGION: 'eu' });
  await runIn('staging');
  expect(await spy.readLast()).toEqual({ MODEL: 'small', REGION: 'eu' });
  await world.running.send('POST', '/services/support/default/generate', { body: {} });
  expect(await spy.readLast()).toEqual({ MODEL: 'small', REGION: 'eu' });
  const of = { app_id: world.appId, environment_name: 'production' };
  const listed = await world.call('listEnvironmentVariables', of);
  expect(listed.map(({ name, from }) => [name, from])).toEqual([
    ['MODEL', 'environment'],
    ['REGION', 'app'],
  ]);
  expect(
    JSON.stringify(await world.running.store.db.selectFrom('environment_variables').selectAll().execute()),
  ).not.toContain('large');
});

test('of a protected environment are set by operators, and the app has no more part in them', async () => {
  const { world, spy, runIn } = await openWithEnvironments();
  await using _ = world;
  const { appId: app_id, running, call } = world;
  await setFor(world, null, 'BASE_URL', 'https://good.example');
  const gate = { name: 'release.gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]' };
  await call('protectEnvironment', { app_id, environment_name: 'production', body: { gate } });
  await setFor(world, null, 'BASE_URL', 'https://evil.example');
  await setFor(world, null, 'NODE_EXTRA', 'evil');
  // It is protected already: what the app has by now stays out.
  const stricter = { ...gate, content: gate.content.replace('0.8', '0.9') };
  await call('protectEnvironment', { app_id, environment_name: 'production', body: { gate: stricter } });
  const listed = await call('listEnvironmentVariables', { app_id, environment_name: 'production' });
  expect(listed.map(({ name, from }) => [name, from])).toEqual([['BASE_URL', 'environment']]);
  await runIn('production');
  expect(await spy.readLast()).toEqual({ BASE_URL: 'https://good.example' });
  const path = `/apps/${app_id}/environments/production/variables/BASE_URL`;
  const { author: key } = running.keys;
  const refusal = {
    detail:
      'Environment "production" is protected: its variables require the role operator; this key has the role author.',
  };
  expect(await seen(await running.send('PUT', path, { body: { value: 'x' }, key }))).toEqual([403, refusal]);
  expect(await seen(await running.send('DELETE', path, { key }))).toEqual([403, refusal]);
  await setFor(world, 'production', 'BASE_URL', 'https://better.example');
  await runIn('production');
  expect(await spy.readLast()).toEqual({ BASE_URL: 'https://better.example' });
  const [entry] = (await call('listAuditEntries', { tail: 1 })).slice(-1);
  expect(entry).toMatchObject({ kind: 'variable', name: 'BASE_URL', summary: 'set in production as revision 2' });
});

test("of the app stay with the revisions of an environment from before it was protected, below the environment's", async () => {
  const { world, spy, runIn } = await openWithEnvironments();
  await using _ = world;
  const { appId: app_id, call } = world;
  await setFor(world, null, 'MODEL', 'small');
  await setFor(world, 'production', 'MODEL', 'large');
  await setFor(world, null, 'REGION', 'eu');
  const gate = { name: 'release.gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]' };
  await call('protectEnvironment', { app_id, environment_name: 'production', body: { gate } });
  await setFor(world, null, 'REGION', 'evil');
  for (const [revision, variables] of [
    [1, { MODEL: 'small', REGION: 'eu' }],
    [2, { MODEL: 'large', REGION: 'eu' }],
  ] as const) {
    const body = { app_id, revision, override: 'To see' };
    await call('rollbackEnvironment', { environment_name: 'production', body });
    await runIn('production');
    expect(await spy.readLast()).toEqual(variables);
  }
});

test('are pinned by the revision of the environment: going back restores them', async () => {
  const { world, spy, runIn } = await openWithEnvironments();
  await using _ = world;
  const { appId: app_id, call } = world;
  await setFor(world, 'production', 'MODEL', 'old');
  await setFor(world, 'production', 'MODEL', 'new');
  await runIn('production');
  expect(await spy.readLast()).toEqual({ MODEL: 'new' });
  await call('rollbackEnvironment', { environment_name: 'production', body: { app_id } });
  await runIn('production');
  expect(await spy.readLast()).toEqual({ MODEL: 'old' });
  await call('deleteEnvironmentVariable', { app_id, environment_name: 'production', variable_name: 'MODEL' });
  await runIn('production');
  expect(await spy.readLast()).toEqual({});
  const { revisions } = await call('getEnvironmentRevisions', { app_id, environment_name: 'production' });
  expect(revisions.map(({ message }) => message)).toEqual([null, 'set MODEL', 'set MODEL', null, 'unset MODEL']);
  const unknown = { app_id, environment_name: 'production', variable_name: 'MODEL' };
  await expect(call('deleteEnvironmentVariable', unknown)).rejects.toThrow('answered 404');
});

test('of a protected environment are what going back compares: nothing changed means the same variables', async () => {
  const { world, spy, runIn } = await openWithEnvironments();
  await using _ = world;
  const { appId: app_id, call } = world;
  await setFor(world, null, 'MODEL', 'small');
  const gate = { name: 'release.gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]' };
  await call('protectEnvironment', { app_id, environment_name: 'production', body: { gate } });
  const goBack = async () => {
    const body = { app_id, revision: 1, override: 'To see' };
    const { revision } = await call('rollbackEnvironment', { environment_name: 'production', body });
    await runIn('production');
    return { revision, ran: await spy.readLast() };
  };
  const ran = { MODEL: 'small' };
  // It was protected without a new revision, and runs what the first one has now.
  expect(await goBack()).toEqual({ revision: 1, ran });
  await setFor(world, 'production', 'MODEL', 'large');
  await setFor(world, null, 'MODEL', 'evil');
  expect(await goBack()).toEqual({ revision: 3, ran });
  expect(await goBack()).toEqual({ revision: 3, ran });
  // Once it takes anything again, and is protected anew, its sets still differ only in what was set.
  await call('protectEnvironment', { app_id, environment_name: 'production', body: { gate: null } });
  await setFor(world, null, 'REGION', 'eu');
  await call('protectEnvironment', { app_id, environment_name: 'production', body: { gate } });
  expect(await goBack()).toEqual({ revision: 3, ran: { ...ran, REGION: 'eu' } });
});

test('of an environment that is not protected are set by authors, who see those of the app as well', async () => {
  await using world = await openWorld();
  const { appId: app_id, running, call } = world;
  await setFor(world, null, 'A', '1');
  const path = `/apps/${app_id}/environments/staging/variables/B`;
  const { author: key } = running.keys;
  expect((await running.send('PUT', path, { body: { value: '2' }, key })).status).toBe(200);
  const names = async () =>
    (await call('listEnvironmentVariables', { app_id, environment_name: 'staging' })).map(({ name }) => name);
  expect(await names()).toEqual(['A', 'B']);
  const [entry] = await call('listAuditEntries', { tail: 1 });
  expect(entry).toMatchObject({ kind: 'variable', name: 'B', summary: 'set in staging' });
  expect(await seen(await running.send('DELETE', path.replace(/B$/, 'A'), { key }))).toEqual([
    404,
    { detail: 'No variable is called "A". Available: B.' },
  ]);
  expect((await running.send('DELETE', path, { key })).status).toBe(200);
  expect(await names()).toEqual(['A']);
});

test('are deleted with their app', async () => {
  await using world = await openWorld();
  const { call, running } = world;
  const { app_id } = await call('createApp', { body: { app_name: 'short-lived' } });
  await call('setVariable', { app_id, variable_name: 'A', body: { value: '1' } });
  await call('deleteApp', { app_id });
  expect(await running.store.db.selectFrom('app_variables').selectAll().execute()).toEqual([]);
});

/** A world whose environments production and staging run its variant. */
async function openWithEnvironments() {
  const spy = spyOnHosting();
  const world = await openWorld({ createHosting: spy.createHosting });
  await world.call('deployToEnvironment', { body: { environment_name: 'staging', variant_id: world.variantId } });
  const runIn = async (environment: string) =>
    await world.running.send('POST', '/services/support/default/run', { body: { environment } });
  return { world, spy, runIn };
}

async function setFor(
  { appId: app_id, call }: World,
  environment: string | null,
  variable_name: string,
  value: string,
) {
  const variable = { app_id, variable_name, body: { value } };
  if (environment === null) await call('setVariable', variable);
  else await call('setEnvironmentVariable', { ...variable, environment_name: environment });
}
