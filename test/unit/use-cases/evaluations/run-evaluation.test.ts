import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { PROVIDER_KEY_MISSING } from '../../../../src/contract/evaluations/provider-key-missing.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import type { TestsetRevision } from '../../../../src/contract/testsets/testset.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import {
  type EvaluationEvent,
  planEvaluation,
  runEvaluation,
} from '../../../../src/use-cases/evaluations/run-evaluation.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const EVALUATION = evaluationOf();
const [APP, TESTSET] = [EVALUATION.app_id, EVALUATION.testset_id ?? ''];
const VARIANT = { id: EVALUATION.variant_ids[0] ?? '', revision: 2 };
const STORED = scoreOf('exact_match', 1).evaluator_config;

const RUN = {
  appId: APP,
  testset: 'cases',
  variants: [VARIANT],
  evaluators: 'exact_match',
  cwd: '/nowhere',
  stdin: Readable.from([]),
  abandonedAfterMs: 0,
};

const TESTSET_RECORD = { id: TESTSET, name: 'cases', created_at: '2026-11-20T10:00:00Z', updated_at: '' };
const REVISION: TestsetRevision = {
  id: 'r3',
  testset_id: TESTSET,
  name: 'cases',
  revision: 3,
  rows: 2,
  columns: ['text', 'correct_answer'],
  content_tag: null,
  created_by: 'ann',
  created_at: '2026-11-20T10:00:00Z',
};

/** A service with one route, one test set and one stored evaluator, whose evaluations end at once. */
function serviceOf(methods: Partial<ExtendedClient> = {}) {
  return fakeClient({
    listEvaluators: async () => [],
    listEvaluatorConfigs: async () => [STORED],
    listRoutes: async () => [routeOf('/')],
    listTestsets: async () => [TESTSET_RECORD],
    listTestsetRevisions: async () => [REVISION],
    request: async () => ({ status: 200, headers: {}, bytes: new Uint8Array(), requestId: null }),
    createEvaluations: async () => [EVALUATION],
    getEvaluationStatus: async () => ({ status: EVALUATION.status }),
    getEvaluation: async () => EVALUATION,
    ...methods,
  });
}

const routeOf = (path: string): RouteSchema => ({
  path,
  name: 'answer',
  config: null,
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output: null,
  defaults: {},
});

test('a run asks for one evaluation of each variant, and reports what happens', async () => {
  const { client, calls } = serviceOf();
  const events: EvaluationEvent[] = [];
  const ended = await runEvaluation({ ...RUN, client, onEvent: (event) => events.push(event) });
  expect(ended).toEqual([EVALUATION]);
  expect(calls.find(({ name }) => name === 'createEvaluations')?.input).toEqual({
    body: {
      app_id: APP,
      variant_ids: [VARIANT.id],
      variant_revisions: [2],
      evaluators_configs: ['exact_match'],
      testset_id: TESTSET,
      testset_revision: 3,
      rate_limit: { batch_size: 16, max_retries: 3, retry_delay: 1, delay_between_batches: 0 },
      lm_providers_keys: {},
      route: null,
      options: {},
    },
  });
  expect(calls.find(({ name }) => name === 'request')?.input).toEqual({
    method: 'GET',
    path: `/services/${APP}/${VARIANT.id}/health`,
  });
  expect(events.slice(0, 2)).toEqual([
    { type: 'testset-store', testset: { id: TESTSET, name: 'cases', revision: 3, created: false } },
    { type: 'evaluation-start', evaluation_id: EVALUATION.id, variant: 'default' },
  ]);
});

test('options of a run reach the service, and a plan asks for the same', async () => {
  const given = {
    ...RUN,
    route: '/',
    concurrency: 4,
    providerKeys: { OPENAI_API_KEY: 'k' },
    options: { max_cost: 1 },
  };
  const run = serviceOf();
  await runEvaluation({ ...given, client: run.client });
  const plan = serviceOf({ planEvaluations: async () => [] });
  expect(await planEvaluation({ ...given, client: plan.client })).toEqual([]);
  const [asked] = run.calls.filter(({ name }) => name === 'createEvaluations');
  const [planned] = plan.calls.filter(({ name }) => name === 'planEvaluations');
  expect(asked?.input).toMatchObject({
    body: {
      route: '/',
      rate_limit: { batch_size: 4 },
      lm_providers_keys: { OPENAI_API_KEY: 'k' },
      options: { max_cost: 1 },
    },
  });
  expect(planned?.input).toEqual(asked?.input);
});

test.each([
  ['another test set', [evaluationOf({ testset_id: APP })], '1 evaluation'],
  ['another variant', [evaluationOf({ variant_ids: [APP] })], '1 evaluation'],
  ['too few', [], '0 evaluations'],
  ['too many', [EVALUATION, EVALUATION], '2 evaluations'],
])('a service that confirms %s is not believed', async (_, started, count) => {
  const { client } = serviceOf({ createEvaluations: async () => started });
  await expect(runEvaluation({ ...RUN, client })).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The service confirmed ${count} of other variants or another test set than asked for: 1 variant on ${TESTSET}.`,
    nextSteps: ['wf eval list'],
    details: { asked: { variant_ids: [VARIANT.id], testset_id: TESTSET } },
  });
});

test('a service that does not repeat the test set is believed', async () => {
  const { testset_id: _, ...bare } = EVALUATION;
  const { client } = serviceOf({ createEvaluations: async () => [bare] });
  await expect(runEvaluation({ ...RUN, client })).resolves.toHaveLength(1);
});

test.each([
  [
    PROVIDER_KEY_MISSING,
    [expect.stringContaining('Set OPENAI_API_KEY'), 'wf eval run … --provider-keys OPENAI_API_KEY'],
  ],
  ['missing', []],
])('a refusal of type %s is followed by %j', async (type, nextSteps) => {
  const details = [{ loc: ['body'], msg: 'No key.', type }];
  const refusal = new ServiceError({ code: 'WF_INVALID_INPUT', message: 'No key.', status: 422, details });
  const { client } = serviceOf({ createEvaluations: async () => await Promise.reject(refusal) });
  await expect(runEvaluation({ ...RUN, client })).rejects.toMatchObject({ message: 'No key.', nextSteps });
});

test('a variant without deployed code is to be deployed first', async () => {
  const refusal = new ServiceError({ code: 'WF_CONFLICT', message: 'No code.', status: 409 });
  const refuse = async () => await Promise.reject(refusal);
  const { client } = serviceOf({ createEvaluations: refuse, planEvaluations: refuse });
  const expected = { code: 'WF_CONFLICT', message: 'No code.', nextSteps: ['wf deploy'] };
  await expect(runEvaluation({ ...RUN, client })).rejects.toMatchObject(expected);
  await expect(planEvaluation({ ...RUN, client })).rejects.toMatchObject(expected);
});

describe('a route', () => {
  const several = async () => [routeOf('/a'), routeOf('/b')];

  test('has to be named where the app has several', async () => {
    const { client, calls } = serviceOf({ listRoutes: several });
    await expect(runEvaluation({ ...RUN, client })).rejects.toMatchObject({
      code: 'WF_USAGE',
      message: 'The app has several routes: /a, /b.',
      nextSteps: ['Name one: --route /a'],
    });
    expect(calls.map(({ name }) => name)).not.toContain('listTestsets');
  });

  test('that does not exist is refused before anything is stored', async () => {
    const { client, calls } = serviceOf({ listRoutes: several });
    await expect(runEvaluation({ ...RUN, client, route: '/c' })).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
    expect(calls.map(({ name }) => name)).not.toContain('listTestsets');
  });

  test('that is the entrypoint is called among several, and none is needed where the service lists none', async () => {
    const entry = serviceOf({ listRoutes: async () => [routeOf('/a'), routeOf('/')] });
    await expect(runEvaluation({ ...RUN, client: entry.client })).resolves.toHaveLength(1);
    const unlisted = serviceOf({ listRoutes: async () => [] });
    await expect(runEvaluation({ ...RUN, client: unlisted.client })).resolves.toHaveLength(1);
  });

  test('whose input no column has is refused', async () => {
    const columns = ['question', 'correct_answer'];
    const { client } = serviceOf({ listTestsetRevisions: async () => [{ ...REVISION, columns }] });
    await expect(runEvaluation({ ...RUN, client })).rejects.toThrow(/text/);
  });
});

test('a setting that works differently than expected is warned about', async () => {
  const warnings: string[] = [];
  const { client } = serviceOf({ createEvaluatorConfig: async () => ({ ...STORED, id: 'new' }) });
  const evaluators = String.raw`regex_test:regex_pattern=a\-b`;
  await runEvaluation({ ...RUN, client, evaluators, onWarning: (warning) => warnings.push(warning) }).catch(() => {});
  expect(warnings).toEqual([expect.stringMatching(/^regex_test: /)]);
});
