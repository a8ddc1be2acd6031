import { expect, test } from 'vitest';
import { readJudging, readSpent, selectPastScores } from '../../../../../src/service/evaluations/queries/judging.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

type Outcome = Record<string, string | number | null>;

async function openOutcomes(outcomes: readonly Outcome[]) {
  const { db } = await openBare();
  const configs = JSON.stringify([{ id: 'c', evaluator_key: 'judge', settings_values: {} }]);
  await insertBare(db, 'evaluations', [
    { id: 'e', app_id: 'a', spent_before: 0.125, evaluator_configs: configs },
    { id: 'f', app_id: 'a', spent_before: 0, evaluator_configs: configs },
    { id: 'g', app_id: 'b', spent_before: 0, evaluator_configs: configs },
  ]);
  await insertBare(
    db,
    'evaluation_outcomes',
    outcomes.map((outcome, index) => ({ scenario_id: `s${index}`, evaluation_id: 'e', ...outcome })),
  );
  return db;
}

test('what calls and judges cost is added up, as far as it is known', async () => {
  const db = await openOutcomes([
    { is_called: 1, latency: 1, cost: 0.5, judge_calls: 2, judge_cost: 0.25 },
    { is_called: 1, latency: null, cost: null, judge_calls: 1, judge_cost: null },
    { is_called: 1, latency: 2, cost: 1, judge_calls: 0, judge_cost: null },
    { is_called: 0, latency: 3, cost: 7, judge_calls: 1, judge_cost: 0.5 },
    { evaluation_id: 'f', is_called: 1, latency: 1, cost: 9, judge_calls: 9, judge_cost: 9 },
  ]);
  expect(await readJudging(db, 'e')).toEqual({ calls: 4, known: 2, cost: 0.75 });
  expect(await readSpent(db, 'e')).toEqual({ calls: 2, cost: 1.5, judged: 2, judgeCost: 0.75, before: 0.125 });
  expect(await readJudging(db, 'g')).toEqual({ calls: 0, known: 0, cost: 0 });
  expect(await readSpent(db, 'g')).toEqual({ calls: 0, cost: 0, judged: 0, judgeCost: 0, before: 0 });
});

const results = (value: number, config = 'c') =>
  JSON.stringify([{ evaluator_config: config, result: { type: 'number', value } }]);

test("an app's latest rows that judges scored are read, newest evaluation first", async () => {
  const db = await openOutcomes([
    { judge_calls: 1, results: results(1) },
    { judge_calls: 0, results: results(2) },
    { judge_calls: 1, results: results(3, 'gone') },
    { evaluation_id: 'f', judge_calls: 1, results: results(4) },
    { evaluation_id: 'g', judge_calls: 1, results: results(5) },
  ]);
  const config = { id: 'c', evaluator_key: 'judge', settings_values: {} };
  expect(await selectPastScores(db, 'a')).toEqual([
    { config, result: { type: 'number', value: 4 } },
    { config, result: { type: 'number', value: 1 } },
  ]);
});

test('a forecast of judges is based on a thousand rows', async () => {
  const db = await openOutcomes(Array.from({ length: 1001 }, () => ({ judge_calls: 1, results: results(1) })));
  expect(await selectPastScores(db, 'a')).toHaveLength(1000);
});
