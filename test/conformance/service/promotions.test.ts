import { expect, test } from 'vitest';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import { BAD, deploy, GATE, GOOD, history, protect, rollback } from '../../helpers/promote.ts';

const problem = (field: string, msg: string) => [
  422,
  { detail: [expect.objectContaining({ loc: ['body', field], msg })] },
];

test('a deploy stores its message and the evidence of the passed gate', async () => {
  await using world = await openWorld();
  const evaluation_id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  expect(await deploy(world, { message: 'Better words', gate: GATE, evaluation_id })).toEqual([200, null]);
  expect((await history(world)).at(-1)).toMatchObject({
    revision: 2,
    message: 'Better words',
    restored_from: null,
    evidence: {
      evaluation_id,
      baseline_evaluation_id: null,
      verdict: 'passed',
      gate: { name: GATE.name, content: GATE.content, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      confidence: 0.95,
      checks: [
        { metric: 'errors', rule: 'maximum 0', value: 0, interval: null, cases: 10 },
        { metric: 'cases', rule: 'minimum 1', value: 10, interval: null, cases: 10 },
        { metric: 'exact_match', rule: 'minimum 0.8', value: 1, interval: [expect.any(Number), 1], cases: 10 },
      ],
    },
  });
});

test('a failed or inconclusive gate deploys nothing and reports its checks', async () => {
  await using world = await openWorld();
  const evaluation_id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: BAD });
  expect(await deploy(world, { gate: GATE, evaluation_id })).toEqual([
    409,
    {
      detail: expect.objectContaining({
        code: 'WF_GATE_FAILED',
        message: expect.stringContaining('exact_match of default@1, minimum 0.8'),
        verdict: 'failed',
      }),
    },
  ]);
  const unsure = { ...GATE, content: `minimum_cases: 50\n${GATE.content}`.replace('0.8', '0.1') };
  expect(await deploy(world, { gate: unsure, evaluation_id })).toEqual([
    409,
    { detail: expect.objectContaining({ code: 'WF_GATE_INCONCLUSIVE', verdict: 'inconclusive' }) },
  ]);
  expect(await history(world)).toHaveLength(1);
});

test('only an evaluation of the same revision, code and app proves a deploy', async () => {
  await using world = await openWorld();
  const other = await world.makeVariant();
  const ofOther = await makeJudgedEvaluation(world, { variantId: other, verdicts: GOOD });
  expect(await deploy(world, { gate: GATE, evaluation_id: ofOther })).toEqual(
    problem('evaluation_id', `Evaluation ${ofOther} is of name-1@1, not of default@1`),
  );
  const running = await world.makeEvaluation();
  expect(await deploy(world, { gate: GATE, evaluation_id: running })).toEqual(
    problem('evaluation_id', `Evaluation ${running} has no complete results: its status is EVALUATION_INITIALIZED`),
  );
  const older = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  await world.call('createDeployment', {
    app_id: world.appId,
    body: {
      variant_name: 'default',
      url: 'https://models.example/next',
      routes: await world.call('listRoutes', { app_id: world.appId }),
      sdk_version: '0.1.0',
    },
  });
  expect(await deploy(world, { gate: GATE, evaluation_id: older })).toEqual(
    problem('evaluation_id', `Evaluation ${older} ran different code: evaluate again`),
  );
  expect(await history(world)).toHaveLength(1);
});

test("an evaluator stored under another's name proves nothing", async () => {
  await using world = await openWorld();
  const evaluation_id = await makeJudgedEvaluation(world, {
    variantId: world.variantId,
    verdicts: GOOD,
    evaluatorKey: 'auto_contains',
  });
  expect(await deploy(world, { gate: GATE, evaluation_id })).toEqual(
    problem(
      'evaluation_id',
      `Evaluation ${evaluation_id} calls the evaluator auto_contains "exact_match", which is another evaluator`,
    ),
  );
});

test('a gate request must be complete', async () => {
  await using world = await openWorld();
  const evaluation_id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  expect(await deploy(world, { gate: GATE })).toEqual(problem('evaluation_id', 'A gate needs an evaluation to judge'));
  expect(await deploy(world, { evaluation_id })).toEqual(
    problem('evaluation_id', 'There is no gate to check the evaluation against: name one, or protect production'),
  );
  const comparing = { name: 'g', content: 'rules: [{ metric: exact_match, not_worse_by: 0.1 }]' };
  expect(await deploy(world, { gate: comparing, evaluation_id })).toEqual(
    problem('baseline_evaluation_id', 'The gate has a rule "not_worse_by": name the evaluation to compare with'),
  );
  for (const content of ['rules: []', 'rules: [', '{}', 'rules: [{ metric: a, least: 1 }]']) {
    const [status, body] = await deploy(world, { gate: { name: 'g', content }, evaluation_id });
    expect([status, body]).toEqual([
      422,
      {
        detail: [{ loc: ['body', 'gate', 'content'], msg: expect.stringContaining('gate g'), type: 'gate_invalid' }],
      },
    ]);
  }
  expect((await deploy(world, { gate: GATE, evaluation_id: 'nope' }))[0]).toBe(404);
});

test('a protected environment takes only what passes its gate, on every code path', async () => {
  await using world = await openWorld();
  const { appId, sha256, call } = world;
  const [status, body] = await protect(world, GATE);
  expect([status, body]).toMatchObject([
    200,
    {
      name: 'production',
      protection: { gate: { name: GATE.name, content: GATE.content }, changed_by: 'the operator' },
    },
  ]);
  const refused = [409, { detail: expect.objectContaining({ code: 'WF_PROTECTED' }) }];
  expect(await deploy(world, { variant_id: await world.makeVariant() })).toEqual(refused);
  expect(await deploy(world, { gate: { name: 'easy', content: 'rules: [{ metric: cost, minimum: 0 }]' } })).toEqual(
    refused,
  );
  const routes = await call('listRoutes', { app_id: appId });
  const deployment = { variant_name: 'default', artifact_sha256: sha256, routes, environment: 'production' };
  const code = await world.running.send('POST', `/apps/${appId}/deployments`, {
    body: { ...deployment, sdk_version: '9.9.9' },
  });
  expect(await seen(code)).toEqual(refused);
  expect(await call('listDeployments', { app_id: appId })).toHaveLength(1);
  // What it runs already is not a change.
  expect(
    (await call('createDeployment', { app_id: appId, body: { ...deployment, sdk_version: '0.1.0' } })).changed,
  ).toBe(false);
  const bad = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: BAD });
  expect((await deploy(world, { evaluation_id: bad }))[0]).toBe(409);
  const good = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  expect(await deploy(world, { evaluation_id: good })).toEqual([200, null]);
  expect((await history(world)).map(({ evidence }) => evidence?.evaluation_id ?? null)).toEqual([null, good]);
  expect((await protect(world, null))[0]).toBe(200);
  expect(await deploy(world, {})).toEqual([200, null]);
});

test('a protected environment compares only with what it runs', async () => {
  await using world = await openWorld();
  const weak = await world.makeVariant();
  const ofWeak = await makeJudgedEvaluation(world, { variantId: weak, verdicts: BAD });
  const ofRunning = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  await protect(world, { name: 'g', content: 'rules: [{ metric: exact_match, not_worse_by: 0.5 }]' });
  const evaluation_id = ofRunning;
  expect(await deploy(world, { evaluation_id, baseline_evaluation_id: ofWeak })).toEqual(
    problem(
      'baseline_evaluation_id',
      `Evaluation ${ofWeak} is of name-1@1; a protected environment compares with what it runs: default, as in its revision 1`,
    ),
  );
  const again = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  expect(await deploy(world, { evaluation_id: again, baseline_evaluation_id: ofRunning })).toEqual([200, null]);
});

test('a protected environment rolls back only to revisions that passed', async () => {
  await using world = await openWorld();
  await protect(world, GATE);
  const first = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  await deploy(world, { evaluation_id: first });
  const variantId = await world.makeVariant();
  const second = await makeJudgedEvaluation(world, { variantId, verdicts: GOOD });
  await deploy(world, { variant_id: variantId, evaluation_id: second });
  expect(await rollback(world, 1)).toEqual([
    409,
    {
      detail: {
        code: 'WF_PROTECTED',
        message:
          'Environment "production" is protected by the gate release.gate.yaml, and its revision 1 passed no gate. These have: 2, 3.',
      },
    },
  ]);
  // The gate may have become stricter since.
  await protect(world, { ...GATE, content: GATE.content.replace('0.8', '1.1') });
  expect((await rollback(world))[0]).toBe(200);
  const [, , , last] = await history(world);
  expect(last).toMatchObject({ revision: 4, restored_from: 2, evidence: { evaluation_id: first } });
});

test('what a revision refers to cannot be deleted, anything else can', async () => {
  await using world = await openWorld();
  const judge = async () => await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: GOOD });
  const [evidence, baseline, free] = [await judge(), await judge(), await judge()];
  const gate = { name: 'g', content: 'rules: [{ metric: exact_match, minimum: 0.5, not_worse_by: 0.5 }]' };
  await deploy(world, { gate, evaluation_id: evidence, baseline_evaluation_id: baseline });
  const remove = async (...evaluations_ids: (string | undefined)[]) =>
    await seen(await world.running.send('DELETE', '/evaluations', { body: { evaluations_ids } }));
  for (const id of [evidence, baseline]) {
    expect(await remove(free, id)).toEqual([
      409,
      {
        detail: `Evaluation ${id} is the evidence for revision 2 of environment "production", and cannot be deleted before it.`,
      },
    ]);
  }
  expect((await remove(free))[0]).toBe(204);
  const testsets = await world.call('listTestsets', {});
  await world.call('deleteTestsets', { body: { testset_ids: testsets.map(({ id }) => id) } });
  expect((await rollback(world, 1))[0]).toBe(200);
  expect((await rollback(world, 2))[0]).toBe(200);
});

test('of two conditional changes to an environment, one wins and the other is refused', async () => {
  await using world = await openWorld();
  const seenFirst = { 'if-match': '"1"' };
  const [variant_id, another] = [await world.makeVariant(), await world.makeVariant()];
  await deploy(world, { variant_id: another });
  expect(await deploy(world, { variant_id }, seenFirst)).toEqual([
    412,
    { detail: 'Environment "production" is now at revision 2: somebody else changed it first.' },
  ]);
  expect((await rollback(world, 1, seenFirst))[0]).toBe(412);
  const now = { 'if-match': '"2"' };
  const answers = await Promise.all([
    deploy(world, { variant_id }, now),
    rollback(world, 1, now),
    deploy(world, {}, now),
  ]);
  expect(answers.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  expect((await history(world)).map(({ revision }) => revision)).toEqual([1, 2, 3]);
  const empty = { environment_name: 'staging', variant_id };
  expect((await deploy(world, empty, { 'if-match': '"1"' }))[0]).toBe(412);
  expect((await deploy(world, empty, { 'if-match': '"0"' }))[0]).toBe(200);
});

test('a deploy of code to an environment accepts If-Match and a message', async () => {
  await using world = await openWorld();
  const { appId: app_id, sha256: artifact_sha256, call } = world;
  const routes = await call('listRoutes', { app_id });
  const body = {
    variant_name: 'default',
    artifact_sha256,
    routes,
    sdk_version: '0.2.0',
    environment: 'production',
    message: 'Two tones',
  };
  const send = async (match: string) =>
    await seen(
      await world.running.send('POST', `/apps/${app_id}/deployments`, { body, headers: { 'if-match': match } }),
    );
  expect((await send('"7"'))[0]).toBe(412);
  expect(await call('listDeployments', { app_id })).toHaveLength(1);
  expect((await send('"1"'))[0]).toBe(200);
  expect((await history(world)).at(-1)).toMatchObject({ revision: 2, message: 'Two tones', evidence: null });
});
