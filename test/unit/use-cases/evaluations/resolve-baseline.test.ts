import { expect, test } from 'vitest';
import { resolveBaseline } from '../../../../src/use-cases/evaluations/resolve-baseline.ts';
import { clientOf, withoutExtensions } from '../../../helpers/client-of.ts';
import { type JudgedEvaluation, makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { addRoutes, BAD, deploy, GATE, GOOD, rollback } from '../../../helpers/promote.ts';

const judge = async (world: OwnWorld, variantId = world.variantId, more: Partial<JudgedEvaluation> = {}) =>
  await makeJudgedEvaluation(world, { variantId, verdicts: GOOD, ...more });

/** Returns the id of the baseline of `env:NAME`, and where it is from. */
async function baselineOf(world: OwnWorld, comparedWith: string, environment = 'production', isOurs = true) {
  const own = clientOf(world.running);
  const client = isOurs ? own : withoutExtensions(own);
  const tested = await own.getEvaluation({ evaluation_id: comparedWith });
  const options = { client, app: 'support', cwd: '.', comparedWith: [tested] as const };
  const found = await resolveBaseline({ ...options, baseline: `env:${environment}` });
  return [found.rows.evaluation.id, found.source?.kind];
}

/** Deploys a new revision of the world's variant. */
async function tune(world: OwnWorld, words: number, body: object = {}): Promise<void> {
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words } } });
  expect(await deploy(world, { ...body })).toEqual([200, null]);
}

test('the evidence of the current revision comes before newer evaluations of it', async () => {
  await using world = await openWorld();
  const candidate = await judge(world, await world.makeVariant());
  const evidence = await judge(world);
  expect(await deploy(world, { gate: GATE, evaluation_id: evidence })).toEqual([200, null]);
  await judge(world);
  expect(await baselineOf(world, candidate)).toEqual([evidence, 'evidence']);

  // A later revision without evidence does not borrow that of an earlier one.
  await tune(world, 60);
  const ofLater = await judge(world);
  expect(await baselineOf(world, candidate)).toEqual([ofLater, 'newest']);
  // A rollback restores the evidence of what it goes back to.
  expect(await rollback(world)).toMatchObject([200, {}]);
  expect(await baselineOf(world, candidate)).toEqual([evidence, 'evidence']);
});

test('without evidence it is the newest finished evaluation of what the environment runs', async () => {
  await using world = await openWorld();
  const candidate = await judge(world, await world.makeVariant());
  await judge(world);
  const newest = await judge(world);
  expect(await baselineOf(world, candidate)).toEqual([newest, 'newest']);
  const { testset_id } = await world.call('getEvaluation', { evaluation_id: newest });
  await world.makeEvaluation(testset_id ?? '');
  expect(await baselineOf(world, candidate)).toEqual([newest, 'newest']);
});

test('one of a part of the test set is the baseline only where there is none of the whole', async () => {
  await using world = await openWorld();
  const candidate = await judge(world, await world.makeVariant());
  const judgePart = async (limit: number) => await judge(world, world.variantId, { options: { subset: { limit } } });
  const part = await judgePart(5);
  expect(await baselineOf(world, candidate)).toEqual([part, 'newest']);
  const whole = await judge(world);
  await judgePart(4);
  expect(await baselineOf(world, candidate)).toEqual([whole, 'newest']);
});

test('an evaluation is never compared with itself', async () => {
  await using world = await openWorld();
  const [before, again] = [await judge(world), await judge(world)];
  expect(await baselineOf(world, again)).toEqual([before, 'newest']);
  expect(await deploy(world, { gate: GATE, evaluation_id: again })).toEqual([200, null]);
  expect(await baselineOf(world, again)).toEqual([before, 'newest']);
  expect(await baselineOf(world, before)).toEqual([again, 'evidence']);
});

test('the evidence may be that of another route', async () => {
  await using world = await openWorld();
  await addRoutes(world);
  const candidate = await judge(world, await world.makeVariant(), { route: '/draft' });
  const [classified, drafted] = [
    await judge(world, world.variantId, { route: '/classify' }),
    await judge(world, world.variantId, { route: '/draft' }),
  ];
  expect(await deploy(world, { gate: GATE, evaluation_id: classified })).toEqual([200, null]);
  expect(await baselineOf(world, candidate)).toEqual([drafted, 'newest']);
});

test('a service that ignores filters is searched for what the environment runs', async () => {
  await using world = await openWorld();
  const ofProduction = await judge(world);
  const variant = await world.makeVariant();
  const candidate = await judge(world, variant);
  await judge(world, variant);
  expect(await baselineOf(world, candidate, 'production', false)).toEqual([ofProduction, 'newest']);
});

test.each([
  ['prod', 'No environment is called "prod". Did you mean production?'],
  ['live', 'No environment is called "live". Available: development, staging, production.'],
])('the unknown environment %s is refused with the names there are', async (name, message) => {
  await using world = await openWorld();
  const candidate = await judge(world);
  await expect(baselineOf(world, candidate, name)).rejects.toMatchObject({ code: 'WF_NOT_FOUND', message });
});

test('where there is nothing to compare with, it says what could be run', async () => {
  await using world = await openWorld();
  const candidate = await makeJudgedEvaluation(world, { variantId: await world.makeVariant(), verdicts: BAD });
  // Of the same revision, on another test set.
  await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD.slice(5) });
  await expect(baselineOf(world, candidate)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(
      /^What production runs has no evaluation to compare name-\d+@1 at \/ on questions-10@1 with\.$/,
    ),
    nextSteps: [expect.stringMatching(/--variants default,name-\d+$/)],
  });
  await expect(baselineOf(world, candidate, 'staging')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    nextSteps: ['wf env list'],
  });
});
