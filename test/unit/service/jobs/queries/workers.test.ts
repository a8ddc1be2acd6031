import { expect, test } from 'vitest';
import { countCapacity, dropWorkers, noteWorker } from '../../../../../src/service/jobs/queries/workers.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const [BEFORE, NOW] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];

test('the chunks of live workers are counted; those that stopped or fell silent are dropped', async () => {
  const { db } = await openBare();
  expect(await countCapacity(db, { since: NOW })).toBe(0);
  await noteWorker(db, { id: 'one', concurrency: 2, seenAt: BEFORE });
  await noteWorker(db, { id: 'one', concurrency: 3, seenAt: NOW });
  await noteWorker(db, { id: 'two', concurrency: 4, seenAt: NOW });
  await noteWorker(db, { id: 'silent', concurrency: 8, seenAt: BEFORE });
  expect([await countCapacity(db, { since: NOW }), await countCapacity(db, { since: BEFORE })]).toEqual([7, 15]);
  await dropWorkers(db, { id: 'two', before: NOW });
  expect(await db.selectFrom('workers').selectAll().execute()).toEqual([{ id: 'one', concurrency: 3, seen_at: NOW }]);
});
