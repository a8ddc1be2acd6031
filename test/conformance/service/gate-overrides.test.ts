import { expect, test } from 'vitest';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { deploy, GATE, GOOD, history, protect, rollback } from '../../helpers/promote.ts';

test('an override rolls a protected environment back to any revision, and says so', async () => {
  await using world = await openWorld();
  await protect(world, GATE);
  const evaluation = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  await deploy(world, { evaluation_id: evaluation });
  const body = { app_id: world.appId, revision: 1, override: 'Nothing else answers', message: 'See the call' };
  const path = '/environments/production/rollback';
  expect((await world.running.send('POST', path, { body, key: world.running.keys.author })).status).toBe(403);
  expect((await world.running.send('POST', path, { body: { ...body, override: '' } })).status).toBe(422);
  expect((await world.running.send('POST', path, { body })).status).toBe(200);
  const reason = 'overrides the gate release.gate.yaml: Nothing else answers; See the call';
  expect((await history(world)).at(-1)).toMatchObject({ restored_from: 1, evidence: null, message: reason });
  const [newest] = await world.call('listAuditEntries', { app_id: world.appId, tail: 1 });
  expect(newest).toMatchObject({
    action: 'rollbackEnvironment',
    summary: `back to revision 1 as revision 3: ${reason}`,
  });
  // What was overridden once passed nothing: going back to it again needs another override.
  await deploy(world, { evaluation_id: evaluation });
  expect((await rollback(world, 3))[0]).toBe(409);
});

test('an override that nothing requires is a reason', async () => {
  await using world = await openWorld();
  await deploy(world, { variant_id: await world.makeVariant() });
  const body = { app_id: world.appId, override: 'To be sure' };
  expect((await world.running.send('POST', '/environments/production/rollback', { body })).status).toBe(200);
  expect((await history(world)).at(-1)).toMatchObject({ message: 'To be sure' });
});
