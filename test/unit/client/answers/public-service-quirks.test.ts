import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fixRefusal } from '../../../../src/client/answers/fix-refusal.ts';
import { fixAnswer } from '../../../../src/client/answers/public-service-quirks.ts';
import { answering } from '../answering.ts';

const RECORDED: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../../fixtures/public-service/answers.json', import.meta.url), 'utf8'),
);

const APP = '019443a5-0000-7b3c-9a56-8f2e2c1d0a11';

describe('an answer of the public service', () => {
  test('may spell id as _id', async () => {
    const [first] = await answering(RECORDED['testsets']).listTestsets();
    expect(first?.id).toBe('019443a5-0a66-7b3c-9a56-8f2e2c1d0a11');
    const updated = await answering(RECORDED['updated_testset']).updateTestset({
      testset_id: '019443a5-0a66-7b3c-9a56-8f2e2c1d0a11',
      body: { name: 'countries', csvdata: [] },
    });
    expect(updated.id).toBe('019443a5-0a66-7b3c-9a56-8f2e2c1d0a11');
  });

  test('may lack the fields of its enterprise edition and have "None" for an id', async () => {
    const [variant] = await answering(RECORDED['variants']).listAppVariants({ app_id: APP });
    expect(variant).toMatchObject({ modified_by_id: null, revision: 0, uri: null });
    expect(variant).not.toHaveProperty('organization_id');
  });

  test('may have "None" if nothing is deployed', async () => {
    const input = { app_id: APP, environment_name: 'production' };
    const environment = await answering(RECORDED['environment']).getEnvironmentRevisions(input);
    expect(environment.deployed_app_variant_revision_id).toBeNull();
    expect(environment.revisions[0]).toMatchObject({ deployed_app_variant_revision: null, deployment: null });
  });

  test('may have an evaluator that is empty or lacks its project', async () => {
    const evaluation = await answering(RECORDED['evaluation']).getEvaluation({
      evaluation_id: '019443a5-5555-7b3c-9a56-8f2e2c1d0a11',
    });
    expect(evaluation.aggregated_results.map(({ evaluator_config }) => evaluator_config)).toEqual([
      {
        id: '019443a5-7777-7b3c-9a56-8f2e2c1d0a11',
        name: 'Exact Match (capitals)',
        project_id: '019443a5-2222-7b3c-9a56-8f2e2c1d0a11',
        evaluator_key: 'auto_exact_match',
        settings_values: {},
        created_at: '2025-01-08 10:09:16.123456+00:00',
        updated_at: '2025-01-08 10:09:16.123456+00:00',
      },
      {
        id: '',
        name: 'deleted evaluator',
        project_id: '019443a5-2222-7b3c-9a56-8f2e2c1d0a11',
        evaluator_key: '',
        settings_values: null,
        created_at: '',
        updated_at: '',
      },
    ]);
  });

  test('may contain results outside an evaluation', async () => {
    const results = (RECORDED['evaluation'] as { aggregated_results: unknown }).aggregated_results;
    const answer = await answering({ results, evaluation_id: 'e' }).getEvaluationResults({ evaluation_id: 'e' });
    expect(answer.results).toHaveLength(2);
  });

  test('may list a human evaluation of a deleted variant', async () => {
    const [first] = await answering(RECORDED['human_evaluations']).listHumanEvaluations({ app_id: APP });
    expect(first?.revisions).toEqual(['']);
  });

  test.each([
    ['204', undefined, { status: 204 }],
    ['null', null, {}],
    ['a word', 'deleted', {}],
  ])('to a delete may be %s', async (_, body, init) => {
    expect(await answering(body, init).deleteEvaluations({ body: { evaluations_ids: [] } })).toBeUndefined();
    await expect(
      answering(body, init)
        .deleteTestsets({ body: { testset_ids: [] } })
        .catch(String),
    ).resolves.toEqual(body === 'deleted' ? expect.stringContaining('the response is not JSON') : []);
  });

  test.each([
    ['deleteApp', { ok: true }, null],
    ['deleteVariant', {}, null],
    ['updateVariantParameters', {}, null],
    ['deployToEnvironment', {}, null],
    ['deleteKey', null, {}],
    ['deleteKey', { id: 'k' }, { id: 'k' }],
    ['deleteEvaluatorConfig', null, true],
    ['deleteEvaluatorConfig', false, false],
    ['deleteTestsets', ['a'], ['a']],
    ['listApps', null, null],
  ] as const)('of %s may be %j', (name, answer, fixed) => {
    expect(fixAnswer(name, answer)).toEqual(fixed);
  });

  test.each([
    'modified_by_id',
    'deployed_app_variant_id',
    'deployed_app_variant_revision_id',
    'deployed_app_variant_revision',
    'deployment',
    'organization_id',
    'workspace_id',
  ])('may have "None" for %s, also in a revision', (field) => {
    const record = { [field]: 'None', name: 'None' };
    const fixed = { [field]: null, name: 'None' };
    expect(fixAnswer('getVariant', { ...record, revisions: ['None', record] })).toEqual({
      ...fixed,
      revisions: ['None', fixed],
    });
  });

  test("may have the two times of a variant in each other's place", () => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    const right = { variant_id: 'v', created_at: early, updated_at: late };
    expect(fixAnswer('getVariant', { variant_id: 'v', created_at: late, updated_at: early })).toEqual(right);
    for (const record of [
      right,
      { variant_id: 'v', created_at: early, updated_at: early },
      { id: 'e', created_at: late, updated_at: early },
      { variant_id: 'v', created_at: 2, updated_at: early },
      { variant_id: 'v', created_at: late, updated_at: 1 },
    ])
      expect(fixAnswer('getVariant', record)).toEqual(record);
  });

  test('may have results of no project', () => {
    const [fixed] = fixAnswer('getEvaluation', [{ results: [{ evaluator_config: {} }, 7] }]) as { results: unknown }[];
    expect(fixed?.results).toEqual([
      {
        evaluator_config: {
          id: '',
          name: 'deleted evaluator',
          project_id: '',
          evaluator_key: '',
          settings_values: null,
          created_at: '',
          updated_at: '',
        },
      },
      7,
    ]);
  });

  test('passes unchanged if it is correct', () => {
    const record = { id: 'a', revisions: ['1'], results: [{ evaluator_config: 'e' }], deployment: { id: 'd' } };
    expect(fixAnswer('listEvaluationScenarios', [record])).toEqual([record]);
  });
});

describe('an error of the public service', () => {
  test.each([
    [401, 'Unauthorized', 'text/plain', 'WF_NOT_SIGNED_IN', 'https://host requires a key, and none was sent.'],
    [
      500,
      'Internal Server Error',
      'text/plain',
      'WF_FAILED',
      'https://host answered GET /api/apps with 500: Internal Server Error.',
    ],
    [
      500,
      '{"detail": "404: Previous app variant not found"}',
      'application/json',
      'WF_NOT_FOUND',
      'Previous app variant not found.',
    ],
    [
      404,
      '{"detail": "404: Evaluation with id X not found"}',
      'application/json',
      'WF_NOT_FOUND',
      'Evaluation with id X not found.',
    ],
    [
      500,
      '{"detail": "App variant with the same name already exists"}',
      'application/json',
      'WF_CONFLICT',
      'App variant with the same name already exists.',
    ],
    [
      400,
      '{"detail": "App with the same name already exists"}',
      'application/json',
      'WF_CONFLICT',
      'App with the same name already exists.',
    ],
    [400, '{"detail": "Config not found."}', 'application/json', 'WF_NOT_FOUND', 'Config not found.'],
    [
      400,
      '{"detail": "columns in the test set should match"}',
      'application/json',
      'WF_INVALID_INPUT',
      'https://host answered GET /api/apps with 400: columns in the test set should match.',
    ],
  ])('with %i %s has the right code', async (status, body, type, code, message) => {
    const client = answering(body, { status, headers: { 'content-type': type } });
    await expect(client.listApps()).rejects.toMatchObject({ status, code, message });
  });

  test.each([
    [
      { status: 500, detail: '404: gone' },
      { status: 404, detail: 'gone' },
    ],
    [
      { status: 500, detail: "No application with ID 'x' found" },
      { status: 404, detail: "No application with ID 'x' found" },
    ],
    [
      { status: 422, detail: 'name already exists' },
      { status: 422, detail: 'name already exists' },
    ],
    [
      { status: 500, detail: '200: odd' },
      { status: 500, detail: '200: odd' },
    ],
    [
      { status: 500, detail: '' },
      { status: 500, detail: '' },
    ],
  ])('%o is read as %o', (refusal, meant) => {
    expect(fixRefusal(refusal)).toEqual(meant);
  });
});
