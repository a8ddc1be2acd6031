import { expect, test } from 'vitest';
import { ROUTES, type World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const deployAgain = (world: World, changes: Record<string, unknown> = {}) =>
  world.running.send('POST', `/apps/${world.appId}/deployments`, {
    body: {
      variant_name: 'default',
      artifact_sha256: world.sha256,
      routes: ROUTES,
      sdk_version: '0.1.0',
      environment: 'production',
      ...changes,
    },
  });

test('a first deployment creates base, variant with the defaults, and environment revision', async () => {
  await using world = await openWorld();
  const { call, appId } = world;
  expect(await call('listAppVariants', { app_id: appId })).toMatchObject([
    {
      variant_name: 'default',
      base_name: 'main',
      config_name: 'default',
      parameters: { model: 'small', words: 50 },
      revision: 1,
      uri: null,
    },
  ]);
  expect(await call('listRoutes', { app_id: appId })).toEqual(ROUTES);
  const { revisions } = await call('getEnvironmentRevisions', { app_id: appId, environment_name: 'production' });
  expect(revisions.map(({ revision, modified_by }) => [revision, modified_by])).toEqual([[1, 'the operator']]);
});

test('deploying the same again changes nothing and says so', async () => {
  await using world = await openWorld();
  const before = await world.call('listDeployments', { app_id: world.appId });
  const [status, body] = await seen(await deployAgain(world));
  expect([status, body]).toEqual([200, expect.objectContaining({ changed: false, environment_revision: 1 })]);
  expect(await world.call('listDeployments', { app_id: world.appId })).toEqual(before);
});

test('changed code creates a deployment, and an environment revision that pins it', async () => {
  await using world = await openWorld();
  const [, body] = await seen(await deployAgain(world, { sdk_version: '0.2.0' }));
  expect(body).toMatchObject({ changed: true, environment_revision: 2, variant_revision: 1 });
  const deployments = await world.call('listDeployments', { app_id: world.appId });
  const { revisions } = await world.call('getEnvironmentRevisions', {
    app_id: world.appId,
    environment_name: 'production',
  });
  expect(revisions.map(({ deployment }) => deployment)).toEqual(deployments.map(({ id }) => id));
});

test.each<[string, (world: World) => Record<string, unknown>]>([
  ['address', () => ({ artifact_sha256: null, url: 'http://127.0.0.1:9/' })],
  ['version of the SDK', () => ({ sdk_version: '0.2.0' })],
  ['route', () => ({ routes: ROUTES.map((route) => ({ ...route, name: 'renamed' })) })],
  ['evaluator', ({ sha256 }) => ({ evaluators: { artifact_sha256: sha256, schemas: [] } })],
])('another %s is another deployment, and the same again is not', async (_, changesOf) => {
  await using world = await openWorld();
  const changed = async () => {
    const [, body] = await seen(await deployAgain(world, changesOf(world)));
    return (body as { readonly changed: boolean }).changed;
  };
  expect([await changed(), await changed()]).toEqual([true, false]);
  expect(await world.call('listDeployments', { app_id: world.appId })).toHaveLength(2);
});

test('a new variant of the same code is a change, and its audit log says what changed', async () => {
  await using world = await openWorld();
  const changes = { variant_name: 'second', environment: null };
  const [, first] = await seen(await deployAgain(world, changes));
  expect(first).toMatchObject({
    variant_name: 'second',
    variant_revision: 1,
    environment: null,
    environment_revision: null,
    changed: true,
  });
  const [, again] = await seen(await deployAgain(world, changes));
  expect(again).toMatchObject({ changed: false, environment: null });
  const [, deployed] = await seen(await deployAgain(world, { sdk_version: '0.2.0', message: 'Shorter' }));
  expect(deployed).toMatchObject({ environment: 'production', environment_revision: 2, changed: true });
  const entries = await world.call('listAuditEntries', { app_id: world.appId });
  const code = `code ${world.sha256.slice(0, 12)}`;
  expect(entries.slice(1).map(({ kind, name, summary }) => [kind, name, summary])).toEqual([
    ['deployment', 'main', code],
    ['variant', 'default', 'created'],
    ['environment', 'production', 'runs default@1 as revision 1'],
    ['variant', 'second', 'created'],
    ['deployment', 'main', `${code}: Shorter`],
    ['environment', 'production', 'runs default@1 as revision 2: Shorter'],
  ]);
  const [earlier, later] = entries.filter(({ kind }) => kind === 'deployment');
  expect([earlier?.before, later?.before]).toEqual([null, earlier?.after]);
});

test('a deployment keeps the commit that its code was first deployed from', async () => {
  await using world = await openWorld();
  const { call, appId: app_id } = world;
  const source = { commit: '3f2a91c0'.repeat(5), branch: 'main', dirty: true };
  const changes = { sdk_version: '0.2.0', source };
  const [, first] = await seen(await deployAgain(world, changes));
  expect(first).toMatchObject({ changed: true, deployment: { source } });
  const [, again] = await seen(await deployAgain(world, { ...changes, source: { ...source, dirty: null } }));
  expect(again).toMatchObject({ changed: false, deployment: { source } });

  const stored = await call('listDeployments', { app_id });
  expect(stored.map((deployment) => deployment.source)).toEqual([null, source]);
  const { revisions, ...environment } = await call('getEnvironmentRevisions', {
    app_id,
    environment_name: 'production',
  });
  expect([environment.source, ...revisions.map((revision) => revision.source)]).toEqual([source, null, source]);
  const [status] = await call('listStatus', {});
  expect(status?.environments.map((one) => one.source)).toEqual([null, null, source]);
  const entries = await call('listAuditEntries', { app_id });
  expect(entries.findLast(({ kind }) => kind === 'deployment')?.summary).toMatch(
    / from 3f2a91c \(main, changed files\)$/,
  );
});

test.each([
  { commit: '3f2a91c', branch: null, dirty: null },
  { commit: 'A'.repeat(40), branch: null, dirty: null },
  { commit: 'a'.repeat(40), branch: 'b'.repeat(256), dirty: null },
  { commit: 'a'.repeat(40), branch: 'a\u001b[31mb', dirty: null },
  { commit: 'a'.repeat(40), branch: null, dirty: null, remote: 'https://example.com' },
])('a commit is a hash with the name of a branch, and nothing else: %j', async (source) => {
  await using world = await openWorld();
  const [status] = await seen(await deployAgain(world, { sdk_version: '0.2.0', source }));
  expect(status).toBe(422);
});

test('routes are those of the code that was deployed last, to a base or to any', async () => {
  await using world = await openWorld();
  const routes = ROUTES.map((route) => ({ ...route, path: '/other' }));
  await deployAgain(world, { variant_name: 'other', base_name: 'other', routes, environment: null });
  const { appId: app_id } = world;
  expect(await world.call('listRoutes', { app_id })).toEqual(routes);
  expect(await world.call('listRoutes', { app_id, base_name: 'main' })).toEqual(ROUTES);
  const answer = await world.running.send('GET', `/apps/${app_id}/routes?base_name=none`);
  expect(await seen(answer)).toEqual([404, { detail: 'No base is called "none". Available: main, other.' }]);
});

test('a deployment that fails halfway leaves nothing behind', async () => {
  await using world = await openWorld();
  const [status, body] = await seen(await deployAgain(world, { variant_name: 'new', environment: 'producton' }));
  expect([status, body]).toEqual([404, { detail: 'No environment is called "producton". Did you mean production?' }]);
  expect(await world.call('listAppVariants', { app_id: world.appId })).toHaveLength(1);
  expect(await world.call('listDeployments', { app_id: world.appId })).toHaveLength(1);
});

test('a missing bundle is refused at its field', async () => {
  await using world = await openWorld();
  const sha256 = '0'.repeat(64);
  const missing = { msg: 'No bundle with this hash is stored: upload it first', type: 'missing' };
  expect(await seen(await deployAgain(world, { artifact_sha256: sha256 }))).toEqual([
    422,
    { detail: [{ loc: ['body', 'artifact_sha256'], ...missing }] },
  ]);
  const evaluators = { artifact_sha256: sha256, schemas: [] };
  expect(await seen(await deployAgain(world, { evaluators }))).toEqual([
    422,
    { detail: [{ loc: ['body', 'evaluators', 'artifact_sha256'], ...missing }] },
  ]);
});

test('exactly one of bundle and address is deployed', async () => {
  await using world = await openWorld();
  const both = await deployAgain(world, { url: 'http://127.0.0.1:9/' });
  const neither = await deployAgain(world, { artifact_sha256: null });
  expect([both.status, neither.status]).toEqual([422, 422]);
});

test("a self-hosted address is its variants' uri", async () => {
  await using world = await openWorld();
  await deployAgain(world, { artifact_sha256: null, url: 'http://127.0.0.1:9/flow' });
  expect(await world.call('getVariant', { variant_id: world.variantId })).toMatchObject({
    uri: 'http://127.0.0.1:9/flow',
  });
});

test('a bundle is served below the public address of the service', async () => {
  await using world = await openWorld({ publicUrl: () => 'https://wf.example/api/' });
  expect(await world.call('getVariant', { variant_id: world.variantId })).toMatchObject({
    uri: `https://wf.example/api/services/${world.appId}/${world.variantId}`,
  });
});

test('a variant stays with its base', async () => {
  await using world = await openWorld();
  expect(await seen(await deployAgain(world, { base_name: 'other' }))).toEqual([
    409,
    { detail: 'Variant "default" belongs to base "main", not to "other".' },
  ]);
});

test('an author may deploy code, but not to an environment', async () => {
  await using world = await openWorld();
  const body = { variant_name: 'default', artifact_sha256: world.sha256, routes: ROUTES, sdk_version: '0.3.0' };
  const path = `/apps/${world.appId}/deployments`;
  const key = world.running.keys.author;
  const code = await world.running.send('POST', path, { body, key });
  const environment = await world.running.send('POST', path, { body: { ...body, environment: 'staging' }, key });
  expect(code.status).toBe(200);
  expect(await seen(environment)).toEqual([
    403,
    { detail: 'Deploying to an environment requires the role operator; this key has the role author.' },
  ]);
});

test('bytes that do not match their hash are refused', async () => {
  await using world = await openWorld();
  const path = `/artifacts/${'0'.repeat(64)}`;
  const [status, body] = await seen(await world.running.send('PUT', path, { body: new Uint8Array([1, 2]) }));
  expect([status, body]).toEqual([422, { detail: [expect.objectContaining({ loc: ['path', 'sha256'] })] }]);
  expect((await world.running.send('HEAD', path)).status).toBe(404);
});

test('a bundle is read back unchanged, and storing it twice changes nothing', async () => {
  await using world = await openWorld();
  const again = await world.running.send('PUT', `/artifacts/${world.sha256}`, {
    body: new TextEncoder().encode('export const createApp = () => ({});'),
  });
  expect(again.status).toBe(200);
  const response = await world.running.send('GET', `/artifacts/${world.sha256}`);
  expect(await response.text()).toBe('export const createApp = () => ({});');
});

test('concurrent identical deployments create one', async () => {
  await using world = await openWorld();
  const changes = { sdk_version: '0.9.0', variant_name: 'fresh' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => deployAgain(world, changes)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await world.call('listDeployments', { app_id: world.appId })).toHaveLength(2);
  const { revisions } = await world.call('getEnvironmentRevisions', {
    app_id: world.appId,
    environment_name: 'production',
  });
  expect(revisions.map(({ revision }) => revision)).toEqual([1, 2]);
});
