import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EndpointInput, type EndpointName, ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { openWorld, type OwnWorld, seen } from '../../helpers/open-world.ts';
import { toWire } from '../../helpers/to-wire.ts';

/** Records of one app, some of them twice. */
interface Records {
  readonly app: string;
  readonly base: string;
  readonly variant: string;
  readonly evaluator: string;
  readonly testset: string;
  readonly evaluation: string;
  readonly human: string;
  readonly scenario: string;
}

const RATE_LIMIT = { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };

let world: OwnWorld;
let own: Records;
let foreign: Records;
let key: string;

beforeAll(async () => {
  world = await openWorld();
  [own, foreign] = [await makeRecords('own'), await makeRecords('foreign')];
  key = await world.call('createKey', { body: { name: 'ci', role: 'operator', app_ids: [own.app] } });
});
afterAll(() => world[Symbol.asyncDispose]());

async function makeRecords(app_name: string): Promise<Records> {
  const { call } = world;
  const { app_id: app } = await call('createApp', { body: { app_name } });
  const service = { variant_name: 'main', url: 'https://workflow.example/', base_name: null, config_name: null };
  const { variant_id: variant, base_id: base } = await call('addVariantFromService', { app_id: app, body: service });
  const csvdata = [{ text: 'hello', correct_answer: 'greeting' }];
  const { id: testset } = await call('createTestset', { body: { name: 'cases', csvdata, app_id: app } });
  const settings = { evaluator_key: 'auto_exact_match', settings_values: {} };
  const { id: evaluator } = await call('createEvaluatorConfig', { body: { app_id: app, name: 'exact', ...settings } });
  const named = { app_id: app, variant_ids: [variant], testset_id: testset };
  const evaluations = { ...named, evaluators_configs: [evaluator], rate_limit: RATE_LIMIT };
  const [evaluation] = await call('createEvaluations', { body: evaluations });
  const votes = { evaluation_type: 'single_model_test' as const, inputs: ['text'], status: 'INITIALIZED' as const };
  const { id: human } = await call('createHumanEvaluation', { body: { ...named, ...votes } });
  const [scenario] = await call('listHumanEvaluationScenarios', { evaluation_id: human });
  return {
    app,
    base,
    variant,
    evaluator,
    testset,
    evaluation: evaluation?.id ?? '',
    human,
    scenario: scenario?.id ?? '',
  };
}

type Named<N extends EndpointName> = (other: Records) => EndpointInput<N>;

const evaluationsOf = (changes: (other: Records) => object) => (other: Records) => ({
  body: {
    app_id: own.app,
    variant_ids: [own.variant],
    evaluators_configs: [own.evaluator],
    testset_id: own.testset,
    rate_limit: RATE_LIMIT,
    ...changes(other),
  },
});
const NEW_EVALUATIONS = [
  ['variant', evaluationsOf(({ variant }) => ({ variant_ids: [own.variant, variant] }))],
  ['evaluator', evaluationsOf(({ evaluator }) => ({ evaluators_configs: [own.evaluator, evaluator] }))],
  ['test set', evaluationsOf(({ testset }) => ({ testset_id: testset }))],
] as const;
const humanOf = (changes: (other: Records) => object) => (other: Records) => ({
  body: {
    app_id: own.app,
    variant_ids: [own.variant],
    testset_id: own.testset,
    evaluation_type: 'human_a_b_testing' as const,
    inputs: ['text'],
    status: 'EVALUATION_INITIALIZED' as const,
    ...changes(other),
  },
});
const promotionOf = (changes: (other: Records) => object) => (other: Records) => ({
  body: { environment_name: 'production', variant_id: own.variant, ...changes(other) },
});

/** Requests that name records of the key's own app, and one of another: of which kind it is. */
const REQUESTS: { readonly [N in EndpointName]?: readonly (readonly [kind: string, Named<N>])[] } = {
  createEvaluations: NEW_EVALUATIONS,
  planEvaluations: NEW_EVALUATIONS,
  createHumanEvaluation: [
    ['variant', humanOf(({ variant }) => ({ variant_ids: [own.variant, variant] }))],
    ['test set', humanOf(({ testset }) => ({ testset_id: testset }))],
  ],
  deployToEnvironment: [
    ['evaluation', promotionOf(({ evaluation }) => ({ evaluation_id: evaluation }))],
    ['evaluation', promotionOf(({ evaluation }) => ({ baseline_evaluation_id: evaluation }))],
  ],
  getServiceUrl: [['variant', ({ variant }) => ({ base_id: own.base, variant_id: variant })]],
  listEvaluationsOfResources: [
    ['variant', ({ variant }) => ({ resource_type: 'variant', resource_ids: [own.variant, variant] })],
    ['test set', ({ testset }) => ({ resource_type: 'testset', resource_ids: [own.testset, testset] })],
    ['evaluator', ({ evaluator }) => ({ resource_type: 'evaluator_config', resource_ids: [own.evaluator, evaluator] })],
  ],
  compareEvaluations: [['evaluation', ({ evaluation }) => ({ evaluations_ids: `${own.evaluation}, ${evaluation}` })]],
  compareWithBaseline: [
    ['evaluation', ({ evaluation }) => ({ evaluation_id: own.evaluation, baseline_id: evaluation })],
  ],
  deleteEvaluations: [
    ['evaluation', ({ evaluation }) => ({ body: { evaluations_ids: [own.evaluation, evaluation] } })],
  ],
  updateHumanEvaluationScenario: [
    [
      'case',
      ({ scenario }) => ({
        evaluation_id: own.human,
        evaluation_scenario_id: scenario,
        evaluation_type: 'single_model_test',
        body: { score: 1 },
      }),
    ],
  ],
  deleteHumanEvaluations: [['human evaluation', ({ human }) => ({ body: { evaluations_ids: [own.human, human] } })]],
  deleteTestsets: [['test set', ({ testset }) => ({ body: { testset_ids: [own.testset, testset] } })]],
  listEvaluators: [['app', ({ app }) => ({ app_id: app })]],
  getUsage: [['app', ({ app }) => ({ app_id: app })]],
  prune: [['app', ({ app }) => ({ body: { app_id: app, older_than_seconds: 86_400 } })]],
  setRetention: [['app', ({ app }) => ({ body: { app_id: app, keep: {} } })]],
  openTestsetRevision: [['app', ({ app }) => ({ body: { name: 'cases', app_id: app } })]],
};

test.each(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])(
  // its keys are names of endpoints
  '%s is refused for each record of another app, next to own ones',
  async (name) => {
    const idsOf = Object.values(foreign) as string[]; // each field is an id
    // The table pairs each endpoint with inputs of its own.
    for (const [kind, toInput] of REQUESTS[name] as readonly [string, Named<EndpointName>][]) {
      const { method, path, body } = toWire(ENDPOINTS[name], toInput(foreign));
      const [status, answer] = await seen(await world.running.send(method, path, { body, key }));
      const { detail } = answer as { readonly detail: string };
      const [, of, id = ''] = /^The apps of this key have no (.*) "(.*)"\.$/.exec(detail) ?? [];
      expect([status, of, idsOf.includes(id)]).toEqual([404, kind, true]);
    }
  },
);
