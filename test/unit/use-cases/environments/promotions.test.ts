import { expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import {
  deployToEnvironment,
  promotionSteps,
  protectEnvironment,
  rollbackEnvironment,
} from '../../../../src/use-cases/environments/change-environment.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { BAD, GATE, GOOD } from '../../../helpers/promote.ts';

const toProduction = ({ running }: OwnWorld) => {
  return { client: clientOf(running), app: 'support', environment: 'production', variant: 'default' };
};
const revise = async ({ call, variantId }: OwnWorld, words: number) =>
  await call('updateVariantParameters', { variant_id: variantId, body: { parameters: { words } } });

test('who confirmed a revision gets that one, and otherwise the newest by then is deployed', async () => {
  await using world = await openWorld();
  const options = toProduction(world);
  const asked: unknown[] = [];
  const answering = (answer: boolean) => async (environment: { readonly name: string }, next: string) => {
    asked.push([environment.name, next]);
    await revise(world, 60 + asked.length);
    return answer;
  };
  await world.call('deployToEnvironment', {
    body: { environment_name: 'production', variant_id: await world.makeVariant() },
  });
  const confirmed = await deployToEnvironment({ ...options, confirm: answering(true) });
  expect([confirmed.variantRevision, confirmed.environmentRevision, asked]).toEqual([
    1,
    3,
    [['production', 'default@1']],
  ]);
  await deployToEnvironment({ ...options, confirm: answering(false) });
  const { revisions } = await options.client.getEnvironmentRevisions({
    app_id: world.appId,
    environment_name: 'production',
  });
  expect(revisions.map(({ deployed_variant_revision: revision }) => revision)).toEqual([1, 1, 1, 3]);
});

test('an environment that somebody else changed meanwhile keeps what it runs', async () => {
  await using world = await openWorld();
  const options = toProduction(world);
  let variant_id = '';
  const meanwhile = async () => {
    variant_id = await world.makeVariant();
    await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
    return true;
  };
  await expect(deployToEnvironment({ ...options, confirm: meanwhile })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    nextSteps: ['wf env revisions production', 'Run the same command again'],
  });
  await expect(rollbackEnvironment({ ...options, to: null, confirm: meanwhile })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    nextSteps: ['wf env revisions production'],
  });
  expect(await options.client.listAppEnvironments({ app_id: world.appId })).toMatchObject([
    {},
    {},
    { name: 'production', deployed_app_variant_id: variant_id },
  ]);
});

test('a protected environment takes a variant whose newest evaluation passes the gate, or a reason', async () => {
  await using world = await openWorld();
  const options = toProduction(world);
  await protectEnvironment({ ...options, gate: GATE });
  await revise(world, 60);
  await expect(deployToEnvironment(options)).rejects.toMatchObject({
    code: 'WF_PROTECTED',
    nextSteps: promotionSteps({ name: 'production' }, 'default'),
  });
  await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: BAD });
  await expect(deployToEnvironment({ ...options, evaluations: ['default'] })).rejects.toMatchObject({
    code: 'WF_GATE_FAILED',
  });
  await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  expect(await deployToEnvironment({ ...options, evaluations: ['default'] })).toMatchObject({ environmentRevision: 2 });
  const back = { ...options, to: '1' };
  await expect(rollbackEnvironment(back)).rejects.toMatchObject({
    code: 'WF_PROTECTED',
    nextSteps: ['wf env revisions production', 'wf env rollback production --to 1 --override REASON'],
  });
  expect(await rollbackEnvironment({ ...back, override: 'It is down.' })).toMatchObject({ revision: 3, warning: null });
});

test('a deployment that cannot be read back is shown as it was written', async () => {
  await using world = await openWorld();
  const { client, ...options } = toProduction(world);
  const late = new ServiceError({ code: 'WF_TIMEOUT', message: 'Late.', status: null });
  const unreadable: Client = { ...client, getEnvironmentRevisions: () => Promise.reject(late) };
  expect(await deployToEnvironment({ ...options, client: unreadable })).toMatchObject({
    environment: { deployed_app_variant_id: world.variantId, deployed_variant_name: 'default', revisions: [] },
    environmentRevision: null,
    isChanged: true,
    warning: expect.stringContaining('Late.'),
  });
});

test('the commands that bring a variant into a protected environment can be pasted', () => {
  expect(promotionSteps({ name: 'my production' }, 'app.t1')).toEqual([
    'wf eval run --testset TESTSET --evaluators EVALUATORS --variants app.t1',
    "wf env deploy 'my production' --variant app.t1 --evaluation app.t1",
  ]);
});

test('a gate with a baseline is passed by the command that names what runs', async () => {
  await using world = await openWorld();
  const options = toProduction(world);
  const content = 'rules: [{ metric: exact_match, not_worse_by: 0.5 }]\n';
  await protectEnvironment({ ...options, gate: { name: 'release.gate.yaml', content } });
  const ofRunning = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  await revise(world, 60);
  const deploy = 'wf env deploy production --variant default --evaluation default';
  // By its name, the running revision's evaluation would be the one that is judged.
  await expect(deployToEnvironment(options)).rejects.toMatchObject({
    code: 'WF_PROTECTED',
    nextSteps: ['wf eval run --testset TESTSET --evaluators EVALUATORS --variants default', deploy],
  });
  const environment = { name: 'production', deployed_variant_name: 'default', protection: { gate: { content } } };
  expect(promotionSteps(environment as never, 'tuned')).toEqual([
    'wf eval run --testset TESTSET --evaluators EVALUATORS --variants default,tuned',
    'wf env deploy production --variant tuned --evaluation tuned --baseline default',
  ]);
  const newest = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  const named = { ...options, evaluations: ['default'] };
  await expect(deployToEnvironment(named)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    nextSteps: ['wf eval list', `${deploy} --baseline BASELINE`],
  });
  for (const baseline of ['default', newest])
    await expect(deployToEnvironment({ ...named, baselines: [baseline] })).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
    });
  // What is wrong with the evaluation itself, no baseline mends.
  const part = await makeJudgedEvaluation(world, {
    variantId: world.variantId,
    verdicts: GOOD,
    options: { subset: { limit: 5 } },
  });
  await expect(deployToEnvironment({ ...options, evaluations: [part] })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringContaining('a part of'),
    nextSteps: [],
  });
  expect(await deployToEnvironment({ ...named, baselines: [ofRunning] })).toMatchObject({ environmentRevision: 2 });
});

const CHECK = 'Check it here before you deploy: wf eval show';
const DEPLOY = "wf env deploy 'my production' --variant formal";

/** A service of others with one environment and one variant, which nothing is written to. */
function otherService() {
  return fakeClient({
    extensions: async () => null,
    listAppEnvironments: async () => [{ app_id: APP, name: 'my production' }] as never,
    listAppVariants: async () =>
      [{ variant_id: 'v-1', variant_name: 'formal', config_name: 'formal', revision: 2 }] as never,
  }).client;
}
const APP = '01932c5e-0000-7000-8000-00000000000a';
const ASKED = { app: APP, environment: 'my production', variant: 'formal' };

test.each([
  [{ gate: {} as never }, 'gates on deployments', `${CHECK} EVALUATION --gate FILE && ${DEPLOY}`],
  [{ evaluations: ['e1'] }, 'gates on deployments', `${CHECK} e1 --gate FILE && ${DEPLOY}`],
  [{ baselines: ['e2'] }, 'gates on deployments', `${CHECK} EVALUATION --gate FILE && ${DEPLOY}`],
  [{ message: 'hi' }, 'messages on deployments', `Leave out --message: ${DEPLOY}`],
  [
    { variant: 'formal@1' },
    'deployments of an older revision than the newest, formal@2',
    `wf variants revert formal --to 1 && ${DEPLOY}`,
  ],
])('another service is refused what it would ignore, with what it can do: %j', async (options, what, step) => {
  await expect(deployToEnvironment({ ...ASKED, ...options, client: otherService() })).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${what}, an extension of wf. Nothing was changed.`,
    nextSteps: [step],
  });
});
