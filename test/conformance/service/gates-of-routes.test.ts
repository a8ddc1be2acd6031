import { expect, test } from 'vitest';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { addRoutes, BAD, deploy, GATE, GOOD, history, protect } from '../../helpers/promote.ts';

const gateOf = (route: string) => ({ name: `${route.slice(1)}.yaml`, content: `route: ${route}\n${GATE.content}` });

test('a protected environment has a gate per route, and says which lack an evaluation', async () => {
  await using world = await openWorld();
  await addRoutes(world);
  const judge = async (route: string, verdicts = GOOD) =>
    await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts, route });
  const [classified, drafted, bad] = [await judge('/classify'), await judge('/draft'), await judge('/draft', BAD)];
  await protect(world, gateOf('/classify'));
  await protect(world, gateOf('/draft'));
  const [, , production] = await world.call('listAppEnvironments', { app_id: world.appId });
  expect(production?.protection).toMatchObject({
    gate: { name: 'classify.yaml', route: '/classify' },
    others: [{ name: 'draft.yaml', route: '/draft' }],
  });
  const [status, refused] = await deploy(world, { evaluation_id: classified });
  expect([status, refused]).toMatchObject([
    409,
    {
      detail: {
        code: 'WF_PROTECTED',
        message: `Environment "production" is protected: no evaluation was named for the gate draft.yaml for /draft: ${classified} called /classify.`,
      },
    },
  ]);
  expect(await deploy(world, { evaluation_id: classified, other_evaluation_ids: [bad] })).toMatchObject([
    409,
    { detail: { code: 'WF_GATE_FAILED', gate: 'draft.yaml', results: [{ route: '/draft' }] } },
  ]);
  expect(await deploy(world, { evaluation_id: drafted, other_evaluation_ids: [classified] })).toEqual([200, null]);
  expect((await history(world)).at(-1)?.evidence).toMatchObject({
    evaluation_id: classified,
    route: '/classify',
    others: [{ evaluation_id: drafted, route: '/draft', gate: { name: 'draft.yaml', route: '/draft' } }],
  });
  // The evidence for the second gate is kept as well.
  const removal = await world.running.send('DELETE', '/evaluations', { body: { evaluations_ids: [drafted] } });
  expect(removal.status).toBe(409);
});

test('a gate without a route is met by an evaluation of any, and one of a route by no other', async () => {
  await using world = await openWorld();
  await addRoutes(world);
  const evaluation_id = await makeJudgedEvaluation(world, {
    variantId: world.variantId,
    verdicts: GOOD,
    route: '/classify',
  });
  expect((await deploy(world, { gate: gateOf('/draft'), evaluation_id }))[0]).toBe(422);
  expect(await deploy(world, { gate: GATE, evaluation_id })).toEqual([200, null]);
  expect((await history(world)).at(-1)?.evidence).toMatchObject({ route: '/classify' });
});
