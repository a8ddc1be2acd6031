import { expect, test } from 'vitest';
import type { EndpointName } from '../../../../src/contract/endpoints.ts';
import { ENDPOINT_REACH } from '../../../../src/service/reach/endpoint-reach.ts';
import type { RecordRef } from '../../../../src/service/reach/record-ref.ts';

/** The records that a request names, as `kind id`. */
function namedBy(name: EndpointName, input: object): string[] {
  const rule = ENDPOINT_REACH[name] as unknown;
  const named = typeof rule === 'function' ? rule : (rule as { readonly bundlesAnd: unknown }).bundlesAnd;
  // The function of this endpoint, and an input of it.
  return (named as (given: object) => RecordRef[])(input).map(({ kind, id }) => `${kind} ${id}`);
}

const EVALUATION = { body: { app_id: 'a', variant_ids: ['v', 'w'], evaluators_configs: ['c', 'd'], testset_id: 't' } };

test.each<[EndpointName, object, string[]]>([
  ['getVariant', { variant_id: 'v' }, ['variant v']],
  ['listBases', { app_id: 'a' }, ['app a']],
  ['rollbackEnvironment', { body: { app_id: 'a' } }, ['app a']],
  ['addVariantFromBase', { body: { base_id: 'x' } }, ['base x']],
  ['getBaseConfig', { base_id: 'x' }, ['base x']],
  ['saveBaseConfig', { body: { base_id: 'x' } }, ['base x']],
  ['getServiceUrl', { base_id: 'x', variant_id: 'v' }, ['base x', 'variant v']],
  ['getServiceUrl', { variant_id: 'v' }, ['variant v']],
  [
    'deployToEnvironment',
    { body: { variant_id: 'v', evaluation_id: 'e', baseline_evaluation_id: 'f' } },
    ['variant v', 'evaluation e', 'evaluation f'],
  ],
  ['deployToEnvironment', { body: { variant_id: 'v', evaluation_id: null } }, ['variant v']],
  ['restartContainer', { body: { variant_id: 'v' } }, ['variant v']],
  ['getArtifact', { sha256: 's' }, ['artifact s']],
  ['createDeployment', { app_id: 'a' }, ['app a']],
  ['createEvaluations', EVALUATION, ['app a', 'variant v', 'variant w', 'evaluator c', 'evaluator d', 'test set t']],
  ['planEvaluations', EVALUATION, ['app a', 'variant v', 'variant w', 'evaluator c', 'evaluator d', 'test set t']],
  ['listEvaluationsOfResources', { resource_type: 'variant', resource_ids: ['v', 'w'] }, ['variant v', 'variant w']],
  ['listEvaluationsOfResources', { resource_type: 'testset', resource_ids: ['t'] }, ['test set t']],
  ['listEvaluationsOfResources', { resource_type: 'evaluator_config', resource_ids: ['c'] }, ['evaluator c']],
  ['compareEvaluations', { evaluations_ids: 'e, f' }, ['evaluation e', 'evaluation f']],
  ['compareWithBaseline', { evaluation_id: 'e', baseline_id: 'f' }, ['evaluation e', 'evaluation f']],
  ['deleteEvaluations', { body: { evaluations_ids: ['e', 'f'] } }, ['evaluation e', 'evaluation f']],
  ['listEvaluators', { app_id: 'a' }, ['app a']],
  ['listEvaluators', {}, []],
  ['createEvaluatorConfig', { body: { app_id: 'a' } }, ['app a']],
  ['getEvaluatorConfig', { evaluator_config_id: 'c' }, ['evaluator c']],
  [
    'createHumanEvaluation',
    { body: { app_id: 'a', variant_ids: ['v', 'w'], testset_id: 't' } },
    ['app a', 'variant v', 'variant w', 'test set t'],
  ],
  ['getHumanEvaluation', { evaluation_id: 'h' }, ['human evaluation h']],
  ['deleteHumanEvaluations', { body: { evaluations_ids: ['h'] } }, ['human evaluation h']],
  [
    'updateHumanEvaluationScenario',
    { evaluation_id: 'h', evaluation_scenario_id: 's' },
    ['human evaluation h', 'case s'],
  ],
  ['getHumanScenarioScore', { evaluation_scenario_id: 's' }, ['case s']],
  ['createTestset', { body: { app_id: 'a' } }, ['app a']],
  ['createTestset', { body: {} }, []],
  ['getTestset', { testset_id: 't' }, ['test set t']],
  ['deleteTestsets', { body: { testset_ids: ['t', 'u'] } }, ['test set t', 'test set u']],
  ['openTestsetRevision', { body: { app_id: 'a' } }, ['app a']],
  ['addTestsetRows', { testset_revision_id: 'r' }, ['test set revision r']],
  ['getUsage', { app_id: 'a' }, ['app a']],
  ['prune', { body: { app_id: 'a' } }, ['app a']],
  ['getRetention', {}, []],
  ['setRetention', { body: { app_id: 'a' } }, ['app a']],
])('%s by %j names these records', (name, input, records) => {
  expect(namedBy(name, input)).toEqual(records);
});
