import { expect, test } from 'vitest';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';
import { BAD, deploy, GATE, GOOD, history, protect } from '../../helpers/promote.ts';
import { ROUTES } from '../../helpers/service-world.ts';

const unfit = (field: string, msg: string) => [
  422,
  { detail: [{ loc: ['body', field], msg, type: 'evaluation_unfit' }] },
];
const judge = async (world: OwnWorld, verdicts = GOOD, variantId = world.variantId) =>
  await makeJudgedEvaluation(world, { variantId, verdicts });

/** Changes the stored evaluation, as no request does. */
async function alter(
  { running }: OwnWorld,
  id: string,
  changes: { status_value?: string; app_id?: string; evaluator_configs?: string },
): Promise<void> {
  await running.store.db.updateTable('evaluations').set(changes).where('id', '=', id).execute();
}

async function deployCode({ call, appId }: OwnWorld, code: object): Promise<void> {
  const body = { variant_name: 'default', routes: ROUTES, sdk_version: '0.2.0', ...code };
  await call('createDeployment', { app_id: appId, body });
}

test('an evaluation proves every deploy of the same bundle', async () => {
  await using world = await openWorld();
  const evaluation_id = await judge(world);
  await deployCode(world, { artifact_sha256: world.sha256 });
  expect(await deploy(world, { gate: GATE, evaluation_id })).toEqual([200, null]);
});

test('an address may serve other code by now: only an evaluation of the same deploy proves it', async () => {
  await using world = await openWorld();
  await deployCode(world, { url: 'https://models.example/' });
  const evaluation_id = await judge(world);
  expect(await deploy(world, { gate: GATE, evaluation_id })).toEqual([200, null]);
  await deployCode(world, { url: 'https://models.example/', sdk_version: '0.3.0' });
  const refusal = unfit('evaluation_id', `Evaluation ${evaluation_id} ran different code: evaluate again`);
  expect(await deploy(world, { gate: GATE, evaluation_id })).toEqual(refusal);
});

test.each(['EVALUATION_FINISHED', 'EVALUATION_FINISHED_WITH_ERRORS'])(
  'an evaluation that is %s proves',
  async (status_value) => {
    await using world = await openWorld();
    const evaluation_id = await judge(world);
    await alter(world, evaluation_id, { status_value });
    expect(await deploy(world, { gate: GATE, evaluation_id })).toEqual([200, null]);
  },
);

test.each(['EVALUATION_STARTED', 'EVALUATION_CANCELLED', 'EVALUATION_FAILED'])(
  'an evaluation that is %s neither proves nor is compared with',
  async (status_value) => {
    await using world = await openWorld();
    const [proof, unfinished] = [await judge(world), await judge(world)];
    await alter(world, unfinished, { status_value });
    const msg = `Evaluation ${unfinished} has no complete results: its status is ${status_value}`;
    expect(await deploy(world, { gate: GATE, evaluation_id: unfinished })).toEqual(unfit('evaluation_id', msg));
    expect(await deploy(world, { gate: GATE, evaluation_id: proof, baseline_evaluation_id: unfinished })).toEqual(
      unfit('baseline_evaluation_id', msg),
    );
  },
);

test('an evaluation of another app neither proves nor is compared with', async () => {
  await using world = await openWorld();
  const [proof, foreign] = [await judge(world), await judge(world)];
  const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
  await alter(world, foreign, { app_id });
  const msg = `Evaluation ${foreign} belongs to another app`;
  expect(await deploy(world, { gate: GATE, evaluation_id: foreign })).toEqual(unfit('evaluation_id', msg));
  expect(await deploy(world, { gate: GATE, evaluation_id: proof, baseline_evaluation_id: foreign })).toEqual(
    unfit('baseline_evaluation_id', msg),
  );
});

test.each([
  ['exact_match', true],
  ['auto_exact_match', true],
  ['my own', true],
  ['exact_match strict', true],
  ['contains', false],
  ['auto_contains', false],
  ['contains:substring=r', false],
])('an exact match that is called "%s" proves: %j', async (name, proves) => {
  await using world = await openWorld();
  const evaluation_id = await judge(world);
  const { db } = world.running.store;
  const { evaluator_configs } = await db
    .selectFrom('evaluations')
    .select('evaluator_configs')
    .where('id', '=', evaluation_id)
    .executeTakeFirstOrThrow();
  await alter(world, evaluation_id, {
    evaluator_configs: evaluator_configs.replace('"exact_match"', JSON.stringify(name)),
  });
  const gate = { ...GATE, content: 'rules: [{ metric: cost, maximum: 1 }]' };
  const [status, body] = await deploy(world, { gate, evaluation_id });
  const called = `Evaluation ${evaluation_id} calls the evaluator auto_exact_match "${name.split(':')[0]}", which is another evaluator`;
  if (proves) expect(JSON.stringify(body)).not.toContain('another evaluator');
  else expect([status, body]).toEqual(unfit('evaluation_id', called));
});

const NOT_WORSE = { name: 'release.gate.yaml', content: 'rules: [{ metric: exact_match, not_worse_by: 0.1 }]' };

test('a baseline is compared with only where a condition needs one', async () => {
  await using world = await openWorld();
  const weak = await judge(world, BAD, await world.makeVariant());
  const good = await judge(world);
  expect(await deploy(world, { gate: GATE, evaluation_id: good, baseline_evaluation_id: weak })).toEqual([200, null]);
  expect((await history(world)).at(-1)?.evidence?.baseline_evaluation_id).toBeNull();
  expect(await deploy(world, { gate: NOT_WORSE, evaluation_id: good, baseline_evaluation_id: weak })).toEqual([
    200,
    null,
  ]);
  expect((await history(world)).at(-1)?.evidence?.baseline_evaluation_id).toBe(weak);
  const bad = await judge(world, BAD);
  expect(await deploy(world, { gate: NOT_WORSE, evaluation_id: bad, baseline_evaluation_id: good })).toMatchObject([
    409,
    { detail: { verdict: expect.stringMatching(/^(failed|inconclusive)$/) } },
  ]);
});

test('a protected environment takes its own gate under any name, and no other gate', async () => {
  await using world = await openWorld();
  await protect(world, GATE);
  const evaluation_id = await judge(world);
  const lax = { name: 'lax', content: 'rules: [{ metric: cost, maximum: 1 }]' };
  const message =
    'Environment "production" is protected by the gate release.gate.yaml, which lax differs from. Leave the gate out to use the environment\'s own.';
  expect(await deploy(world, { gate: lax, evaluation_id })).toEqual([
    409,
    { detail: { code: 'WF_PROTECTED', message } },
  ]);
  const unproven =
    'Environment "production" is protected: it accepts only a variant with an evaluation that passes the gate release.gate.yaml.';
  const renamed = { ...GATE, name: 'renamed' };
  expect(await deploy(world, { gate: renamed })).toEqual([
    409,
    { detail: { code: 'WF_PROTECTED', message: unproven } },
  ]);
  expect(await deploy(world, { gate: renamed, evaluation_id })).toEqual([200, null]);
});

test('protecting an environment and releasing it is logged by the hashes of the gates', async () => {
  await using world = await openWorld();
  await protect(world, GATE);
  await protect(world, null);
  const [first, second] = await world.call('listAuditEntries', { tail: 2 });
  const sha256 = expect.stringMatching(/^[\da-f]{64}$/);
  expect(first).toMatchObject({ before: null, after: sha256, summary: 'takes what passes release.gate.yaml' });
  expect(second).toMatchObject({ before: first?.after, after: null, summary: 'takes anything' });
});
