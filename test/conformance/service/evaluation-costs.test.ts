import { expect, test } from 'vitest';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld } from '../../helpers/open-world.ts';

const USE = { model: 'large', calls: 2, input_tokens: 10, output_tokens: 5, cost: 0.25 };

test('what evaluations paid is added up by variant, model and kind; stored answers cost nothing again', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  const id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: [true, true, false, true] });
  const rows = await db.selectFrom('evaluation_outcomes').selectAll().where('evaluation_id', '=', id).execute();
  const judged = { result: { type: 'number', value: 1, cost: 0.01, calls: 1 } };
  const outputs = [
    { cost: 0.35, usage: [USE] },
    { cost: null, usage: [{ ...USE, cost: null }] },
    { cost: 0.5, usage: [USE] },
    { cost: 0.125 },
  ];
  for (const [index, row] of rows.entries()) {
    const [result] = JSON.parse(row.results) as object[]; // one evaluator
    const output = { result: { type: 'text', value: 'a' }, ...outputs[index] };
    await db
      .updateTable('evaluation_outcomes')
      .set({ outputs: JSON.stringify([output]), results: JSON.stringify([{ ...result, ...judged }]), judge_calls: 1 })
      // The third row has an answer that was stored.
      .set({ is_called: index === 2 ? 0 : 1 })
      .where('scenario_id', '=', row.scenario_id)
      .execute();
  }
  const variant = { app_id: world.appId, app_name: 'support', variant_name: 'default' };
  const costs = await world.call('listEvaluationCosts', {});
  expect(costs.map((cost) => ({ ...cost, cost: Number(cost.cost.toFixed(9)) }))).toEqual([
    { ...variant, model: 'large', kind: 'call', calls: 4, cost: 0.25, unpriced: 2 },
    { ...variant, model: null, kind: 'call', calls: 1, cost: 0.225, unpriced: 0 },
    { ...variant, model: null, kind: 'judge', calls: 4, cost: 0.04, unpriced: 0 },
  ]);
  // A key of some apps, which names none, gets those of its apps.
  const other = await world.call('createApp', { body: { app_name: 'other' } });
  const costsOf = async (app_id: string): Promise<unknown> => {
    const key = await world.call('createKey', { body: { name: `of ${app_id}`, role: 'viewer', app_ids: [app_id] } });
    return await (await world.running.send('GET', '/evaluations/costs', { key })).json();
  };
  expect([await costsOf(world.appId), await costsOf(other.app_id)]).toEqual([costs, []]);
  expect(await world.call('listEvaluationCosts', { since: '2999-01-01T00:00:00Z' })).toEqual([]);
});
