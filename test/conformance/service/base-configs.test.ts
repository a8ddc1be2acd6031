import { expect, test } from 'vitest';
import { ROUTES, type World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const save = async ({ running, baseId: base_id }: World, body: object, key = running.keys.operator) =>
  await seen(await running.send('POST', '/configs', { body: { base_id, overwrite: false, ...body }, key }));

test('a configuration of a base is stored; overwriting it deploys it, which takes an operator', async () => {
  await using world = await openWorld();
  const { baseId: base_id, running } = world;
  const { author } = running.keys;
  const formal = (words: number) => ({ config_name: 'formal', parameters: { words } });
  expect(await save(world, formal(20), author)).toEqual([200, null]);
  expect(await world.call('getVariantByEnvironment', { app_id: world.appId, environment: 'production' })).toMatchObject(
    {
      variant_name: 'default',
    },
  );
  const exists = 'Configuration "formal" exists: choose another name, or set overwrite.';
  expect(await save(world, formal(30))).toEqual([409, { detail: exists }]);
  const refusal = 'This requires the role operator; the key "the author" has the role author.';
  expect(await save(world, { ...formal(40), overwrite: true }, author)).toEqual([403, { detail: refusal }]);
  expect(await save(world, { ...formal(40), overwrite: true })).toEqual([200, null]);
  const values = { parameters: { model: 'small', words: 40 }, set_parameters: { words: 40 } };
  const wanted = { config_name: 'formal', current_version: 2, ...values };
  expect(await world.call('getBaseConfig', { base_id, config_name: 'formal' })).toEqual(wanted);
  expect(await world.call('getBaseConfig', { base_id, environment_name: 'production' })).toEqual(wanted);
  const where = { app_id: world.appId, environment_name: 'production' };
  const [first, second] = (await world.call('getEnvironmentRevisions', where)).revisions;
  expect(await world.call('getDeployedConfig', { deployment_revision_id: second?.id ?? '' })).toEqual(wanted);
  expect(await world.call('revertDeployment', { deployment_revision_id: first?.id ?? '' })).toBe(
    'Environment production runs revision 1 again, as revision 3.',
  );
  const runs = await world.call('getVariantByEnvironment', { app_id: world.appId, environment: 'production' });
  expect(runs).toMatchObject({ variant_name: 'default', parameters: { words: 50 } });
});

test('a configuration without parameters is replaced and deployed without being asked to', async () => {
  await using world = await openWorld();
  const reference = { slug: 'empty', version: null, id: null };
  await world.call('addConfig', {
    body: { variant_ref: reference, application_ref: { ...reference, slug: 'support' } },
  });
  expect(await save(world, { config_name: 'empty', parameters: { words: 30 } })).toEqual([200, null]);
  // The configuration that came with the code is none of these, whether an environment runs it or not.
  const exists = 'Configuration "default" exists: choose another name, or set overwrite.';
  expect(await save(world, { config_name: 'default', parameters: { words: 30 } })).toEqual([409, { detail: exists }]);
  const runs = await world.call('getVariantByEnvironment', { app_id: world.appId, environment: 'production' });
  expect(runs).toMatchObject({ config_name: 'empty', revision: 2, parameters: { words: 30 } });
});

test('a configuration that is not there is refused with those that are', async () => {
  await using world = await openWorld();
  const { running, baseId } = world;
  await world.makeVariant();
  const other = await world.call('createDeployment', {
    app_id: world.appId,
    body: {
      variant_name: 'other',
      base_name: 'other',
      artifact_sha256: world.sha256,
      routes: ROUTES,
      sdk_version: '1',
    },
  });
  const read = async (query: string) => await seen(await running.send('GET', `/configs?${query}`));
  expect(await read(`base_id=${baseId}&config_name=none`)).toEqual([
    404,
    { detail: 'No configuration is called "none". Available: default, name-1.' },
  ]);
  expect(await read(`base_id=${other.deployment.base_id}&environment_name=production`)).toEqual([
    404,
    { detail: 'Environment "production" does not run base "other".' },
  ]);
  const msg = 'Name a configuration or an environment';
  expect(await read(`base_id=${baseId}`)).toEqual([
    422,
    { detail: [{ loc: ['query', 'config_name'], msg, type: 'missing' }] },
  ]);
});

test('the address of a base is that of its first variant', async () => {
  await using world = await openWorld({ publicUrl: () => 'https://wf.example' });
  const { running, appId, baseId, variantId } = world;
  const second = await world.makeVariant();
  const uri = (id: string) => `https://wf.example/services/${appId}/${id}`;
  expect(await world.call('getServiceUrl', { base_id: baseId })).toEqual({ uri: uri(variantId) });
  expect(await world.call('getServiceUrl', { variant_id: second })).toEqual({ uri: uri(second) });
  const msg = 'Name a base or a variant';
  expect(await seen(await running.send('GET', '/containers/container_url'))).toEqual([
    422,
    { detail: [{ loc: ['query', 'variant_id'], msg, type: 'missing' }] },
  ]);
});

test('without a server, or a variant, a base has no address', async () => {
  await using world = await openWorld();
  const ask = async (base_id: string) => {
    return await seen(await world.running.send('GET', `/containers/container_url?base_id=${base_id}`));
  };
  expect(await ask(world.baseId)).toEqual([404, { detail: 'No server serves it.' }]);
  const body = { variant_name: 'alone', url: 'https://workflow.example/', base_name: null, config_name: null };
  const alone = await world.call('addVariantFromService', { app_id: world.appId, body });
  await world.call('deleteVariant', { variant_id: alone.variant_id });
  expect(await ask(alone.base_id)).toEqual([404, { detail: 'Base "alone" has no variant.' }]);
});

test('a self-hosted workflow is registered by its address', async () => {
  await using world = await openWorld();
  const body = { variant_name: 'search.fast', url: 'https://workflow.example/s', base_name: null, config_name: null };
  const made = await world.call('addVariantFromService', { app_id: world.appId, body });
  expect(made).toMatchObject({
    variant_name: 'search.fast',
    base_name: 'search',
    config_name: 'fast',
    uri: 'https://workflow.example/s',
    parameters: {},
  });
  const [, deployment] = await world.call('listDeployments', { app_id: world.appId });
  expect(deployment).toMatchObject({ artifact_sha256: null, url: body.url, sdk_version: 'unknown', evaluators: null });
  const logged = await world.call('listAuditEntries', { app_id: world.appId, tail: 2 });
  expect(logged.map(({ kind, name, summary }) => [kind, name, summary])).toEqual([
    ['deployment', 'search', 'code https://workflow.example/s'],
    ['variant', 'search.fast', 'created'],
  ]);
  const parameters = { anything: 1 };
  const more = { base_id: made.base_id, new_variant_name: 'search.slow', new_config_name: 'slow', parameters };
  expect(await world.call('addVariantFromBase', { body: more })).toMatchObject({ parameters, uri: made.uri });
  const again = await world.running.send('POST', `/apps/${world.appId}/variant/from-service`, { body });
  const detail = 'There is already a base called "search": add a variant from it.';
  expect(await seen(again)).toEqual([409, { detail }]);
  expect(await world.call('getServiceUrl', { base_id: made.base_id })).toEqual({ uri: made.uri });
});

test('a name in two parts names the base and the configuration, unless the request does', async () => {
  await using world = await openWorld();
  for (const [variant_name, base_name, config_name, names] of [
    ['bold', null, null, ['bold', 'bold']],
    ['bold.a.b', null, null, ['bold', 'a.b']],
    ['.bold', null, null, ['.bold', '.bold']],
    ['bold.', null, null, ['bold.', 'bold.']],
    ['bold.kind', 'base', 'config', ['base', 'config']],
  ] as const) {
    const { app_id } = await world.call('createApp', { body: { app_name: world.nextName() } });
    const body = { variant_name, url: 'https://workflow.example/', base_name, config_name };
    const made = await world.call('addVariantFromService', { app_id, body });
    expect([variant_name, made.base_name, made.config_name]).toEqual([variant_name, ...names]);
  }
});
