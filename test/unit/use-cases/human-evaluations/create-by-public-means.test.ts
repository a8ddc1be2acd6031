import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { createByPublicMeans } from '../../../../src/use-cases/human-evaluations/create-by-public-means.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { humanEvaluationOf } from '../../../helpers/human-records.ts';
import { variantOf } from '../../ui/fixtures.ts';

const TESTSET = { id: 't1', _id: 't1', name: 'cases', created_at: '', updated_at: '' };
const FORMAL = variantOf({ variant_name: 'formal', variant_id: 'v1', project_id: 'p', revision: 3 });
const STORED = humanEvaluationOf({
  id: 'h1',
  app_id: 'a1',
  evaluation_type: 'single_model_test',
  variant_ids: ['v1'],
  testset_id: 't1',
});

async function create(options: object = {}, methods: Partial<ExtendedClient> = {}) {
  const { client, calls } = fakeClient({
    extensions: async () => null,
    listTestsets: async () => [TESTSET],
    getTestset: async () => ({ ...TESTSET, csvdata: [{ text: 'a', correct_answer: 'A' }] }),
    getVariant: async () => FORMAL,
    createHumanEvaluation: async () => ({ id: 'h1' }) as never,
    getHumanEvaluation: async () => STORED,
    ...methods,
  });
  const asked = {
    client,
    appId: 'a1',
    testset: 'cases',
    variants: [{ id: 'v1', revision: 3 }],
    inputs: ['text'],
    voters: [],
    route: null,
    cwd: '/',
    stdin: Readable.from([]),
    ...options,
  };
  const written = await createByPublicMeans(asked, 'single_model_test').catch((error: unknown) => error);
  return { written, body: calls.find(({ name }) => name === 'createHumanEvaluation')?.input };
}

test('it is created without extensions, and read back', async () => {
  const { written, body } = await create();
  expect(body).toEqual({
    body: {
      app_id: 'a1',
      variant_ids: ['v1'],
      evaluation_type: 'single_model_test',
      testset_id: 't1',
      inputs: ['text'],
      status: 'EVALUATION_INITIALIZED',
    },
  });
  expect(written).toEqual({ record: STORED, warning: null });
});

test('what cannot be read back is what was written', async () => {
  const failed = new ServiceError({ code: 'WF_FAILED', message: 'It failed.', status: 503 });
  const { written } = await create({}, { getHumanEvaluation: async () => Promise.reject(failed) });
  expect(written).toEqual({
    record: {
      id: 'h1',
      app_id: 'a1',
      project_id: 'p',
      evaluation_type: 'single_model_test',
      variant_ids: ['v1'],
      variant_names: ['formal'],
      variants_revision_ids: [],
      revisions: ['3'],
      testset_id: 't1',
      testset_name: 'cases',
      status: 'EVALUATION_INITIALIZED',
      created_at: '',
      updated_at: '',
    },
    warning: 'The change was made, but reading it back failed, so this shows what was written. It failed.',
  });
});

test.each([
  [{ voters: ['ann'] }, 'personal links for voters (--voters)'],
  [{ route: '/answer' }, 'a choice of the route (--route)'],
  [{ concurrency: 4 }, 'outputs that it generates automatically (--concurrency)'],
])('%j needs an extension', async (options, lacking) => {
  const { written, body } = await create(options);
  expect(written).toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${lacking}, an extension of wf. Nothing was changed.`,
    nextSteps: ['wf whoami'],
  });
  expect(body).toBeUndefined();
});

test('an older revision needs an extension', async () => {
  const { written, body } = await create({ variants: [{ id: 'v1', revision: 2 }] });
  expect(written).toMatchObject({
    code: 'WF_UNSUPPORTED',
    message:
      'This service lacks evaluations of an older revision than the newest, formal@3, an extension of wf. Nothing was changed.',
    nextSteps: ['wf whoami'],
  });
  expect(body).toBeUndefined();
});

test('a service that confirmed it and does not have it is reported', async () => {
  const missing = new ServiceError({ code: 'WF_NOT_FOUND', message: 'No such record.', status: 404 });
  const { written } = await create({}, { getHumanEvaluation: async () => Promise.reject(missing) });
  expect(written).toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed human evaluation h1, and does not have it.',
    nextSteps: ['wf human-eval list'],
  });
});

test.each([
  { variant_ids: ['v1', 'v2'] },
  { evaluation_type: 'human_a_b_testing' as const },
  { testset_id: 't2' },
  { app_id: 'a2' },
])('a service that stored %j instead is reported', async (other) => {
  const { written } = await create({}, { getHumanEvaluation: async () => ({ ...STORED, ...other }) });
  expect(written).toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message:
      'The service stored human evaluation h1 with other variants, another type or another test set than asked for.',
    nextSteps: ['wf human-eval show h1', 'wf human-eval delete h1'],
    details: { stored: { ...STORED, ...other } },
  });
});
