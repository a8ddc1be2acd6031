import { expect, test } from 'vitest';
import { countModelCalls, dayOf } from '../../../../src/service/keys/count-model-calls.ts';
import { startService } from '../../../helpers/start-service.ts';

test('a key makes as many model calls a day as its limit, and as many again on the next day', async () => {
  await using running = await startService();
  const { db } = running.store;
  await db.updateTable('keys').set({ name: 'ci', model_call_limit: 2 }).execute();
  const { id } = await db.selectFrom('keys').select('id').executeTakeFirstOrThrow();
  let now = new Date('2026-11-20T23:59:59Z');
  const count = countModelCalls(db, () => now);
  await count(id);
  await count(id);
  await expect(count(id)).rejects.toMatchObject({
    code: 'WF_RATE_LIMITED',
    message:
      'The key "ci" may make 2 model calls a day with the service\'s own provider key. Send your own, or wait until 00:00 UTC.',
  });
  now = new Date('2026-11-21T00:00:00Z');
  await count(id);
  await count(id);
  await expect(count(id)).rejects.toMatchObject({ code: 'WF_RATE_LIMITED' });
});

test('a key without a limit makes any number of model calls', async () => {
  await using running = await startService();
  const { db } = running.store;
  const { id } = await db.selectFrom('keys').select('id').executeTakeFirstOrThrow();
  const count = countModelCalls(db, () => new Date('2026-11-20T12:00:00Z'));
  for (let call = 0; call < 5; call += 1) await count(id);
  expect(await db.selectFrom('key_model_calls').selectAll().execute()).toEqual([
    { key_id: id, day: '2026-11-20', calls: 5 },
  ]);
});

test('a day is that of UTC', () => {
  expect(dayOf('2026-11-20T23:59:59.999Z')).toBe('2026-11-20');
});
