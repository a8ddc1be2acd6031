import { expect, test } from 'vitest';
import type { TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { resolveEvaluation } from '../../../../src/use-cases/evaluations/resolve-evaluation.ts';
import { clientOf, withoutExtensions } from '../../../helpers/client-of.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { openWorld } from '../../../helpers/open-world.ts';

test.each([true, false])('an evaluation is found by variant, revision or id; with extensions: %s', async (isOurs) => {
  await using world = await openWorld();
  const own = clientOf(world.running);
  const testset_id = await world.makeTestset();
  const first = await world.makeEvaluation(testset_id);
  const again = await world.makeEvaluation(testset_id);
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 60 } } });
  const second = await world.makeEvaluation(testset_id);
  const find = async (evaluation: string, isIdOnly = false) => {
    const client = isOurs ? own : withoutExtensions(own);
    return (await resolveEvaluation({ client, app: 'support', evaluation, isIdOnly })).id;
  };
  expect(await find('default')).toBe(second);
  expect(await find('default@2')).toBe(second);
  expect(await find('default@1')).toBe(again);
  expect(await find(first)).toBe(first);
  expect(await find(first, true)).toBe(first);
  // A variant may have several evaluations, so it does not name one that is to be deleted.
  await expect(find('default', true)).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

const MADE = [
  ['01932c5e-1111-7000-8000-000000000001', 'tuned', '1'],
  ['01932c5e-2222-7000-8000-000000000002', 'tuned', '2'],
  ['01932c5e-3333-7000-8000-000000000003', 'odd@2', '3'],
].map(([id = '', name = '', day = '']) =>
  evaluationOf({ id, variant_names: [name], revisions: ['1'], created_at: `2026-11-0${day}T00:00:00Z` }),
);
const [OLD, NEW, ODD] = MADE;

test.each([
  ['tuned', NEW],
  ['01932c5e-1', OLD],
])('a service that ignores filters is searched for %s', async (evaluation, found) => {
  const { client } = fakeClient({ listEvaluations: async () => MADE });
  expect(await resolveEvaluation({ client, app: MADE[0]?.app_id ?? '', evaluation })).toBe(found);
});

test('a name of a variant that ends like a revision is refused, with the ids', async () => {
  const { client } = fakeClient({ listEvaluations: async () => MADE });
  await expect(resolveEvaluation({ client, app: MADE[0]?.app_id ?? '', evaluation: 'odd@2' })).rejects.toMatchObject({
    code: 'WF_USAGE',
    details: { ambiguous: 'odd@2', evaluations: [ODD?.id] },
  });
});

const LIST = ['wf eval list'];

test.each<[string, string, readonly string[], (readonly TestedEvaluation[])?]>([
  ['tunde', 'No evaluation is called "tunde". Did you mean tuned?', LIST],
  ['nothing', 'No evaluation is called "nothing". Available: tuned, odd@2.', LIST],
  [
    '01932c5e-1111-7000-8000-00000000000x',
    'No evaluation is called "01932c5e-1111-7000-8000-00000000000x". Did you mean 01932c5e-1111-7000-8000-000000000001?',
    LIST,
  ],
  [
    'xyz',
    'No evaluation is called "xyz". There is no evaluation yet.',
    ['wf eval run --testset FILE --evaluators exact_match --variants VARIANT'],
    [],
  ],
])('%s is unknown: %s', async (evaluation, message, nextSteps, all = MADE) => {
  const { client } = fakeClient({ listEvaluations: async () => [...all] });
  const app = evaluationOf().app_id;
  await expect(resolveEvaluation({ client, app, evaluation })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message,
    nextSteps,
  });
});
