import { expect, test } from 'vitest';
import { createWorkStore, type WorkToSave } from '../../../../../src/service/evaluations/queries/evaluation-work.ts';
import type { FinishedScenario } from '../../../../../src/service/evaluations/evaluation-rows.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const text = (value: string) => ({ type: 'text', value }) as const;
const ERROR = { type: 'error', value: null, error: { message: 'gone' } } as const;

const finished = (id: string, more: Partial<FinishedScenario> = {}): FinishedScenario => ({
  id,
  outputs: [{ result: text('A'), cost: 0.5, latency: 2 }],
  results: [{ evaluator_config: 'c', result: { type: 'bool', value: true } }],
  cost: 0.5,
  latency: 2,
  isCalled: true,
  judging: { calls: 0, cost: 7 },
  ...more,
});

async function openWork() {
  const { db } = await openBare();
  await insertBare(db, 'evaluations', [{ id: 'e' }]);
  await insertBare(
    db,
    'evaluation_scenarios',
    ['s', 't'].map((id, position) => ({ id, evaluation_id: 'e', position, cells: '{}' })),
  );
  const store = createWorkStore();
  const save = (work: Partial<WorkToSave>) =>
    store.save(db, { id: 'e', scenarios: [], cells: [], scores: [], instant: 'now', ...work });
  return { db, store, save };
}

test('outcomes of rows are stored once, with what they cost', async () => {
  const { db, save } = await openWork();
  const failed = finished('t', {
    outputs: [{ result: ERROR, cost: null, latency: null }],
    results: [],
    cost: null,
    latency: null,
    isCalled: false,
    judging: { calls: 2, cost: 0.25 },
    cellHash: 'h',
  });
  await save({ scenarios: [finished('s'), failed] });
  await save({ scenarios: [finished('s', { cost: 9 })] });
  expect(await db.selectFrom('evaluation_outcomes').selectAll().orderBy('scenario_id').execute()).toEqual([
    {
      scenario_id: 's',
      evaluation_id: 'e',
      outputs: JSON.stringify(finished('s').outputs),
      results: JSON.stringify(finished('s').results),
      cost: 0.5,
      latency: 2,
      is_called: 1,
      is_error: 0,
      judge_calls: 0,
      judge_cost: null,
      cell_hash: null,
    },
    {
      scenario_id: 't',
      evaluation_id: 'e',
      outputs: JSON.stringify(failed.outputs),
      results: '[]',
      cost: null,
      latency: null,
      is_called: 0,
      is_error: 1,
      judge_calls: 2,
      judge_cost: 0.25,
      cell_hash: 'h',
    },
  ]);
});

test('outputs are stored once and found again, whole', async () => {
  const { db, store, save } = await openWork();
  const usage = [{ model: 'm', calls: 1, input_tokens: 1, output_tokens: 2, cost: null }];
  const whole = {
    hash: 'b',
    output: text('A'),
    cost: 0.5,
    latency: 2,
    usage,
    warm_up: 'first' as const,
    call_group: 'g',
  };
  const bare = { hash: 'a', output: text('B'), cost: null, latency: null };
  await save({ cells: [whole, bare] });
  await save({ cells: [{ ...bare, output: text('C') }], instant: 'later' });
  expect(await store.findCells(db, ['a', 'b', 'none'])).toEqual(
    new Map<string, object>([
      ['a', bare],
      ['b', whole],
    ]),
  );
  expect(await store.whichCells(db, ['a', 'none'])).toEqual(new Set(['a']));
  const stored = await db
    .selectFrom('cells')
    .select(['hash', 'created_at'])
    .orderBy('rowid' as 'hash')
    .execute();
  // In the order of their hashes.
  expect(stored).toEqual([
    { hash: 'a', created_at: 'now' },
    { hash: 'b', created_at: 'now' },
  ]);
});

test('scores are stored once and found again', async () => {
  const { db, store, save } = await openWork();
  const [one, other] = [{ type: 'number', value: 1 } as const, { type: 'bool', value: true } as const];
  await save({
    scores: [
      { hash: 'y', result: one, cellHash: 'h' },
      { hash: 'x', result: other },
    ],
  });
  await save({ scores: [{ hash: 'x', result: one }] });
  expect(await store.findScores(db, ['x', 'y', 'none'])).toEqual(
    new Map<string, object>([
      ['x', other],
      ['y', one],
    ]),
  );
  expect(await db.selectFrom('scores').select(['hash', 'cell_hash', 'created_at']).orderBy('hash').execute()).toEqual([
    { hash: 'x', cell_hash: null, created_at: 'now' },
    { hash: 'y', cell_hash: 'h', created_at: 'now' },
  ]);
});
