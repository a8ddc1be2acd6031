import { expect, test } from 'vitest';
import { readPostgresLimits } from '../../../../src/service/store/postgres-limits.ts';

test('an address without limits has the defaults', () => {
  expect(readPostgresLimits('postgres://wf:secret@db/wf?sslmode=require')).toEqual({
    address: 'postgres://wf:secret@db/wf?sslmode=require',
    limits: {
      pool_max: 10,
      statement_timeout: 30_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  });
});

test('limits are removed from the address, and the rest stays', () => {
  const { address, limits } = readPostgresLimits('postgres://db/wf?pool_max=3&statement_timeout=0&sslmode=require');
  expect(address).toBe('postgres://db/wf?sslmode=require');
  expect(limits).toMatchObject({ pool_max: 3, statement_timeout: 0, lock_timeout: 10_000 });
});

test.each(['pool_max=0', 'pool_max=ten', 'statement_timeout=-1', 'lock_timeout=1.5', 'lock_timeout='])(
  '%s is refused by its name',
  (limit) => {
    expect(() => readPostgresLimits(`postgres://db/wf?${limit}`)).toThrow(limit.split('=')[0]);
  },
);

test.each(['', 'db/wf', 'mysql://db/wf', 'postgres:/db', 'http://db'])('%j is not an address', (url) => {
  expect(() => readPostgresLimits(url)).toThrow('expected postgres://user:password@host/database');
});
