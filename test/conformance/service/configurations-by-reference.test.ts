import { expect, test } from 'vitest';
import { openWorld, seen } from '../../helpers/open-world.ts';

const slug = (name: string) => ({ slug: name, version: null, id: null });

test('a configuration is added, committed, forked, deployed, listed and deleted by reference', async () => {
  const DEFAULTS = { model: 'small', words: 50 };
  const SET = { params: { model: 'small', words: 30 }, set_parameters: { words: 30 } };
  await using world = await openWorld();
  const application_ref = slug('support');
  const added = await world.call('addConfig', { body: { variant_ref: slug('formal'), application_ref } });
  expect(added).toMatchObject({ params: DEFAULTS, set_parameters: {}, variant_ref: { slug: 'formal', version: 1 } });
  // As it was fetched, with one value changed.
  const config = { ...added, variant_ref: added.variant_ref ?? {}, params: { ...added.params, words: 30 } };
  const committed = await world.call('commitConfig', { body: { config } });
  expect(committed).toMatchObject({ ...SET, variant_ref: { slug: 'formal', version: 2 } });
  const forked = await world.call('forkConfig', { body: { variant_ref: slug('formal'), application_ref } });
  expect(forked).toMatchObject({ ...SET, variant_ref: { version: 1 } });
  expect(forked.variant_ref?.slug).toMatch(/^formal_[0-9a-f]{8}$/);
  const names = async () => {
    const listed = await world.call('listConfigs', { body: { application_ref } });
    return listed.map(({ variant_ref }) => variant_ref?.slug);
  };
  expect(await names()).toEqual(['default', 'formal', forked.variant_ref?.slug]);
  const history = await world.call('listConfigHistory', { body: { variant_ref: slug('formal'), application_ref } });
  expect(history.map(({ set_parameters }) => set_parameters)).toEqual([{}, { words: 30 }]);
  const first = { slug: 'formal', version: 1, id: null };
  const deploy = { variant_ref: first, environment_ref: slug('staging'), application_ref };
  expect(await world.call('deployConfig', { body: deploy })).toMatchObject({
    params: DEFAULTS,
    variant_ref: { slug: 'formal', version: 1 },
    environment_ref: { slug: 'staging', version: 1 },
  });
  const forkedRef = { variant_ref: slug(forked.variant_ref?.slug ?? ''), application_ref };
  expect(await world.call('deleteConfig', { body: forkedRef })).toBe(204);
  expect(await names()).toEqual(['default', 'formal']);
});

test('a client that does not know what is set commits what it fetched, and pins nothing else', async () => {
  await using world = await openWorld();
  const {
    set_parameters: _,
    variant_ref,
    ...fetched
  } = await world.call('fetchConfig', {
    body: { variant_ref: slug('default'), application_ref: slug('support') },
  });
  const config = { ...fetched, variant_ref: variant_ref ?? {} };
  const commit = async (params: object) =>
    (await world.call('commitConfig', { body: { config: { ...config, params: { ...params } } } })).set_parameters;
  expect(await commit({ ...fetched.params, model: 'large' })).toEqual({ model: 'large' });
  // What was set stays set, also where it is set to the default.
  expect(await commit({ model: 'small', words: 50 })).toEqual({ model: 'small' });
  expect(await commit({ model: 'small', words: 60 })).toEqual({ model: 'small', words: 60 });
});

test('a reference to nothing changes nothing', async () => {
  await using world = await openWorld();
  const nothing = { slug: null, version: null, id: null };
  const application_ref = slug('support');
  for (const [path, body] of [
    ['add', { variant_ref: nothing, application_ref }],
    ['commit', { config: { params: {}, application_ref } }],
    ['deploy', { variant_ref: nothing, environment_ref: slug('staging'), application_ref }],
    ['delete', { variant_ref: nothing, application_ref }],
    ['history', { variant_ref: nothing, application_ref }],
  ] as const) {
    const [status] = await seen(await world.running.send('POST', `/variants/configs/${path}`, { body }));
    expect([path, status]).toEqual([path, 422]);
  }
  expect(await world.call('listConfigs', { body: { application_ref } })).toHaveLength(1);
});

test('a commit is refused at the place of the parameter in the request', async () => {
  await using world = await openWorld();
  const config = { params: { words: 'many' }, variant_ref: { id: world.variantId } };
  const [status, body] = await seen(await world.running.send('POST', '/variants/configs/commit', { body: { config } }));
  const item = expect.objectContaining({ loc: ['body', 'config', 'params', 'words'] });
  expect([status, body]).toEqual([422, { detail: [item] }]);
});

test.each(['variant_ref', 'environment_ref'])('a version alone names no %s', async (name) => {
  await using world = await openWorld();
  const fetch = async (reference: object) => {
    const body = { application_ref: slug('support'), [name]: reference };
    return await seen(await world.running.send('POST', '/variants/configs/fetch', { body }));
  };
  const item = expect.objectContaining({ loc: ['body', name, 'version'] });
  expect(await fetch({ version: 3 })).toEqual([422, { detail: [item] }]);
  expect(await fetch({ slug: null, version: 3, id: null })).toEqual([422, { detail: [item] }]);
  expect(await fetch({ slug: null, version: null, id: null })).toEqual([200, expect.anything()]);
});

test('a configuration is added to the only base of its app, under a name', async () => {
  await using world = await openWorld();
  const add = async (app: string, name: string | null) => {
    const body = { variant_ref: { slug: name }, application_ref: slug(app) };
    return await seen(await world.running.send('POST', '/variants/configs/add', { body }));
  };
  for (const name of [null, '', 'a,b'])
    expect(await add('support', name)).toEqual([
      422,
      { detail: [expect.objectContaining({ loc: ['body', 'variant_ref', 'slug'] })] },
    ]);
  await world.call('createApp', { body: { app_name: 'none' } });
  const advice = 'fork a configuration, or add a variant from a base.';
  expect(await add('none', 'bold')).toEqual([409, { detail: `App "none" has no code yet: ${advice}` }]);
  const body = { variant_name: 'other', url: 'https://workflow.example/', base_name: null, config_name: null };
  await world.call('addVariantFromService', { app_id: world.appId, body });
  expect(await add('support', 'bold')).toEqual([409, { detail: `App "support" has several bases: ${advice}` }]);
});
