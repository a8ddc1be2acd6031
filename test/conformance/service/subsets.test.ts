import { expect, test } from 'vitest';
import type { EvaluationOptions } from '../../../src/contract/evaluations/evaluation.ts';
import type { TestsetRow } from '../../../src/contract/testsets/testset.ts';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';

const LOCALES = ['fr', 'en', 'fr', 'en', 'fr', 'en', 'fr', 'en'];
const ROWS = LOCALES.map((locale, index) => ({ text: `t${index + 1}`, locale, correct_answer: 'right' }));

/** Starts an evaluation of a part of the rows. @returns the numbers of its rows, and what the record says of the subset */
async function evaluate(world: World, options: EvaluationOptions, rows: readonly TestsetRow[] = ROWS) {
  const csvdata = [...rows];
  const { id } = await world.call('createTestset', { body: { name: world.nextName(), csvdata } });
  return await evaluateTestset(world, id, options);
}

async function evaluateTestset({ call, appId, variantId }: World, testset_id: string, options: EvaluationOptions) {
  const rate_limit = { batch_size: 10, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const body = { app_id: appId, variant_ids: [variantId], evaluators_configs: [], testset_id, rate_limit, options };
  const [evaluation] = await call('createEvaluations', { body });
  const found = await call('listEvaluationScenarios', { evaluation_id: evaluation?.id ?? '' });
  return { rows: found.map(({ row }) => row), subset: evaluation?.subset };
}

test('the rows of a subset keep their numbers, and the record names the subset', async () => {
  await using world = await openWorld();
  expect(await evaluate(world, { subset: { where: ['locale=fr'], limit: 2 } })).toMatchObject({
    rows: [1, 3],
    subset: { where: ['locale=fr'], limit: 2, rows: 2, of: 8 },
  });
  expect(await evaluate(world, {})).toMatchObject({ rows: [1, 2, 3, 4, 5, 6, 7, 8], subset: null });
});

test('repetitions are not counted as rows of the subset', async () => {
  await using world = await openWorld();
  const { rows, subset } = await evaluate(world, { subset: { limit: 1 }, repeat: 2 });
  expect([rows, subset]).toEqual([[1, 1], { limit: 1, rows: 1, of: 8 }]);
});

test('a seed draws the same rows, and a larger sample contains a smaller one', async () => {
  await using world = await openWorld();
  const draw = async (sample: number, seed: number) => (await evaluate(world, { subset: { sample, seed } })).rows;
  const [small, large, other] = [await draw(3, 1), await draw(5, 1), await draw(3, 2)];
  expect([small, large, other]).toEqual([
    [1, 7, 8],
    [1, 4, 5, 7, 8],
    [2, 5, 8],
  ]);
});

test('shards divide a subset', async () => {
  await using world = await openWorld();
  const parts = [];
  for (const index of [1, 2]) parts.push(await evaluate(world, { subset: { limit: 5 }, shard: { index, count: 2 } }));
  expect(parts.map(({ rows }) => rows)).toEqual([
    [1, 3, 5],
    [2, 4],
  ]);
  expect(parts[1]?.subset).toEqual({ limit: 5, shard: { index: 2, count: 2 }, rows: 2, of: 8 });
});

test('a case is not divided, however often its rows repeat', async () => {
  await using world = await openWorld();
  const repeated = ROWS.map((row, index) => ({ ...row, text: `t${index % 4}`, locale: 'fr' }));
  const { rows } = await evaluate(world, { subset: { sample: 1 } }, repeated);
  expect(rows).toHaveLength(2);
});

test('the rows that failed in an evaluation are those that an evaluator judged false', async () => {
  await using world = await openWorld();
  const verdicts = [true, false, true, false, true, true, true, false];
  const failed_of = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts, rows: ROWS });
  const { testset_id } = await world.call('getEvaluation', { evaluation_id: failed_of });
  const rowsOf = async (subset: EvaluationOptions['subset']) =>
    (await evaluateTestset(world, testset_id ?? '', { subset })).rows;
  expect(await rowsOf({ failed_of })).toEqual([2, 4, 8]);
  expect(await rowsOf({ failed_of, where: ['text!=t4'], limit: 1 })).toEqual([2]);
});

test.each([
  [{ where: ['locales=fr'] }, '"msg":"Input should be a column of the test set: locale"'],
  [{ where: ['locale'] }, '"loc":["body","options","subset","where",0]'],
  [{ where: ['locale=de'] }, '"msg":"The test set has 8 rows, none matches locale=de"'],
  [{ sample: 1, limit: 1 }, '"msg":"Input should have a sample or a limit, not both"'],
])('the subset %j is refused', async (subset, reason) => {
  await using world = await openWorld();
  await expect(evaluate(world, { subset })).rejects.toThrow(reason);
});

test('the rows that failed on another test set are refused', async () => {
  await using world = await openWorld();
  const failed_of = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: [false], rows: ROWS });
  await expect(evaluate(world, { subset: { failed_of } })).rejects.toThrow(
    '"loc":["body","options","subset","failed_of"]',
  );
});

test('rows of an evaluation are listed by their indexes, with all repetitions, and only those that finished', async () => {
  await using world = await openWorld();
  const evaluation_id = await makeJudgedEvaluation(world, {
    variantId: world.variantId,
    verdicts: ROWS.map(() => true),
    rows: ROWS,
  });
  const list = async (query: object) =>
    (await world.call('listEvaluationScenarios', { evaluation_id, ...query })).map(({ row }) => row);
  expect(await list({ rows: '2-3,7' })).toEqual([2, 3, 7]);
  expect(await list({ rows: '99999999' })).toEqual([]);
  expect(await list({ finished: 'true' })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const { db } = world.running.store;
  const rows = await db.selectFrom('evaluation_scenarios').select('id').orderBy('position').execute();
  await db
    .deleteFrom('evaluation_outcomes')
    .where('scenario_id', '=', rows[6]?.id ?? '')
    .execute();
  expect(await list({ rows: '2-3,7', finished: 'true' })).toEqual([2, 3]);
  await expect(list({ rows: '1,,2' })).rejects.toThrow('Input should be up to 100 numbers of rows');
});
