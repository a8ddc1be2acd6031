import { expect, test } from 'vitest';
import { copyCases } from '../../../src/service/evaluations/queries/scenario-rows.ts';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';

const rowsOf = (...texts: readonly string[]) => texts.map((text) => ({ text, correct_answer: 'right' }));
const REPEATED = rowsOf('a', 'b', 'a', 'c', 'b', 'a');
const VERDICTS = [true, false, true, true, true, false];

/** Reads all pages of an evaluation's rows. @returns row and repetition, and the case */
async function pagesOf(world: World, id: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let query: string | undefined = `by=case&limit=${limit}`; query !== undefined;) {
    const response = await world.running.send('GET', `/evaluations/${id}/evaluation_scenarios?${query}`);
    const page = (await response.json()) as { row: number; repeat: number; case: number }[]; // as the contract says
    found.push(...page.map(({ row, repeat, case: first }) => `${row}.${repeat} of ${first}`));
    query = /<\?(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return found;
}

test.each([1, 2, 3, 5, 100])('rows of a case are adjacent, on pages of %i', async (limit) => {
  await using world = await openWorld();
  const { variantId } = world;
  const verdicts = VERDICTS.flatMap((verdict) => [verdict, verdict]);
  const id = await makeJudgedEvaluation(world, { variantId, verdicts, rows: REPEATED, options: { repeat: 2 } });
  expect(await pagesOf(world, id, limit)).toEqual([
    '1.1 of 1',
    '1.2 of 1',
    '3.1 of 1',
    '3.2 of 1',
    '6.1 of 1',
    '6.2 of 1',
    '2.1 of 2',
    '2.2 of 2',
    '5.1 of 2',
    '5.2 of 2',
    '4.1 of 4',
    '4.2 of 4',
  ]);
});

test('a summary counts rows that repeat others as one case, and averages them', async () => {
  await using world = await openWorld();
  const id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: VERDICTS, rows: REPEATED });
  const { rows, cases, metrics } = await world.call('getEvaluationSummary', { evaluation_id: id });
  const [exact] = metrics;
  expect([rows, cases, exact?.count, exact?.mean]).toEqual([6, 3, 3, (2 / 3 + 1 / 2 + 1) / 3]);
});

test('repeated rows and repetitions give the same figures', async () => {
  await using world = await openWorld();
  const { variantId } = world;
  const verdicts = [true, false, true, true, false, false];
  const repeated = await makeJudgedEvaluation(world, {
    variantId,
    verdicts,
    rows: rowsOf('a', 'a', 'b', 'b', 'c', 'c'),
  });
  const again = await makeJudgedEvaluation(world, {
    variantId,
    verdicts,
    rows: rowsOf('a', 'b', 'c'),
    options: { repeat: 2 },
  });
  const read = async (evaluation_id: string) => (await world.call('getEvaluationSummary', { evaluation_id })).metrics;
  expect(await read(repeated)).toEqual(await read(again));
});

test('a column names the cases: `case`, or the one that the evaluation names', async () => {
  await using world = await openWorld();
  const rows = REPEATED.map((row, index) => ({
    ...row,
    text: `${row.text}${index}`,
    case: index < 3 ? 'x' : 'y',
    topic: 't',
  }));
  const casesOf = async (options: { readonly cluster_by?: string }) => {
    const id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: VERDICTS, rows, options });
    const { cluster_by } = await world.call('getEvaluation', { evaluation_id: id });
    return [cluster_by, (await world.call('getEvaluationSummary', { evaluation_id: id })).cases];
  };
  expect([await casesOf({}), await casesOf({ cluster_by: 'topic' })]).toEqual([
    ['case', 2],
    ['topic', 1],
  ]);
});

test('a column that the test set does not have is refused, with those it has', async () => {
  await using world = await openWorld();
  const body = {
    app_id: world.appId,
    variant_ids: [world.variantId],
    evaluators_configs: [],
    testset_id: await world.makeTestset(),
    rate_limit: { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
    options: { cluster_by: 'topic' },
  };
  const [status, answer] = await seen(await world.running.send('POST', '/evaluations', { body }));
  expect([status, JSON.stringify(answer)]).toEqual([422, expect.stringContaining('correct_answer')]);
});

test('variants of one deployment have the same cases, and others run while these are copied', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  // The first thousand rows come again, so that cases go across the ranges that are copied.
  const texts = Array.from({ length: 2500 }, (_, index) => `t${index % 1000}`);
  const { id: testset_id } = await world.call('createTestset', {
    body: { name: world.nextName(), csvdata: rowsOf(...texts) },
  });
  const [one, other] = await world.call('createEvaluations', {
    body: {
      app_id: world.appId,
      variant_ids: [world.variantId, world.variantId],
      evaluators_configs: [],
      testset_id,
      rate_limit: { batch_size: 10, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
    },
  });
  const [from = '', to = ''] = [one?.id, other?.id];
  const read = async (id: string) => {
    const rows = db.selectFrom('evaluation_scenarios').select(['position', 'case_position']);
    return await rows.where('evaluation_id', '=', id).orderBy('position').execute();
  };
  const cases = await read(from);
  expect(cases.filter((row) => row.case_position !== null)).toHaveLength(1500);
  expect(await read(to)).toEqual(cases);
  await db.updateTable('evaluation_scenarios').set({ case_position: null }).where('evaluation_id', '=', to).execute();
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await copyCases(db, { evaluationId: from, count: 1000, end: 2500 }, to);
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(await read(to)).toEqual(cases);
});
