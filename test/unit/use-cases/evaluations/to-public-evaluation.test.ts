import { expect, test } from 'vitest';
import {
  toPublicEvaluation,
  requirePublicEvaluation,
} from '../../../../src/use-cases/evaluations/to-public-evaluation.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const { client } = fakeClient({
  getVariant: async () => variantOf({ variant_name: 'formal', revision: 2 }),
  listEvaluators: async () => [{ key: 'auto_exact_match' }, { key: 'auto_regex_test' }] as never,
});
const NEWEST = { client, variants: [{ id: 'v1', revision: 2 }] };
const lacks = (what: string) => ({
  code: 'WF_UNSUPPORTED',
  message: `This service lacks ${what}, an extension of wf. Nothing was changed.`,
  nextSteps: ['wf whoami'],
});

test.each([
  [{ repeat: 2 }, 'repetitions (--repeat)'],
  [{ fresh: true }, 'calls for stored outputs (--fresh)'],
  [{ shard: { index: 1, count: 2 } }, 'shards (--shard)'],
  [{ max_cost: 1 }, 'limits of cost (--max-cost)'],
  [{ total_seconds: 1 }, 'limits of time (--time-limit)'],
  [{ call_seconds: 1 }, 'time limits of calls (--call-timeout)'],
])('%j is refused before anything runs', async (options, what) => {
  await expect(requirePublicEvaluation({ ...NEWEST, options }, [])).rejects.toMatchObject(lacks(what));
});

test('a route is refused, and first', async () => {
  const asked = { ...NEWEST, route: '/a', options: { repeat: 2 } };
  await expect(requirePublicEvaluation(asked, [])).rejects.toMatchObject(lacks('a choice of the route'));
});

test('an older revision is refused by its name', async () => {
  const asked = { client, variants: [...NEWEST.variants, { id: 'v1', revision: 1 }] };
  await expect(requirePublicEvaluation(asked, [])).rejects.toMatchObject(
    lacks('evaluations of an older revision than the newest, formal@2'),
  );
});

test('an evaluator must be one of the service, unless it is stored there', async () => {
  const spec = (key: string, id?: string) => ({ key, ...(id === undefined ? {} : { id }) }) as never;
  await expect(
    requirePublicEvaluation(NEWEST, [spec('auto_exact_match'), spec('mine', 'e1')]),
  ).resolves.toBeUndefined();
  await expect(requirePublicEvaluation(NEWEST, [spec('auto_exact_mach')])).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/evaluator of this service.*exact_mach.*exact_match/s),
  });
});

test('options without a value ask for nothing', async () => {
  const asked = { ...NEWEST, route: null, options: { repeat: null, max_cost: undefined } as never };
  await expect(requirePublicEvaluation(asked, [])).resolves.toBeUndefined();
});

test('only public fields are sent', () => {
  const ours = { route: '/', options: {}, variant_revisions: [1], testset_revision: 1 };
  const body = { app_id: 'a', variant_ids: ['v'], ...ours } as never;
  expect(toPublicEvaluation(body)).toEqual({ app_id: 'a', variant_ids: ['v'] });
});
