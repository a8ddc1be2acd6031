import { expect, test } from 'vitest';
import { noteRefusal, readRefusals } from '../../../../../src/service/jobs/queries/target-refusals.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

test('refusals of a target are counted, and the latest retry time holds', async () => {
  const { db } = await openBare();
  await noteRefusal(db, { target: 'x', closedUntil: '2', now: 'a' });
  await noteRefusal(db, { target: 'x', closedUntil: '3', now: 'b' });
  await noteRefusal(db, { target: 'x', closedUntil: '1', now: 'c' });
  await noteRefusal(db, { target: 'y', closedUntil: '1', now: 'a' });
  expect(await readRefusals(db, ['x', 'z'])).toEqual(new Map([['x', { refusals: 3, closedUntil: '3' }]]));
  expect(await readRefusals(db, [])).toEqual(new Map());
  const stored = await db.selectFrom('target_refusals').select(['target', 'updated_at']).orderBy('target').execute();
  expect(stored).toEqual([
    { target: 'x', updated_at: 'c' },
    { target: 'y', updated_at: 'a' },
  ]);
});
