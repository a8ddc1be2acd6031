import { expect, test } from 'vitest';
import {
  insertScenarios,
  partOf,
  type ScenarioPart,
} from '../../../../../src/service/evaluations/queries/evaluation-scenarios.ts';
import type { RevisedTestset } from '../../../../../src/service/testsets/queries/testsets.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const EVALUATION = '01932c5e-3333-7000-8000-000000000001';

/** Copies rows of a test set with so many. */
async function copy(count: number, part: Partial<ScenarioPart> = {}) {
  const { db } = await openBare();
  await insertBare(
    db,
    'testset_revision_rows',
    Array.from({ length: count }, (_, position) => ({ revision_id: 'r', position, cells: `cells ${position}` })),
  );
  await insertBare(db, 'testset_revision_rows', [{ revision_id: 'other', position: 0, cells: 'other' }]);
  await insertBare(db, 'evaluations', [{ id: EVALUATION }]);
  // What is read of it.
  const testset = { name: 'cases', revision_id: 'r', row_count: count } as RevisedTestset;
  const copied = await insertScenarios(db, { evaluationId: EVALUATION, testset, ...partOf({}), ...part });
  const rows = await db.selectFrom('evaluation_scenarios').selectAll().orderBy('position').execute();
  return { copied, rows };
}

test('rows are copied with ids that sort like them', async () => {
  const { copied, rows } = await copy(2);
  expect(copied).toBe(2);
  expect(rows).toEqual([
    {
      id: '01932c5e-3333-7000-8000-000000000000',
      evaluation_id: EVALUATION,
      position: 0,
      cells: 'cells 0',
    },
    {
      id: '01932c5e-3333-7000-8000-000000000001',
      evaluation_id: EVALUATION,
      position: 1,
      cells: 'cells 1',
    },
  ]);
});

test('repetitions of a row are next to each other, and a shard has every so many rows', async () => {
  const { copied, rows } = await copy(5, { repeats: 2, shard: { index: 2, count: 3 } });
  expect(copied).toBe(4);
  expect(rows.map(({ id, position, cells }) => [id.slice(-8), position, cells])).toEqual([
    ['00000002', 2, 'cells 1'],
    ['00000003', 3, 'cells 1'],
    ['00000008', 8, 'cells 4'],
    ['00000009', 9, 'cells 4'],
  ]);
});

test('more rows than a statement takes are copied whole', async () => {
  const { copied, rows } = await copy(10_001);
  expect([copied, rows.length, rows.at(-1)?.position]).toEqual([10_001, 10_001, 10_000]);
});

test('by default, all rows are a part, once', () => {
  expect(partOf({})).toEqual({ repeats: 1, shard: { index: 1, count: 1 } });
  expect(partOf({ repeat: 3, shard: { index: 2, count: 4 } })).toEqual({ repeats: 3, shard: { index: 2, count: 4 } });
});

test('an evaluation without rows is refused', async () => {
  await expect(copy(0)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'Test set "cases" has no rows.',
    details: [{ loc: ['body', 'testset_id'], msg: 'The test set has no rows', type: 'too_short' }],
  });
  await expect(copy(2, { shard: { index: 3, count: 3 } })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'Test set "cases" has 2 rows: none is in shard 3/3.',
    details: [
      { loc: ['body', 'options'], msg: 'The test set has 2 rows, none of them in this shard', type: 'too_short' },
    ],
  });
});
