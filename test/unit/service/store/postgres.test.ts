import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDatabaseClock } from '../../../../src/service/store/database-clock.ts';
import { readPostgresLimits } from '../../../../src/service/store/postgres-limits.ts';
import { recordingPostgres } from '../../../helpers/recording-postgres.ts';

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

test.each([
  ['pool_max', '0', 'a number of connections'],
  ['pool_max', 'ten', 'a number of connections'],
  ['statement_timeout', '-1', 'milliseconds, or 0 for no limit'],
  ['lock_timeout', '1.5', 'milliseconds, or 0 for no limit'],
  ['lock_timeout', '', 'milliseconds, or 0 for no limit'],
  ['lock_timeout', '1234567890', 'milliseconds, or 0 for no limit'],
])('%s=%s is refused by its name', (name, value, unit) => {
  expect(() => readPostgresLimits(`postgres://db/wf?${name}=${value}`)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: `${name} in the address of the database is "${value}"; expected ${unit}.`,
    }),
  );
});

test('one connection is enough', () => {
  expect(readPostgresLimits('postgresql://db/wf?pool_max=1&lock_timeout=123456789').limits).toMatchObject({
    pool_max: 1,
    lock_timeout: 123_456_789,
  });
});

test.each(['', 'db/wf', 'mysql://db/wf', 'postgres:/db', 'http://db'])('%j is not an address', (url) => {
  expect(() => readPostgresLimits(url)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: 'The address of the database is not PostgreSQL: expected postgres://user:password@host/database.',
      nextSteps: ['wf serve --database-url postgres://wf@localhost/wf'],
    }),
  );
});

describe('the time', () => {
  const HOUR_MS = 3_600_000;
  const NOON = Date.parse('2026-11-20T12:00:00Z');
  // Only the clock: no time passes while the server is asked.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
  afterEach(() => void vi.useRealTimers());

  test.each([HOUR_MS, -HOUR_MS])('on PostgreSQL is that of the server, %i ms ahead', async (ahead) => {
    const { db } = recordingPostgres([{ rows: [{ ms: NOON + ahead }] }]);
    using clock = await createDatabaseClock({ db, dialect: 'postgres' });
    expect([clock.offsetMs(), clock.now()]).toEqual([ahead, new Date(NOON + ahead)]);
  });

  test.each(['postgres', 'sqlite'] as const)('on %s that gives none is that of this machine', async (dialect) => {
    using clock = await createDatabaseClock({ db: recordingPostgres().db, dialect });
    expect([clock.offsetMs(), clock.now()]).toEqual([0, new Date(NOON)]);
  });
});
