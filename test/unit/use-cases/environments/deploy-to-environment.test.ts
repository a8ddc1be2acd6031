import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import {
  deployToEnvironment,
  type DeployToEnvironmentOptions,
  promotionSteps,
} from '../../../../src/use-cases/environments/deploy-to-environment.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const VARIANT = variantOf({ variant_id: 'v-1', variant_name: 'my variant', revision: 7 });
const ENVIRONMENT = { app_id: APP_ID, name: 'my env', revision: 4 };
const AFTER = { ...ENVIRONMENT, revision: 5, revisions: [] };
const IDS = ['01932c5e-5555-7000-8000-000000000001', '01932c5e-5555-7000-8000-000000000002'] as const;

function deploying(options: Partial<DeployToEnvironmentOptions> = {}, methods: Partial<ExtendedClient> = {}) {
  const { client, calls } = fakeClient({
    listAppEnvironments: async () => [ENVIRONMENT] as never,
    listAppVariants: async ({ variant_name }) => (variant_name?.includes('@') === true ? [] : [VARIANT]),
    getEvaluation: async ({ evaluation_id }) => evaluationOf({ id: evaluation_id }),
    deployToEnvironment: async () => null,
    getEnvironmentRevisions: async () => AFTER as never,
    ...methods,
  });
  const deployed = deployToEnvironment({
    client,
    app: APP_ID,
    environment: 'my env',
    variant: 'my variant',
    ...options,
  });
  const request = async () => {
    await deployed;
    return calls.find(({ name }) => name === 'deployToEnvironment');
  };
  return { deployed, request, calls };
}

test('the newest revision is deployed, whichever it is by then, and read back', async () => {
  const { deployed, request } = deploying();
  expect(await deployed).toEqual({
    environment: AFTER,
    variantName: 'my variant',
    variantRevision: 7,
    environmentRevision: 5,
    isChanged: true,
    warning: null,
  });
  expect(await request()).toEqual({
    name: 'deployToEnvironment',
    input: { body: { environment_name: 'my env', variant_id: 'v-1' } },
    options: { ifRevision: 4 },
  });
});

test('an environment that never ran anything has the revision 0', async () => {
  const listAppEnvironments = async () => [{ ...ENVIRONMENT, revision: null }] as never;
  expect(await deploying({}, { listAppEnvironments }).request()).toMatchObject({ options: { ifRevision: 0 } });
});

test.each([
  ['my variant@3', undefined, 'my variant@3', 3, 3],
  ['my variant@3', false, 'my variant@3', 3, 3],
  ['my variant', true, 'my variant@7', 7, 7],
  ['my variant', false, 'my variant@7', undefined, 7],
])('of %s, confirmed: %j, the revision of %s is sent as %j', async (variant, answer, asked, sent, deployedRevision) => {
  const questions: unknown[] = [];
  const confirm = async (environment: unknown, next: string) => {
    questions.push([environment, next]);
    return answer ?? false;
  };
  const { deployed, request } = deploying({ variant, ...(answer === undefined ? {} : { confirm }) });
  expect((await deployed).variantRevision).toBe(deployedRevision);
  expect((await request())?.input).toEqual({
    body: { environment_name: 'my env', variant_id: 'v-1', ...(sent === undefined ? {} : { revision: sent }) },
  });
  expect(questions).toEqual(answer === undefined ? [] : [[ENVIRONMENT, asked]]);
});

test('message, gate and evaluations are sent', async () => {
  const gate = { name: 'strict' } as never;
  const [evaluation, baseline] = IDS;
  const { request } = deploying({ message: 'Better', gate, evaluation, baseline });
  expect((await request())?.input).toEqual({
    body: {
      environment_name: 'my env',
      variant_id: 'v-1',
      message: 'Better',
      gate,
      evaluation_id: evaluation,
      baseline_evaluation_id: baseline,
    },
  });
});

test("a variant's name stands for its newest evaluation", async () => {
  const newest = evaluationOf({ id: 'e-9', variant_names: ['my variant'] });
  const { request } = deploying({ evaluation: 'my variant' }, { listEvaluations: async () => [newest] as never });
  expect((await request())?.input).toMatchObject({ body: { evaluation_id: 'e-9' } });
});

test.each([
  ['WF_NOT_FOUND', ["wf variants revisions 'my variant'"]],
  ['WF_CONFLICT', ["wf env revisions 'my env'", 'Run the same command again']],
  ['WF_PROTECTED', promotionSteps({ name: 'my env' }, 'my variant')],
] as const)('the refusal %s leads on', async (code, nextSteps) => {
  const refused = new ServiceError({ code, message: 'No.', status: 409 });
  const { deployed } = deploying({}, { deployToEnvironment: () => Promise.reject(refused) });
  await expect(deployed).rejects.toMatchObject({ code, message: 'No.', nextSteps });
});

test('a deployment that cannot be read back is shown as it was written', async () => {
  const gone = new ServiceError({ code: 'WF_TIMEOUT', message: 'Late.', status: null });
  const { deployed } = deploying({}, { getEnvironmentRevisions: () => Promise.reject(gone) });
  expect(await deployed).toMatchObject({
    environment: { deployed_app_variant_id: 'v-1', deployed_variant_name: 'my variant', revisions: [] },
    environmentRevision: null,
    isChanged: true,
    warning: expect.stringContaining('Late.'),
  });
});

test.each([
  [{ message: 'Better' }, 'messages on deployments'],
  [{ variant: 'my variant@3' }, 'deployments of an older revision than the newest, my variant@7'],
])('another service is refused what it would ignore: %j', async (options, what) => {
  const { deployed, calls } = deploying(options, { extensions: async () => null });
  await expect(deployed).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${what}, an extension of wf. Nothing was changed.`,
  });
  expect(calls.map(({ name }) => name)).not.toContain('deployToEnvironment');
});

test('the commands that bring a variant into a protected environment can be pasted', () => {
  expect(promotionSteps({ name: 'my production' }, 'app.t1')).toEqual([
    'wf eval run --testset TESTSET --variants app.t1',
    "wf env deploy 'my production' --variant app.t1 --evaluation app.t1",
  ]);
});
