import { expect, test } from 'vitest';
import { openWorld, seen } from '../../helpers/open-world.ts';

test('a taken name answers 409, even for a rename', async () => {
  await using world = await openWorld();
  const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
  const create = await world.running.send('POST', '/apps', { body: { app_name: 'support' } });
  const rename = await world.running.send('PATCH', `/apps/${app_id}`, { body: { app_name: 'support' } });
  const detail = 'There is already an app called "support".';
  expect([await seen(create), await seen(rename)]).toEqual([
    [409, { detail }],
    [409, { detail }],
  ]);
  const same = await world.running.send('PATCH', `/apps/${app_id}`, { body: { app_name: 'other' } });
  expect(same.status).toBe(200);
});

test.each(['', 'a b', 'ä ö', 'x'.repeat(101), '../../helpers/up'])('the name %j is refused', async (app_name) => {
  await using world = await openWorld();
  expect((await world.running.send('POST', '/apps', { body: { app_name } })).status).toBe(422);
});

test('a name filters the list, and an unknown one empties it', async () => {
  await using world = await openWorld();
  await world.call('createApp', { body: { app_name: 'other' } });
  expect(await world.call('listApps', { app_name: 'other' })).toMatchObject([{ app_name: 'other' }]);
  expect(await world.call('listApps', { app_name: 'none' })).toEqual([]);
});

test.each([
  ['SERVICE:chat', 'chat'],
  ['SERVICE:completion', 'completion'],
  ['constructor', 'custom'],
  [null, 'custom'],
])('the template %j makes an app of the type %s', async (template_key, app_type) => {
  await using world = await openWorld();
  const { app_id } = await world.call('createApp', { body: { app_name: 'typed', template_key } });
  expect(await world.call('listApps', { id_prefix: app_id })).toMatchObject([{ app_type }]);
});

test('an unknown id is answered with a similar name', async () => {
  await using world = await openWorld();
  expect(await seen(await world.running.send('GET', '/apps/suport/variants'))).toEqual([
    404,
    { detail: `No app has the id "suport". Did you mean support (id ${world.appId})?` },
  ]);
  expect(await seen(await world.running.send('GET', '/testsets/x'))).toEqual([
    404,
    { detail: 'No test set has the id "x". There is no test set yet.' },
  ]);
});
