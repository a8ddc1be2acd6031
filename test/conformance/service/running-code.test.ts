import { expect, test } from 'vitest';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import { ROUTES, type World } from '../../helpers/service-world.ts';

const START = { action: { action: 'START' } };

test('starting a variant sets variables, renews the processes and answers the address', async () => {
  await using world = await openWorld({ publicUrl: () => 'http://wf.test' });
  const { running, appId, variantId, call, calls } = withCalls(world);
  await callRoute(world);
  const body = { ...START, env_vars: { env_vars: { MODEL_KEY: 'sk-one', REGION: 'eu' } } };
  const started = await seen(await running.send('PUT', `/variants/${variantId}`, { body }));
  expect(started).toEqual([200, { uri: `http://wf.test/services/${appId}/${variantId}` }]);
  const names = (await call('listVariables', { app_id: appId })).map(({ name }) => name);
  expect(names).toEqual(['MODEL_KEY', 'REGION']);
  const restarted = await running.send('POST', '/containers/restart_container', { body: { variant_id: variantId } });
  expect(restarted.status).toBe(200);
  await callRoute(world);
  const [before, after] = calls.map(({ deployment }) => deployment.variables_version ?? 0);
  // Two variables, a start and a restart.
  expect((after ?? 0) - (before ?? 0)).toBe(4);
});

test('what cannot be stopped, started or set is refused, and changes nothing', async () => {
  await using world = await openWorld({ publicUrl: () => 'http://wf.test' });
  const { running, variantId, appId, call } = world;
  const elsewhere = await deployAddress(world);
  const env_vars = { env_vars: { MODEL_KEY: 'sk-one' } };
  const refusals = [
    ['PUT', `/variants/${variantId}`, { action: { action: 'STOP' } }, 'there is nothing to stop'],
    ['PUT', `/variants/${elsewhere}`, { ...START, env_vars }, 'set its variables there'],
    ['POST', '/containers/restart_container', { variant_id: elsewhere }, 'restart it there'],
    ['PUT', `/variants/${variantId}/service?url=https://a.example/`, undefined, 'runs a bundle, not an address'],
  ] as const;
  for (const [method, path, body, reason] of refusals) {
    const answer = await seen(await running.send(method, path, { body }));
    expect(answer).toEqual([409, { detail: expect.stringContaining(reason) }]);
  }
  expect(await call('listVariables', { app_id: appId })).toEqual([]);
  const steering = { ...START, env_vars: { env_vars: { NODE_OPTIONS: '--inspect' } } };
  expect((await running.send('PUT', `/variants/${variantId}`, { body: steering })).status).toBe(422);
});

test('a new address of a self-hosted workflow is a new deployment, and keeps parameters', async () => {
  await using world = await openWorld();
  const { running, call, appId } = world;
  const variant_id = await deployAddress(world);
  const before = await call('getVariant', { variant_id });
  const move = () => running.send('PUT', `/variants/${variant_id}/service?url=https://b.example/`);
  expect(await seen(await move())).toEqual([200, null]);
  expect(await call('getVariant', { variant_id })).toEqual({ ...before, uri: 'https://b.example/' });
  const count = async () => (await call('listDeployments', { app_id: appId, base_name: 'elsewhere' })).length;
  expect(await count()).toBe(2);
  await move();
  expect(await count()).toBe(2);
  const invalid = await running.send('PUT', `/variants/${variant_id}/service?url=file:///etc/passwd`);
  expect(invalid.status).toBe(422);
});

test('without a server that serves it, a variant is not started; a self-hosted one runs already', async () => {
  await using world = await openWorld();
  const { running, call, variantId } = world;
  const start = async (id: string) => await seen(await running.send('PUT', `/variants/${id}`, { body: START }));
  expect(await start(variantId)).toEqual([409, { detail: 'No server serves this variant.' }]);
  const elsewhere = await deployAddress(world);
  const before = await call('listAuditEntries', {});
  expect(await start(elsewhere)).toEqual([200, { uri: 'https://a.example/' }]);
  expect(await call('listAuditEntries', {})).toEqual(before);
});

test('logs are the last thousand lines of the app, as one text', async () => {
  await using world = await openWorld();
  const { running, appId, variantId } = world;
  const at = '2026-11-23T09:00:00.000Z';
  const lines = ['one', 'two "quoted"'].map((text) => ({ at, stream: 'stdout' as const, text }));
  await appendLogs(running.store.db, appId, lines);
  const read = await seen(await running.send('GET', `/variants/${variantId}/logs`));
  expect(read).toEqual([200, 'one\ntwo "quoted"\n']);
  const more = Array.from({ length: 999 }, (_, index) => ({ at, stream: 'stdout' as const, text: `${index}` }));
  await appendLogs(running.store.db, appId, more);
  const text = await (await running.send('GET', `/variants/${variantId}/logs`)).json();
  expect(text).toBe(['two "quoted"', ...more.map((line) => line.text), ''].join('\n'));
});

function withCalls(world: World) {
  return { ...world, calls: world.running.calls };
}

async function callRoute({ running, appId, variantId }: World): Promise<void> {
  const answer = await running.send('POST', `/services/${appId}/${variantId}/run`, { body: { text: 'a' } });
  expect(answer.status).toBe(200);
}

async function deployAddress({ call, appId }: World): Promise<string> {
  const code = { url: 'https://a.example/', routes: ROUTES, sdk_version: '0.1.0' };
  const body = { variant_name: 'elsewhere', base_name: 'elsewhere', ...code };
  return (await call('createDeployment', { app_id: appId, body })).variant_id;
}
