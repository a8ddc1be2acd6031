import { expect, test } from 'vitest';
import { createLeaseStore } from '../../../../../src/service/jobs/queries/evaluation-leases.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const [BEFORE, NOW, LATER] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
const lease = (owner: string, expiresAt = LATER, evaluationId = 'e') => ({ evaluationId, owner, expiresAt });
const free = { now: NOW, from: null };

async function openLeases() {
  const { db } = await openBare();
  await insertBare(db, 'evaluations', [
    { id: 'e', status_value: 'EVALUATION_STARTED' },
    { id: 'f', status_value: 'EVALUATION_CANCELLED' },
  ]);
  return createLeaseStore(db);
}

test('a lease is taken that is free, has expired, or is handed over', async () => {
  const leases = await openLeases();
  expect(await leases.findOwner('e')).toBeNull();
  expect(await leases.take(lease('one', NOW), free)).toBe(true);
  expect(await leases.take(lease('two'), free)).toBe(false);
  expect(await leases.findOwner('e')).toBe('one');
  expect(await leases.take(lease('two', BEFORE), { now: NOW, from: 'other' })).toBe(false);
  expect(await leases.take(lease('two', BEFORE), { now: NOW, from: 'one' })).toBe(true);
  expect(await leases.take(lease('three'), free)).toBe(true);
  expect(await leases.findOwner('e')).toBe('three');
});

test('a lease is renewed by its owner, while the evaluation runs', async () => {
  const leases = await openLeases();
  await leases.take(lease('one', BEFORE), free);
  expect(await leases.renew(lease('two'))).toBe(false);
  expect(await leases.renew(lease('one', LATER, 'none'))).toBe(false);
  expect(await leases.renew(lease('one'))).toBe(true);
  expect(await leases.take(lease('two'), free)).toBe(false);
  await leases.take(lease('one', LATER, 'f'), free);
  expect(await leases.renew(lease('one', LATER, 'f'))).toBe(false);
});

test('a lease is dropped by its owner only', async () => {
  const leases = await openLeases();
  await leases.take(lease('one'), free);
  await leases.drop('e', 'two');
  expect(await leases.findOwner('e')).toBe('one');
  await leases.drop('e', 'one');
  expect(await leases.findOwner('e')).toBeNull();
});
