import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import { PROVIDER_KEY_MISSING } from '../../../../src/contract/evaluations/evaluation-status.ts';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import {
  planEvaluation,
  runEvaluation,
  type RunEvaluationOptions,
} from '../../../../src/use-cases/evaluations/run-evaluation.ts';
import { requireEvaluation } from '../../../../src/client/public/start-evaluations.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { ROUTES } from '../../../helpers/service-world.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

/** Deploys code with these routes, which take a text. */
async function openRoutes(...paths: readonly string[]): Promise<OwnWorld> {
  const world = await openWorld();
  const routes = ROUTES.flatMap((route) => paths.map((path) => ({ ...route, path, name: path.slice(1) || 'default' })));
  const body = { variant_name: 'default', artifact_sha256: world.sha256, routes, sdk_version: '0.1.0' };
  await world.call('createDeployment', { app_id: world.appId, body });
  return world;
}

/** What is asked of the service, of which nothing runs. */
async function ask(
  world: OwnWorld,
  file: string,
  options: Partial<RunEvaluationOptions>,
  methods: Partial<Client> = {},
) {
  await using project = await tempProject({ 'cases.csv': file });
  const own = clientOf(world.running);
  const asked: unknown[] = [];
  const refuse = async (input: { readonly body: unknown }) => {
    asked.push(input.body);
    return await Promise.reject(new Error('Nothing is run.'));
  };
  const client: Client = { ...own, createEvaluations: refuse, planEvaluations: refuse, ...methods };
  const given = {
    client,
    appId: world.appId,
    testset: 'cases.csv',
    variants: [{ id: world.variantId, revision: 1 }],
    evaluators: 'exact_match',
    cwd: project.root,
    stdin: Readable.from([]),
    abandonedAfterMs: 0,
    ...options,
  };
  const ended = await runEvaluation(given).catch((error: unknown) => error);
  const planned = await planEvaluation(given).catch((error: unknown) => error);
  return { ended, planned, asked, stored: await own.listTestsets({}) };
}

const CASES = 'text,correct_answer\nhi,hi\n';

test('a run and its plan ask for the same, with the options', async () => {
  await using world = await openRoutes('/', '/a');
  const keys = { OPENAI_API_KEY: 'k' };
  const options = { concurrency: 4, providerKeys: keys, options: { max_cost: 1 } };
  const { asked } = await ask(world, CASES, options);
  expect(asked[0]).toMatchObject({
    variant_ids: [world.variantId],
    variant_revisions: [1],
    route: null,
    rate_limit: { batch_size: 4 },
    lm_providers_keys: keys,
    options: { max_cost: 1 },
  });
  expect(asked[1]).toEqual(asked[0]);
  expect((await ask(world, CASES, { route: '/a' })).asked[0]).toMatchObject({ route: '/a' });
});

test.each<[readonly string[], string, Partial<RunEvaluationOptions>, object]>([
  [['/a', '/b'], CASES, {}, { message: 'The app has several routes: /a, /b.', nextSteps: ['Name one: --route /a'] }],
  [['/a', '/b'], CASES, { route: '/c' }, { message: 'No route is called "/c". Did you mean /a or /b?' }],
  [['/'], 'text\nhi\n', {}, { message: expect.stringMatching(/^cases\.csv has no column "correct_answer"/) }],
  [['/'], 'correct_answer\nhi\n', {}, { message: expect.stringMatching(/^Route \/ needs the input "text"/) }],
])('of the routes %j, with the test set %j and %j, nothing is stored', async (paths, file, options, error) => {
  await using world = await openRoutes(...paths);
  const { ended, planned, asked, stored } = await ask(world, file, options);
  expect([ended, planned]).toEqual([expect.objectContaining(error), expect.objectContaining(error)]);
  expect([asked, stored]).toEqual([[], []]);
});

test.each([
  [
    422,
    PROVIDER_KEY_MISSING,
    [expect.stringContaining('Set OPENAI_API_KEY'), 'wf eval run … --provider-keys OPENAI_API_KEY'],
  ],
  [422, 'missing', []],
  [409, 'no code', ["wf deploy, in the project's folder"]],
])('a refusal with %i of type %s is followed by %j', async (status, type, nextSteps) => {
  await using world = await openRoutes('/');
  const code = status === 409 ? 'WF_CONFLICT' : 'WF_INVALID_INPUT';
  const details = [{ loc: ['body'], msg: 'No.', type }];
  const refuse = () => Promise.reject(new ServiceError({ code, message: 'No.', status, details }));
  const { ended } = await ask(world, CASES, {}, { createEvaluations: refuse });
  expect(ended).toMatchObject({ code, message: 'No.', nextSteps });
});

describe('a service without extensions', () => {
  const { client } = fakeClient({
    extensions: async () => null,
    getVariant: async () => ({ variant_name: 'formal', revision: 2 }) as never,
  });
  const NEWEST = { client, variants: [{ id: 'v1', revision: 2 }] };

  test.each([
    [{ options: { repeat: 2 } }, 'repetitions (--repeat)'],
    [{ options: { fresh: true } }, 'calls for stored outputs (--fresh)'],
    [{ options: { shard: { index: 1, count: 2 } } }, 'shards (--shard)'],
    [{ options: { subset: { limit: 1 } } }, 'subsets of a test set (--where, --failed-of, --sample, --limit)'],
    [{ options: { max_cost: 1 } }, 'limits of cost (--max-cost)'],
    [{ options: { total_seconds: 1 } }, 'limits of time (--time-limit)'],
    [{ options: { call_seconds: 1 } }, 'time limits of calls (--call-timeout)'],
    [{ route: '/a', options: { repeat: 2 } }, 'a choice of the route (--route)'],
  ])('refuses %j before anything runs', async (options, what) => {
    await expect(requireEvaluation({ ...NEWEST, ...options })).rejects.toMatchObject({
      code: 'WF_UNSUPPORTED',
      message: `This service lacks ${what}, an extension of wf. Nothing was changed.`,
      nextSteps: expect.arrayContaining([expect.stringMatching(/^Leave out --|: wf testsets create FILE$/)]),
    });
  });

  test('is asked for nothing by options without a value', async () => {
    const asked = { ...NEWEST, route: null, options: { repeat: null, max_cost: undefined } as never };
    await expect(requireEvaluation(asked)).resolves.toBeUndefined();
  });
});
