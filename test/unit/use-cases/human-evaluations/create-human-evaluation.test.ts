import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import {
  createHumanEvaluation,
  type CreateHumanEvaluationOptions,
  type HumanEvaluationEvent,
} from '../../../../src/use-cases/human-evaluations/create-human-evaluation.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const TESTSET = { id: 't1', testset_id: 't1', name: 'cases', revision: 2 };
const status = (value: string, message?: string) => ({
  type: 'status',
  value,
  error: message === undefined ? null : { message },
});

async function create(options: Partial<CreateHumanEvaluationOptions>, methods: Partial<ExtendedClient> = {}) {
  const events: HumanEvaluationEvent[] = [];
  const { client, calls } = fakeClient({
    listTestsets: async () => [TESTSET] as never,
    getTestset: async () => TESTSET as never,
    listTestsetRevisions: async () => [TESTSET] as never,
    createHumanEvaluation: async () => ({ id: 'h1' }) as never,
    createHumanVoter: async () => undefined as never,
    listHumanOutputs: async () => [{ variant_name: 'formal', status: status('EVALUATION_FINISHED') }] as never,
    getHumanEvaluation: async () => ({ id: 'h1' }) as never,
    ...methods,
  });
  await createHumanEvaluation({
    client,
    appId: 'a1',
    testset: 'cases',
    cwd: '/',
    stdin: Readable.from([]),
    variants: [{ id: 'v1', revision: 3 }],
    type: null,
    inputs: ['text'],
    route: null,
    voters: ['ann', 'bob'],
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { calls, events };
}

test('one variant is scored, and every voter gets a link before the outputs are there', async () => {
  const { calls, events } = await create({});
  expect(calls.find(({ name }) => name === 'createHumanEvaluation')?.input).toMatchObject({
    body: {
      app_id: 'a1',
      variant_ids: ['v1'],
      evaluation_type: 'single_model_test',
      inputs: ['text'],
      testset_id: 't1',
      status: 'EVALUATION_INITIALIZED',
      generate: {
        route: null,
        variant_revisions: [3],
        rate_limit: { batch_size: 16, max_retries: 3, retry_delay: 1, delay_between_batches: 0 },
      },
    },
  });
  expect(calls.filter(({ name }) => name === 'createHumanVoter').map(({ input }) => input)).toEqual([
    { evaluation_id: 'h1', body: { name: 'ann' } },
    { evaluation_id: 'h1', body: { name: 'bob' } },
  ]);
  expect(events.map(({ type }) => type)).toEqual(['testset-store', 'outputs-start', 'outputs-end']);
  expect(events.at(-1)).toEqual({ type: 'outputs-end', variant: 'formal', status: 'EVALUATION_FINISHED' });
});

test('two variants are compared side by side', async () => {
  const variants = ['v1', 'v2'].map((id) => ({ id, revision: 1 })) as never;
  const { calls } = await create({ variants, concurrency: 2 });
  expect(calls.find(({ name }) => name === 'createHumanEvaluation')?.input).toMatchObject({
    body: { evaluation_type: 'human_a_b_testing', generate: { rate_limit: { batch_size: 2 } } },
  });
});

const [V1, V2, V3] = ['v1', 'v2', 'v3'].map((id) => ({ id, revision: 1 }));

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
  await expect(create({ type, variants: variants as never })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message,
    nextSteps: ['wf variants list', 'wf variants create NAME --from VARIANT'],
  });
});

test.each([
  ['no model', 'no model'],
  [undefined, 'for no known reason'],
])('outputs that fail end it: %s', async (reason, told) => {
  const outputs = [
    { variant_name: 'formal', status: status('EVALUATION_STARTED') },
    { variant_name: 'casual', status: status('EVALUATION_FAILED', reason) },
  ];
  await expect(create({}, { listHumanOutputs: async () => outputs as never })).rejects.toMatchObject({
    code: 'WF_ROUTE_FAILED',
    message: `The outputs of casual could not be generated: ${told}`,
    nextSteps: ['wf human-eval show h1', 'wf human-eval delete h1'],
  });
});

test('a service without extensions is refused voters before anything is stored', async () => {
  await expect(create({ voters: ['ana'] }, { extensions: async () => null })).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks personal links for voters (--voters), an extension of wf. Nothing was changed.',
  });
});
