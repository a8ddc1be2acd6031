import { expect, test } from 'vitest';
import type { EndpointInput } from '../../../../src/contract/endpoints.ts';
import { listChoices } from '../../../../src/use-cases/choose/list-choices.ts';
import { listEvaluations } from '../../../../src/use-cases/evaluations/list-evaluations.ts';
import { resolveEvaluation } from '../../../../src/use-cases/evaluations/resolve-evaluation.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const [OLD, NEW, OTHER] = [
  madeAt('01932c5e-1111-7000-8000-000000000001', '1', 'tuned'),
  madeAt('01932c5e-2222-7000-8000-000000000002', '2', 'tuned'),
  madeAt('01932c5e-3333-7000-8000-000000000003', '1', 'odd@2'),
];
const ALL = [OLD, NEW, OTHER];

test.each([
  ['tuned', NEW, [{ variant_name: 'tuned', limit: 1 }]],
  [
    'tuned@1',
    OLD,
    [
      { variant_name: 'tuned@1', limit: 1 },
      { variant_name: 'tuned', revision: 1, limit: 1 },
    ],
  ],
  ['odd@2', OTHER, [{ variant_name: 'odd@2', limit: 1 }]],
  [
    '01932c5e-2',
    NEW,
    [
      { variant_name: '01932c5e-2', limit: 1 },
      { id_prefix: '01932c5e-2', limit: 6 },
    ],
  ],
])('%s is found without listing all evaluations', async (evaluation, found, asked) => {
  const { client, calls } = fakeClient({ listEvaluations: async (input) => filtered(input) });
  expect(await resolveEvaluation({ client, app: APP, evaluation, byVariant: true })).toBe(found);
  expect(calls.map(({ input }) => input)).toEqual(asked.map((only) => ({ app_id: APP, order: 'desc', ...only })));
});

test.each([
  ['tuned', NEW],
  ['tuned@1', OLD],
  ['odd@2', OTHER],
  ['01932c5e-1', OLD],
])('a service without filters is searched for %s', async (evaluation, found) => {
  const { client } = fakeClient({ listEvaluations: async () => ALL });
  expect(await resolveEvaluation({ client, app: APP, evaluation, byVariant: true })).toBe(found);
});

test('a variant does not identify an evaluation if it may have several', async () => {
  const { client } = fakeClient({ listEvaluations: async (input) => filtered(input) });
  await expect(resolveEvaluation({ client, app: APP, evaluation: 'tuned' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
  });
});

test.each([
  ['tunde', 'No evaluation is called "tunde". Did you mean tuned?'],
  ['nothing', 'No evaluation is called "nothing". Available: odd@2, tuned.'],
  [`${NEW.id.slice(0, -1)}x`, `No evaluation is called "${NEW.id.slice(0, -1)}x". Did you mean ${NEW.id}?`],
  ['01932c5f', `No evaluation is called "01932c5f". Available: ${OTHER.id}, ${NEW.id}, ${OLD.id}.`],
])('%s is unknown: the error lists the newest evaluations', async (evaluation, message) => {
  const { client, calls } = fakeClient({ listEvaluations: async (input) => filtered(input) });
  await expect(resolveEvaluation({ client, app: APP, evaluation, byVariant: true })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message,
  });
  expect(calls.at(-1)).toMatchObject({ input: { order: 'desc', limit: 1000 } });
});

test('an unknown evaluation leads to the list, or to a first one', async () => {
  const resolving = (all: typeof ALL) =>
    resolveEvaluation({
      client: fakeClient({ listEvaluations: async () => all }).client,
      app: APP,
      evaluation: 'xyz',
      byVariant: true,
    });
  const both = evaluationOf({ id: 'e', variant_names: ['tuned', 'short'] });
  await expect(resolving([both])).rejects.toMatchObject({
    message: 'No evaluation is called "xyz". Available: tuned, short.',
    nextSteps: ['wf eval list'],
  });
  await expect(resolving([])).rejects.toMatchObject({
    message: 'No evaluation is called "xyz". There is no evaluation yet.',
    nextSteps: ['wf eval run --testset FILE --evaluators exact_match'],
  });
});

test('all evaluations are listed page by page', async () => {
  const { client, calls } = fakeClient({ listEvaluations: async () => ALL });
  expect(await listEvaluations({ client, app: APP })).toEqual(ALL);
  expect(calls).toEqual([{ name: 'listEvaluations', input: { app_id: APP, limit: 1000 } }]);
});

test.each(['evaluation', 'human evaluation'] as const)(
  'the choices for an %s are one page of the newest',
  async (kind) => {
    const { client, calls } = fakeClient({ listEvaluations: async () => [], listHumanEvaluations: async () => [] });
    const settings = { app: { value: APP } } as Parameters<typeof listChoices>[1]['settings']; // nothing else is read
    const session = { client } as Awaited<ReturnType<Parameters<typeof listChoices>[1]['openSession']>>; // as above
    await listChoices(kind, { settings, openSession: async () => session, given: [] });
    expect(calls.map(({ input }) => input)).toEqual([{ app_id: APP, order: 'desc', limit: 1000 }]);
  },
);

function madeAt(id: string, revision: string, name: string) {
  return evaluationOf({
    id,
    variant_names: [name],
    revisions: [revision],
    created_at: `2026-11-0${revision}T00:00:00Z`,
  });
}

/** Responds as the service does. */
function filtered({ id_prefix = '', variant_name, revision, limit }: EndpointInput<'listEvaluations'>) {
  return ALL.filter(
    (one) =>
      one.id.startsWith(id_prefix) &&
      (variant_name === undefined || one.variant_names[0] === variant_name) &&
      (revision === undefined || Number(one.revisions[0]) === revision),
  )
    .toReversed()
    .slice(0, Number(limit));
}
