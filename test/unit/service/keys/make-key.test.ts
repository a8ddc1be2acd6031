import { expect, test } from 'vitest';
import { hashSecret, makeKey } from '../../../../src/service/keys/make-key.ts';
import { findKey } from '../../../../src/service/keys/queries/keys.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const NEW = { name: 'ci', role: 'author', expiresAt: null, now: 'now' } as const;

test('a key is a prefix and a secret, of which only the hash is stored', async () => {
  const { db } = await openBare();
  const key = await makeKey(db, NEW);
  expect(key).toMatch(/^[A-Za-z\d]{8}\.[\da-f]{64}$/);
  const [prefix = '', secret = ''] = key.split('.');
  expect(await findKey(db, prefix)).toEqual({
    prefix,
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    secret_sha256: hashSecret(secret),
    name: 'ci',
    role: 'author',
    created_at: 'now',
    expires_at: null,
    rate_limit: null,
    session_of: null,
    sealed: null,
    app_ids: null,
    model_call_limit: null,
  });
  expect(await makeKey(db, NEW)).not.toBe(key);
});

test('the limits of a key are stored with it, and its expiry in UTC', async () => {
  const { db } = await openBare();
  await insertBare(db, 'keys', [{ id: 'k', prefix: 'old' }]);
  const limits = { rateLimit: 60, modelCallLimit: 5, appIds: ['a', 'b'], sessionOf: 'k' };
  const key = await makeKey(db, { ...NEW, expiresAt: '2026-11-20T12:00:00+02:00', ...limits });
  expect(await findKey(db, key.slice(0, 8))).toMatchObject({
    expires_at: '2026-11-20T10:00:00.000Z',
    rate_limit: 60,
    model_call_limit: 5,
    app_ids: '["a","b"]',
    session_of: 'k',
  });
});

test('a secret is hashed by SHA-256', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
