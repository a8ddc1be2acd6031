import { expect, test } from 'vitest';
import type { NewEvaluation } from '../../../../../src/contract/evaluations/evaluation.ts';
import { requireParts } from '../../../../../src/service/evaluations/operations/create-evaluations.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const routes = (...paths: string[]) => JSON.stringify(paths.map((path) => ({ path })));

/** Two variants of an app with code, one without, and one of another app. */
async function openApp(deployed = routes('/', '/summary')) {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'other' },
  ]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main' },
    { id: 'y', app_id: 'a', name: 'empty' },
  ]);
  await insertBare(db, 'deployments', [{ id: 'd', app_id: 'a', base_id: 'x', routes: deployed }]);
  const variant = (id: string, base_id: string, app_id = 'a') => ({
    id,
    app_id,
    base_id,
    name: `name ${id}`,
    config_name: id,
    newest_revision: 2,
  });
  await insertBare(db, 'variants', [variant('v', 'x'), variant('w', 'x'), variant('e', 'y'), variant('o', 'x', 'b')]);
  await insertBare(
    db,
    'variant_revisions',
    ['v', 'w', 'e', 'o'].flatMap((id) =>
      [1, 2].map((revision) => ({ id: `${id}${revision}`, variant_id: id, revision, parameters: '{}' })),
    ),
  );
  await insertBare(db, 'testsets', [{ id: 't', name: 'cases' }]);
  await insertBare(db, 'testset_revisions', [
    { id: 't1', testset_id: 't', revision: 1 },
    { id: 't2', testset_id: 't', revision: 2 },
  ]);
  await insertBare(db, 'evaluator_configs', [{ id: 'c', app_id: 'a', name: 'exact' }]);
  return db;
}

const BODY: NewEvaluation = {
  app_id: 'a',
  variant_ids: ['v'],
  evaluators_configs: [],
  testset_id: 't',
  rate_limit: { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
};

const partsOf = async (more: Partial<NewEvaluation> = {}, deployed?: string) => {
  const parts = await requireParts({ ...BODY, ...more }, { db: await openApp(deployed) });
  return parts.map(({ app, variant, revision, deployment, testset, configs }) => {
    const judges = configs.map(({ id }) => id);
    return [app.id, variant.variant_id, revision.id, deployment.id, testset.revision_id, judges];
  });
};

test('each variant is evaluated at its newest revision, or at a given one, by each evaluator once', async () => {
  expect(await partsOf({ variant_ids: ['v', 'w'], evaluators_configs: ['c', 'c'] })).toEqual([
    ['a', 'v', 'v2', 'd', 't2', ['c']],
    ['a', 'w', 'w2', 'd', 't2', ['c']],
  ]);
  const given = { variant_ids: ['v', 'v'], variant_revisions: [1, 2], testset_revision: 1 };
  expect(await partsOf(given)).toEqual([
    ['a', 'v', 'v1', 'd', 't1', []],
    ['a', 'v', 'v2', 'd', 't1', []],
  ]);
});

const refusal = (message: string, loc: readonly (string | number)[], msg: string, type: string) => ({
  code: 'WF_INVALID_INPUT',
  message,
  details: [{ loc: ['body', ...loc], msg, type }],
});

test('as many revisions as variants are named', async () => {
  await expect(partsOf({ variant_revisions: [1, 2] })).rejects.toMatchObject(
    refusal(
      'variant_revisions has another length than variant_ids.',
      ['variant_revisions'],
      'Input should have 1 items',
      'value_error',
    ),
  );
});

test('a shard is one of its number', async () => {
  const shard = (index: number, count: number) => ({ options: { shard: { index, count } } });
  expect(await partsOf(shard(3, 3))).toHaveLength(1);
  await expect(partsOf(shard(4, 3))).rejects.toMatchObject(
    refusal(
      'There is no shard 4 of 3.',
      ['options', 'shard', 'index'],
      'Input should be no more than 3, the number of shards',
      'less_than_equal',
    ),
  );
});

test('a variant of another app, or one without code, is refused', async () => {
  await expect(partsOf({ variant_ids: ['v', 'o'] })).rejects.toMatchObject(
    refusal(
      'Variant "name o" belongs to another app.',
      ['variant_ids', 1],
      'The variant belongs to app other',
      'value_error',
    ),
  );
  await expect(partsOf({ variant_ids: ['e'] })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Variant "name e" has no deployed code to evaluate.',
  });
});

test.each([
  [null, routes('/', '/summary')],
  [null, routes('/summary')],
  ['/summary', routes('/', '/summary')],
])('the route %j is served by %s', async (route, deployed) => {
  expect(await partsOf({ route }, deployed)).toHaveLength(1);
});

test.each([
  [null, routes('/a', '/b'), 'The app has several routes: name one.', 'Input should be a deployed route: /a, /b'],
  ['/sumary', routes('/', '/summary'), 'There is no route /sumary.', 'Input should be a deployed route: /summary'],
  ['/zzzzzzzz', routes('/a', '/b'), 'There is no route /zzzzzzzz.', 'Input should be a deployed route: /a, /b'],
])('the route %j is not served by %s', async (route, deployed, message, msg) => {
  await expect(partsOf({ route }, deployed)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message,
    details: [expect.objectContaining({ loc: ['body', 'route'], msg })],
  });
});
