import { expect, test } from 'vitest';
import { findPrincipal } from '../../../../src/service/keys/find-principal.ts';
import { makeKey } from '../../../../src/service/keys/make-key.ts';
import { startService } from '../../../helpers/start-service.ts';

const NOW = '2026-11-20T12:00:00.000Z';

test('a key belongs to its name and role', async () => {
  await using running = await startService();
  const options = { name: 'ci', role: 'author', expiresAt: null, now: NOW } as const;
  const key = await makeKey(running.store.db, options);
  expect(await findPrincipal(running.store.db, key, NOW)).toEqual({
    id: expect.any(String),
    name: 'ci',
    role: 'author',
    rateLimit: null,
    appIds: null,
  });
});

test('an expiry in another time zone is stored in UTC', async () => {
  await using running = await startService();
  const options = { name: 'ci', role: 'author', expiresAt: '2026-11-20T14:00:00+02:00', now: NOW } as const;
  const key = await makeKey(running.store.db, options);
  expect(await findPrincipal(running.store.db, key, '2026-11-20T11:59:59.999Z')).not.toBeNull();
  expect(await findPrincipal(running.store.db, key, NOW)).toBeNull();
});

test.each(['', '.', 'short.abc', "x' or 1=1 --", `ABCDEFGH.${'A'.repeat(64)}`])('%j is not a key', async (key) => {
  await using running = await startService();
  expect(await findPrincipal(running.store.db, key, NOW)).toBeNull();
});
