import { expect, test } from 'vitest';
import {
  listPendingPositions,
  readScenarios,
  readScenariosBetween,
  streamFinished,
  streamPending,
  streamRows,
} from '../../../../../src/service/evaluations/queries/scenario-rows.ts';
import { collect } from '../../../../helpers/collect.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

/** Rows of an evaluation `e`; those at these positions have an outcome. Another evaluation has one row of its own. */
async function openRows(count: number, finished: readonly number[] = []) {
  const { db } = await openBare();
  const positions = Array.from({ length: count }, (_, position) => position);
  await insertBare(db, 'evaluation_scenarios', [
    // In reverse, so that an order shows.
    ...positions
      .toReversed()
      .map((position) => ({ id: `s${position}`, evaluation_id: 'e', position, cells: `{"text":"t${position}"}` })),
    { id: 'other', evaluation_id: 'f', position: 1, cells: '{}' },
  ]);
  await insertBare(
    db,
    'evaluation_outcomes',
    finished.map((position) => ({ scenario_id: `s${position}`, evaluation_id: 'e', outputs: '[1]', results: '[2]' })),
  );
  return db;
}

const positionsOf = (rows: readonly { readonly position: number }[]) => rows.map(({ position }) => position);

test('rows are read in either order behind a position, or between two', async () => {
  const db = await openRows(5);
  const read = async (order: 'asc' | 'desc' | undefined, isBehind: '>' | '<', key: number, limit = 2) =>
    positionsOf(await readScenarios(db, 'e', { ...(order === undefined ? {} : { order }), isBehind, key, limit }));
  expect(await read('asc', '>', 1)).toEqual([2, 3]);
  expect(await read('desc', '<', 3)).toEqual([2, 1]);
  expect(await read(undefined, '>', -1, 9)).toEqual([0, 1, 2, 3, 4]);
  expect(positionsOf(await readScenariosBetween(db, 'e', [1, 3]))).toEqual([1, 2, 3]);
});

test('the positions of rows without an outcome are listed', async () => {
  const db = await openRows(6, [1, 3]);
  expect(await listPendingPositions(db, 'e', { after: -1, limit: 9 })).toEqual([0, 2, 4, 5]);
  expect(await listPendingPositions(db, 'e', { after: 0, limit: 2 })).toEqual([2, 4]);
});

test('rows without an outcome are streamed, all or a part, in pages of 500', async () => {
  const db = await openRows(502, [0, 3]);
  const pages = await collect(streamPending(db, 'e', {}));
  expect(pages.map((page) => page.length)).toEqual([500]);
  expect(pages[0]?.[0]).toEqual({ id: 's1', position: 1, row: { text: 't1' } });
  const part = await collect(streamPending(db, 'e', { from: 2, to: 5 }));
  expect(part.flatMap(positionsOf)).toEqual([2, 4, 5]);
  await db.deleteFrom('evaluation_outcomes').execute();
  const all = await collect(streamPending(db, 'e', { from: 0 }));
  expect(all.map((page) => page.length)).toEqual([500, 2]);
});

test('all rows are streamed in pages of 500', async () => {
  const db = await openRows(501, [0]);
  const pages = await collect(streamRows(db, 'e'));
  expect(pages.map((page) => page.length)).toEqual([500, 1]);
  expect(pages[0]?.[0]).toEqual({ position: 0, row: { text: 't0' } });
  expect(pages.flatMap(positionsOf)).toEqual(Array.from({ length: 501 }, (_, position) => position));
});

test('rows with an outcome are streamed with it', async () => {
  const db = await openRows(5, [0, 2, 4]);
  const bare = { outputs: [1], results: [2], cost: null, latency: null };
  const set = async (position: number, changes: object) =>
    await db.updateTable('evaluation_outcomes').set(changes).where('scenario_id', '=', `s${position}`).execute();
  await set(0, { cost: 0.5, latency: 2, is_called: 1, judge_calls: 3, judge_cost: 0.25 });
  await set(2, { judge_calls: 0, judge_cost: 9, is_called: 0 });
  await set(4, { judge_calls: 1, judge_cost: null, is_called: 0 });
  const pages = await collect(streamFinished(db, 'e', 2));
  expect(pages).toEqual([
    [
      {
        id: 's0',
        position: 0,
        row: { text: 't0' },
        ...bare,
        cost: 0.5,
        latency: 2,
        isCalled: true,
        judging: { calls: 3, cost: 0.25 },
      },
      { id: 's2', position: 2, row: { text: 't2' }, ...bare, isCalled: false, judging: { calls: 0, cost: 0 } },
    ],
    [{ id: 's4', position: 4, row: { text: 't4' }, ...bare, isCalled: false, judging: { calls: 1, cost: null } }],
  ]);
  expect((await collect(streamFinished(db, 'e'))).map((page) => page.length)).toEqual([3]);
});
