import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createHumanEvaluation } from '../../../../src/use-cases/human-evaluations/create-human-evaluation.ts';
import {
  resolveHumanEvaluation,
  showHumanEvaluation,
} from '../../../../src/use-cases/human-evaluations/find-human-evaluations.ts';
import {
  summariseHumanEvaluation,
  type SummariseHumanEvaluationOptions,
} from '../../../../src/use-cases/human-evaluations/summarise-human-evaluation.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { compareTwo } from '../../../helpers/human-world.ts';
import { makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';

const [V1, V2, V3] = ['v1', 'v2', 'v3'].map((id) => ({ id, revision: 1 }));

/** Creates a human evaluation of a service whose outputs end with this status. */
async function create(
  world: OwnWorld,
  options: Partial<Parameters<typeof createHumanEvaluation>[0]>,
  status: { readonly value: string; readonly error?: { readonly message: string } | null } = {
    value: 'EVALUATION_FINISHED',
  },
) {
  const own = clientOf(world.running);
  const listHumanOutputs = async () => [{ variant_name: 'casual', status: { type: 'status', ...status } }] as never;
  return await createHumanEvaluation({
    client: { ...own, listHumanOutputs },
    appId: world.appId,
    testset: 'name-1',
    cwd: '/',
    stdin: Readable.from([]),
    variants: [{ id: world.variantId, revision: 1 }],
    type: null,
    inputs: ['text'],
    route: null,
    voters: [],
    ...options,
  });
}

test('one variant is scored, two are compared side by side, and each voter has a link', async () => {
  await using world = await openWorld();
  await world.makeTestset();
  const other = { id: await world.makeVariant(), revision: 1 };
  const scored = await create(world, { voters: ['ann', 'bob'] });
  const compared = await create(world, { variants: [{ id: world.variantId, revision: 1 }, other] });
  expect([scored.record.evaluation_type, compared.record.evaluation_type]).toEqual([
    'single_model_test',
    'human_a_b_testing',
  ]);
  const client = clientOf(world.running);
  const show = async (serverUrl: string | null, by = client) =>
    await showHumanEvaluation({ client: by, evaluation: scored.record, serverUrl });
  const fragment = `#vote=${scored.record.id}.`;
  for (const [serverUrl, start] of [
    [null, fragment],
    ['http://host', `http://host/${fragment}`],
    ['http://host/api//', `http://host/api/${fragment}`],
  ] as const) {
    const { link, voters } = await show(serverUrl);
    const links = [link, ...voters.map((voter) => voter.link)];
    expect(voters.map(({ name }) => name)).toEqual(['ann', 'bob']);
    expect(links).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(start)));
    expect(new Set(links).size).toBe(3);
  }
  // A viewer sees who votes, and hands out no links.
  expect(await show(null, clientOf(world.running, 'viewer'))).toMatchObject({
    link: null,
    voters: [
      { name: 'ann', link: null },
      { name: 'bob', link: null },
    ],
  });
});

test.each([
  ['single_model_test', [V1, V2], 'single_model_test takes 1 variant, and 2 are named.'],
  ['human_a_b_testing', [V1], 'human_a_b_testing takes 2 variants, and 1 is named.'],
  [null, [V1, V2, V3], 'A human evaluation takes 1 or 2 variants, and 3 are named.'],
  [
    null,
    [V1, V1],
    'Two revisions of one variant cannot be compared: a vote names a variant. Create a variant from one of them.',
  ],
] as const)('%s of %j is refused', async (type, variants, message) => {
  await using world = await openWorld();
  await expect(create(world, { type, variants: variants as never })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message,
    nextSteps: ['wf variants list', 'wf variants create NAME --from VARIANT'],
  });
});

test.each([
  [
    ['ann', 'bob@2'],
    'Invalid name "bob@2" of a voter: A name must not end in "@" and a number, which means a revision.',
  ],
  [['caf\u00e9', 'cafe\u0301'], 'The voters "caf\u00e9" and "caf\u00e9" have names that look alike.'],
  [['Anna1', 'AnnaI'], 'The voters "Anna1" and "AnnaI" have names that look alike.'],
])('a human evaluation for the voters %j is not begun', async (voters, message) => {
  await using world = await openWorld();
  await world.makeTestset();
  await expect(create(world, { voters })).rejects.toMatchObject({ code: 'WF_USAGE', message });
  expect((await clientOf(world.running).listHumanEvaluations({ app_id: world.appId })).length).toBe(0);
});

test.each([
  [{ message: 'no model' }, 'no model'],
  [null, 'for no known reason'],
])('outputs that fail end its creation: %j', async (error, reason) => {
  await using world = await openWorld();
  await world.makeTestset();
  await expect(create(world, {}, { value: 'EVALUATION_FAILED', error })).rejects.toMatchObject({
    code: 'WF_ROUTE_FAILED',
    message: `The outputs of casual could not be generated: ${reason}`,
    nextSteps: [expect.stringMatching(/^wf human-eval show /), expect.stringMatching(/^wf human-eval delete /)],
  });
});

test('a human evaluation is found by its id or the beginning of it', async () => {
  await using world = await openWorld();
  const id = await world.makeHumanEvaluation();
  const scope = { client: clientOf(world.running), app: 'support' };
  expect(await resolveHumanEvaluation({ ...scope, app: null, evaluation: id })).toMatchObject({ id });
  expect(await resolveHumanEvaluation({ ...scope, evaluation: id.slice(0, 12) })).toMatchObject({ id });
  await expect(resolveHumanEvaluation({ ...scope, evaluation: 'x' })).rejects.toMatchObject({
    message: `No human evaluation is called "x". Available: ${id}.`,
    nextSteps: ['wf human-eval list'],
  });
});

/** Summarises votes on two variants, or scores of one. */
async function summarise(
  world: OwnWorld,
  options: Partial<SummariseHumanEvaluationOptions> = {},
  evaluation_id?: string,
) {
  const client = clientOf(world.running);
  const id = evaluation_id ?? (await compareTwo(world)).evaluation_id;
  const evaluation = await client.getHumanEvaluation({ evaluation_id: id });
  const none = { against: null, route: null, passScore: null, judgePass: null, scale: null };
  return await summariseHumanEvaluation({ client, app: 'support', evaluation, ...none, ...options });
}

const HELP = ['wf human-eval results --help'];

test.each([
  [{ passScore: 'much' }, '--pass-score cannot be "much": write a number.'],
  [{ passScore: ' ' }, '--pass-score cannot be " ": write a number.'],
  [{ judgePass: '1e999' }, '--judge-pass cannot be "1e999": write a number.'],
  [{ scale: 'ordinal' }, '--scale cannot be "ordinal": write nominal, because votes have no order.'],
  [{ against: 'e1' }, '--against cannot be "e1": write EVALUATION:EVALUATOR.'],
  [{ against: ':exact_match' }, '--against cannot be ":exact_match": write EVALUATION:EVALUATOR.'],
  [{ against: 'e1:' }, '--against cannot be "e1:": write EVALUATION:EVALUATOR.'],
])('a summary of votes with %j is refused', async (options, message) => {
  await using world = await openWorld();
  await expect(summarise(world, options)).rejects.toMatchObject({ code: 'WF_USAGE', message, nextSteps: HELP });
});

test('scores have an order, and votes none', async () => {
  await using world = await openWorld();
  const scored = await world.makeHumanEvaluation();
  await expect(summarise(world, { scale: 'nominal' })).resolves.toMatchObject({ judges: [] });
  await expect(summarise(world, { scale: 'ordinal' }, scored)).resolves.toBeDefined();
  await expect(summarise(world, { scale: null, passScore: '0', judgePass: '-1.5' }, scored)).resolves.toBeDefined();
  await expect(summarise(world, { scale: 'ratio' }, scored)).rejects.toThrow(
    '--scale cannot be "ratio": write nominal, ordinal, interval.',
  );
});

test('a judge is an evaluator that judged one of the variants', async () => {
  await using world = await openWorld();
  const { evaluation_id, variant_ids } = await compareTwo(world);
  const judge = async (variantId: string) => await makeJudgedEvaluation(world, { variantId, verdicts: [true, false] });
  const [one, other] = [await judge(variant_ids[0]), await judge(await world.makeVariant())];
  const against = async (typed: string) => await summarise(world, { against: typed }, evaluation_id);
  expect(await against(`${one}:exact_match`)).toMatchObject({ judges: [expect.any(Object)] });
  await expect(against(`${other}:exact_match`)).rejects.toMatchObject({
    message: `${other}:exact_match evaluates none of the variants that people voted on.`,
    nextSteps: HELP,
  });
  await expect(against(`${one}:exact_match,${one}:exact_match`)).rejects.toMatchObject({
    message: '--against takes one evaluation per variant.',
  });
  await expect(against(`${one}:exact_mach`)).rejects.toMatchObject({
    message: `No evaluator of evaluation ${one} is called "exact_mach". Did you mean exact_match?`,
    nextSteps: [`wf eval show ${one}`],
  });
});

test('a judge that gives numbers needs a bound', async () => {
  await using world = await openWorld();
  const { evaluation_id, variant_ids } = await compareTwo(world);
  const judge = await makeJudgedEvaluation(world, { variantId: variant_ids[0], verdicts: [true, false] });
  const own = clientOf(world.running);
  const numbers = async function* (...list: Parameters<typeof own.paginate>) {
    for await (const row of own.paginate(...list)) {
      const result = { type: 'number', value: 0.5 };
      yield list[0] === 'listEvaluationScenarios' ? { ...row, results: [{ ...Object(row).results[0], result }] } : row;
    }
  };
  // The rows of one list are changed; all others pass through.
  const client = { ...own, paginate: numbers as typeof own.paginate };
  const against = { client, against: `${judge}:exact_match` };
  await expect(summarise(world, against, evaluation_id)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'exact_match gives numbers: set the number from which an output passes.',
    nextSteps: ['Add --judge-pass NUMBER'],
  });
  await expect(summarise(world, { ...against, judgePass: '0.4' }, evaluation_id)).resolves.toBeDefined();
});
