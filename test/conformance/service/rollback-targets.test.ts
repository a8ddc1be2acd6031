import { expect, test } from 'vitest';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld, seen } from '../../helpers/open-world.ts';
import { deploy, GATE, GOOD, history, protect, rollback } from '../../helpers/promote.ts';

/** Deploys new variants, one after the other. */
async function deployNew(world: OwnWorld, count: number): Promise<string[]> {
  const variants = [];
  for (let index = 0; index < count; index++) {
    const variant_id = await world.makeVariant();
    expect(await deploy(world, { variant_id })).toEqual([200, null]);
    variants.push(variant_id);
  }
  return variants;
}

const restored = async (world: OwnWorld) => (await history(world)).map(({ restored_from }) => restored_from);

test('roll-backs without a number go further back each time, until there is nothing', async () => {
  await using world = await openWorld();
  await deployNew(world, 2);
  for (let index = 0; index < 2; index++) expect((await rollback(world))[0]).toBe(200);
  expect(await restored(world)).toEqual([null, null, null, 2, 1]);
  expect(await rollback(world)).toEqual([
    409,
    {
      detail:
        'Environment "production" has no earlier revision to go back to: 2 to 4 were rolled away from, and 1 runs the same as now.',
    },
  ]);
  // A deploy after them continues from what they restored.
  await deployNew(world, 1);
  expect((await rollback(world))[0]).toBe(200);
  expect((await restored(world)).at(-1)).toBe(5);
});

test('a protected environment goes back to the last revision that passed', async () => {
  await using world = await openWorld();
  await protect(world, GATE);
  const judged = async (variantId: string) => {
    const evaluation_id = await makeJudgedEvaluation(world, { variantId, verdicts: GOOD });
    expect(await deploy(world, { variant_id: variantId, evaluation_id })).toEqual([200, null]);
  };
  await judged(await world.makeVariant());
  expect(await rollback(world)).toMatchObject([
    409,
    {
      detail: {
        code: 'WF_PROTECTED',
        message: expect.stringMatching(/has no earlier revision .*: 1 passed no gate\.$/),
      },
    },
  ]);
  await judged(await world.makeVariant());
  const body = { app_id: world.appId, revision: 1, override: 'It is down' };
  await world.call('rollbackEnvironment', { environment_name: 'production', body });
  await judged(await world.makeVariant());
  expect((await rollback(world))[0]).toBe(409);
  await judged(await world.makeVariant());
  expect((await rollback(world))[0]).toBe(200);
  expect((await restored(world)).at(-1)).toBe(5);
});

test('deploying what runs, and going back to it, adds no revision and no entry of the log', async () => {
  await using world = await openWorld();
  await deployNew(world, 1);
  const [before, entries] = [await history(world), await world.call('listAuditEntries', { app_id: world.appId })];
  const variant_id = before.at(-1)?.deployed_app_variant_revision ?? '';
  const { deployed_app_variant_id: running } = await world.call('getEnvironmentRevisions', {
    app_id: world.appId,
    environment_name: 'production',
  });
  expect(variant_id).not.toBe('');
  for (const extra of [{}, { message: 'Again' }, { revision: 1 }])
    expect(await deploy(world, { variant_id: running, ...extra })).toEqual([200, null]);
  expect(await rollback(world, 2)).toMatchObject([200, { revision: 2, revisions: [{}, { revision: 2 }] }]);
  expect(await history(world)).toEqual(before);
  expect(await world.call('listAuditEntries', { app_id: world.appId })).toEqual(entries);
  // Whoever saw an older revision is still told.
  expect((await deploy(world, { variant_id: running }, { 'if-match': '"1"' }))[0]).toBe(412);
});

test('evidence of what runs is worth a revision, once', async () => {
  await using world = await openWorld();
  const evaluation_id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  for (let index = 0; index < 2; index++)
    expect(await deploy(world, { gate: GATE, evaluation_id })).toEqual([200, null]);
  expect((await history(world)).map(({ evidence }) => evidence?.evaluation_id)).toEqual([undefined, evaluation_id]);
});

test('an evaluation is never its own baseline', async () => {
  await using world = await openWorld();
  const gate = { name: 'g', content: 'rules: [{ metric: exact_match, not_worse_by: 0.5 }]' };
  const evaluation_id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  const answer = await deploy(world, { gate, evaluation_id, baseline_evaluation_id: evaluation_id });
  expect(answer).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'baseline_evaluation_id'] })] }]);
  const comparison = await world.running.send(
    'GET',
    `/evaluations/${evaluation_id}/comparison?baseline_id=${evaluation_id}`,
  );
  expect((await seen(comparison))[0]).toBe(422);
});
