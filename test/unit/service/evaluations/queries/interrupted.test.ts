import { expect, test } from 'vitest';
import type { EvaluationStatus } from '../../../../../src/contract/evaluations/result.ts';
import {
  hasStatus,
  isInterrupted,
  readHeld,
  toTrueStatus,
  type HeldEvaluations,
} from '../../../../../src/service/evaluations/queries/interrupted.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const SINCE = '2026-01-02T00:00:00.000Z';
const BEFORE = '2026-01-01T23:59:59.999Z';
const heldOf = (...ids: string[]): HeldEvaluations => ({ ids: new Set(ids), freshSince: SINCE });
const stored = (id: string, status_value: EvaluationStatus, updated_at = BEFORE) => ({
  id,
  status: JSON.stringify({ type: 'status', value: status_value }),
  status_value,
  updated_at,
});
const [started, waiting, fresh, finished] = [
  stored('started', 'EVALUATION_STARTED'),
  stored('waiting', 'EVALUATION_INITIALIZED'),
  stored('fresh', 'EVALUATION_INITIALIZED', SINCE),
  stored('finished', 'EVALUATION_FINISHED'),
];
const ALL = [started, waiting, fresh, finished];

const STATUSES: readonly EvaluationStatus[] = [
  'EVALUATION_INTERRUPTED',
  'EVALUATION_STARTED',
  'EVALUATION_INITIALIZED',
  'EVALUATION_FINISHED',
];

// With the ids of each status, in its order above.
test.each([
  ['nobody runs any', heldOf(), [['started', 'waiting'], [], ['fresh'], ['finished']]],
  ['somebody runs it', heldOf('started'), [[], ['started'], ['fresh', 'waiting'], ['finished']]],
  ['somebody runs another', heldOf('other'), [['started'], [], ['fresh', 'waiting'], ['finished']]],
])('an evaluation is interrupted that nobody runs: %s', async (_, held, expected) => {
  expect(ALL.filter((row) => isInterrupted(row, held)).map(({ id }) => id)).toEqual(expected[0]);
  const statuses = ALL.map((row) => toTrueStatus(row, held).value as EvaluationStatus); // a status has no other
  expect(ALL.map(({ id }, index) => expected[STATUSES.indexOf(statuses[index]!)]?.includes(id))).toEqual(
    ALL.map(() => true),
  );

  const { db } = await openBare();
  await insertBare(db, 'evaluations', ALL);
  const found = STATUSES.map(async (value) => {
    const query = db.selectFrom('evaluations').select('id').where(hasStatus({ value, held })).orderBy('id');
    return (await query.execute()).map(({ id }) => id);
  });
  expect(await Promise.all(found)).toEqual(expected);
});

test('an interrupted evaluation says what is left of it', () => {
  expect(toTrueStatus(started, heldOf())).toEqual({
    type: 'status',
    value: 'EVALUATION_INTERRUPTED',
    error: { message: 'No process runs it. Finished rows are stored.' },
  });
  expect(toTrueStatus(finished, heldOf())).toEqual({ type: 'status', value: 'EVALUATION_FINISHED' });
});

test('a lease holds an evaluation until it expires', async () => {
  const { db } = await openBare();
  await insertBare(db, 'evaluation_leases', [
    { evaluation_id: 'a', owner: 'elsewhere', expires_at: SINCE },
    { evaluation_id: 'b', owner: 'elsewhere', expires_at: BEFORE },
  ]);
  expect(await readHeld(db, SINCE)).toEqual({ ids: new Set(['a']), freshSince: '2026-01-01T23:59:30.000Z' });
});
