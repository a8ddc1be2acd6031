import { expect, test } from 'vitest';
import { createKeyUses, requireRate } from '../../../../src/service/keys/require-rate.ts';
import type { Principal } from '../../../../src/service/operation/operation.ts';
import { startService } from '../../../helpers/start-service.ts';

async function openKey() {
  const running = await startService();
  const { db } = running.store;
  const { id } = await db.selectFrom('keys').select('id').orderBy('id').executeTakeFirstOrThrow();
  const request = async (rateLimit: number, ms: number, changes: object = {}) => {
    const principal = { id, name: 'ci', role: 'viewer', rateLimit, ...changes } as Principal;
    const now = new Date(Date.parse('2026-11-23T12:00:00Z') + ms).toISOString();
    return await requireRate(db, principal, now).then(
      () => 'allowed' as const,
      (error: unknown) => error,
    );
  };
  return { id, request, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

test('a clock that is set back or ahead locks no key out', async () => {
  await using key = await openKey();
  const hour = 3_600_000;
  expect([await key.request(2, hour), await key.request(2, hour)]).toEqual(['allowed', 'allowed']);
  expect([await key.request(2, 0), await key.request(2, 0)]).toEqual(['allowed', 'allowed']);
  expect(await key.request(2, 0)).toMatchObject({ details: { retry_after: 30 } });
  expect([await key.request(2, hour), await key.request(2, hour)]).toEqual(['allowed', 'allowed']);
  // A little is what replicas differ by: it allows nothing more.
  expect(await key.request(2, hour - 1000)).toMatchObject({ details: { retry_after: 31 } });
});

test('a session counts against the key that opened it', async () => {
  await using key = await openKey();
  expect(await key.request(1, 0)).toBe('allowed');
  expect(await key.request(1, 0, { id: 'session', sessionOf: key.id })).toMatchObject({
    message: 'The key "ci" may make 1 request a minute.',
    details: { retry_after: 60 },
  });
});

test('the use of a key that was revoked meanwhile does no harm', async () => {
  await using running = await startService();
  createKeyUses(running.store)({ id: 'gone' }, '2026-11-20T12:00:00.000Z');
  // A read waits for the write before it.
  expect(await running.store.db.selectFrom('key_uses').selectAll().execute()).toEqual([]);
});
