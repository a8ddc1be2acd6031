import { expect, test } from 'vitest';
import type { UpdateVariantParameters } from '../../../src/contract/variants/variant.ts';
import type { World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const fromBase = (world: World, changes: Record<string, unknown>) =>
  world.running.send('POST', '/variants/from-base', {
    body: { base_id: world.baseId, new_variant_name: 'v', new_config_name: 'v', parameters: {}, ...changes },
  });

test('a new variant has the given names and parameters, at revision 1', async () => {
  await using world = await openWorld();
  const [status, body] = await seen(await fromBase(world, { new_config_name: 'c', parameters: { words: 20 } }));
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      variant_name: 'v',
      config_name: 'c',
      parameters: { model: 'small', words: 20 },
      set_parameters: { words: 20 },
      revision: 1,
    }),
  ]);
});

test('an unknown base answers 404 with a similar one', async () => {
  await using world = await openWorld();
  expect(await seen(await fromBase(world, { base_id: 'mian' }))).toEqual([
    404,
    { detail: `No base has the id "mian". Did you mean main (id ${world.baseId})?` },
  ]);
});

test.each([
  [{ new_variant_name: 'default' }, 'The app already has a variant called "default".'],
  [{ new_config_name: 'default' }, 'The base already has a configuration called "default": variant "default".'],
])('a taken name answers 409: %j', async (changes, detail) => {
  await using world = await openWorld();
  expect(await seen(await fromBase(world, changes))).toEqual([409, { detail }]);
});

test('names of other apps are free, and so are those of configurations on other bases', async () => {
  await using world = await openWorld();
  const add = async (base_id: string, new_variant_name: string, new_config_name: string) => {
    const body = { base_id, new_variant_name, new_config_name, parameters: {} };
    return await seen(await world.running.send('POST', '/variants/from-base', { body }));
  };
  const register = async (app_id: string, variant_name: string) => {
    const body = { variant_name, url: 'https://workflow.example/', base_name: null, config_name: null };
    return (await world.call('addVariantFromService', { app_id, body })).base_id;
  };
  const elsewhere = await register(world.appId, 'elsewhere');
  const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
  const other = await register(app_id, 'first');
  expect((await add(elsewhere, 'v', 'default'))[0]).toBe(200);
  expect((await add(other, 'default', 'default'))[0]).toBe(200);
  expect((await add(other, 'elsewhere', 'elsewhere'))[0]).toBe(200);
  const bases = async (input: object = {}) =>
    (await world.call('listBases', { app_id: world.appId, ...input })).map(({ base_name }) => base_name);
  expect([await bases(), await bases({ base_name: 'main' })]).toEqual([['elsewhere', 'main'], ['main']]);
});

test.each([
  [{ model: 'huge' }, 'model', 'enum'],
  [{ words: 9 }, 'words', 'greater_than_equal'],
  [{ words: 'ten' }, 'words', 'int_type'],
  [{ wrods: 20 }, 'wrods', 'extra_forbidden'],
])('parameters that break the deployed schema answer 422 at the field: %j', async (parameters, field, type) => {
  await using world = await openWorld();
  const [status, body] = await seen(await fromBase(world, { parameters }));
  expect([status, body]).toEqual([
    422,
    { detail: [{ loc: ['body', 'parameters', field], msg: expect.any(String), type }] },
  ]);
});

test('of concurrent variants with one name, one is created', async () => {
  await using world = await openWorld();
  const answers = await Promise.all(Array.from({ length: 5 }, () => fromBase(world, {})));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
});

test('an update merges keys into a new revision, and an empty one resets', async () => {
  await using world = await openWorld();
  const variant_id = world.variantId;
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 30 } } });
  await world.call('updateVariantParameters', { variant_id, body: { parameters: {} } });
  const revisions = await world.call('listVariantRevisions', { variant_id });
  expect(revisions.map(({ config }) => [config.parameters, config.set_parameters])).toEqual([
    [{ model: 'small', words: 50 }, {}],
    [{ model: 'small', words: 30 }, { words: 30 }],
    [{ model: 'small', words: 50 }, {}],
  ]);
  expect(await world.call('getVariant', { variant_id })).toMatchObject({ revision: 3, set_parameters: {} });
});

test('keys are unset in the same revision, and no others', async () => {
  await using world = await openWorld();
  const variant_id = world.variantId;
  const put = (body: UpdateVariantParameters) => world.call('updateVariantParameters', { variant_id, body });
  await put({ parameters: { model: 'large', words: 40 } });
  await put({ parameters: {}, unset: ['words'] });
  await put({ parameters: { words: 30 }, unset: ['model'] });
  const revisions = await world.call('listVariantRevisions', { variant_id });
  expect(revisions.map(({ config }) => config.set_parameters)).toEqual([
    {},
    { model: 'large', words: 40 },
    { model: 'large' },
    { words: 30 },
  ]);
});

test('an update that breaks the deployed schema creates no revision', async () => {
  await using world = await openWorld();
  const path = `/variants/${world.variantId}/parameters`;
  const [status] = await seen(await world.running.send('PUT', path, { body: { parameters: { words: 1000 } } }));
  expect(status).toBe(422);
  expect(await world.call('getVariant', { variant_id: world.variantId })).toMatchObject({ revision: 1 });
});

test('concurrent updates are numbered without gaps', async () => {
  await using world = await openWorld();
  const variant_id = world.variantId;
  const words = [21, 22, 23, 24, 25, 26];
  await Promise.all(
    words.map((value) => world.call('updateVariantParameters', { variant_id, body: { parameters: { words: value } } })),
  );
  const revisions = await world.call('listVariantRevisions', { variant_id });
  expect(revisions.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const stored = revisions.slice(1).map(({ config }) => Number(config.parameters?.['words']));
  expect(stored.toSorted((a, b) => a - b)).toEqual(words);
});

test('of several updates of the same revision, one succeeds', async () => {
  await using world = await openWorld();
  const path = `/variants/${world.variantId}`;
  const tag = (await world.running.send('GET', path)).headers.get('etag') ?? '';
  const answers = await Promise.all(
    [21, 22, 23, 24].map(async (words) =>
      seen(
        await world.running.send('PUT', `${path}/parameters`, {
          body: { parameters: { words } },
          headers: { 'if-match': tag },
        }),
      ),
    ),
  );
  const refused = [412, { detail: 'Variant "default" is now at revision 2: somebody else changed it first.' }];
  expect(answers.toSorted(([a], [b]) => a - b)).toEqual([[200, null], refused, refused, refused]);
  expect(await world.call('listVariantRevisions', { variant_id: world.variantId })).toHaveLength(2);
});

test.each([
  ['"1"', 200],
  ['"7", "1"', 200],
  ['*', 200],
  ['"2"', 412],
  ['W/"1"', 412],
  ['1', 422],
  ['', 422],
])('If-Match: %s on the first revision answers %i', async (header, status) => {
  await using world = await openWorld();
  const answer = await world.running.send('PUT', `/variants/${world.variantId}/parameters`, {
    body: { parameters: { words: 30 } },
    headers: { 'if-match': header },
  });
  expect(answer.status).toBe(status);
});

test('an endpoint without conditions ignores If-Match', async () => {
  await using world = await openWorld();
  const headers = { 'if-match': 'not in quotes' };
  expect((await world.running.send('GET', `/variants/${world.variantId}`, { headers })).status).toBe(200);
  const body = { app_name: 'another' };
  expect((await world.running.send('POST', '/apps', { body, headers })).status).toBe(200);
});

test('a repeated conditional update with its key gets the first answer', async () => {
  await using world = await openWorld();
  const update = () =>
    world.running.send('PUT', `/variants/${world.variantId}/parameters`, {
      body: { parameters: { words: 30 } },
      headers: { 'if-match': '"1"', 'idempotency-key': 'k' },
    });
  expect([(await update()).status, (await update()).status]).toEqual([200, 200]);
  expect(await world.call('listVariantRevisions', { variant_id: world.variantId })).toHaveLength(2);
});

test('an unknown revision answers 404 with the newest', async () => {
  await using world = await openWorld();
  expect(await seen(await world.running.send('GET', `/variants/${world.variantId}/revisions/9`))).toEqual([
    404,
    { detail: 'Variant "default" has no revision 9. Its newest is 1.' },
  ]);
  const huge = await world.running.send('GET', `/variants/${world.variantId}/revisions/99999999999999`);
  expect([404, 422]).toContain(huge.status);
});

test('a variant that an environment ever ran cannot be deleted, any other can', async () => {
  await using world = await openWorld();
  const other = await world.makeVariant();
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id: other } });
  expect(await seen(await world.running.send('DELETE', `/variants/${world.variantId}`))).toEqual([
    409,
    {
      detail:
        'Variant "default" is used by revision 1 of environment "production", and cannot be deleted while that can be restored.',
    },
  ]);
  const third = await world.makeVariant();
  expect(await seen(await world.running.send('DELETE', `/variants/${third}`))).toEqual([200, null]);
  expect((await world.running.send('GET', `/variants/${third}`)).status).toBe(404);
});

test.each(['', 'a\u0000b', 'two\nlines', 'x'.repeat(201), '\ud800'])('the name %j is refused', async (name) => {
  await using world = await openWorld();
  const [status, body] = await seen(await fromBase(world, { new_variant_name: name }));
  expect([status, body]).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'new_variant_name'] })] }]);
});

test('a name may contain any letter', async () => {
  await using world = await openWorld();
  const name = 'umlaut-ä-漢-🙂';
  const [, body] = await seen(await fromBase(world, { new_variant_name: name, new_config_name: name }));
  expect(body).toMatchObject({ variant_name: name });
});
