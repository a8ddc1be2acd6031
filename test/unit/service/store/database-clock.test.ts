import { expect, test } from 'vitest';
import { createDatabaseClock } from '../../../../src/service/store/database-clock.ts';
import { recordingPostgres } from '../../../helpers/recording-postgres.ts';

const HOUR_MS = 3_600_000;

test('on PostgreSQL the time is that of the server, an hour ahead or behind', async () => {
  for (const ahead of [HOUR_MS, -HOUR_MS]) {
    const { db, statements } = recordingPostgres([{ rows: [{ ms: Date.now() + ahead }] }]);
    using clock = await createDatabaseClock({ db, dialect: 'postgres' });
    const error = clock.offsetMs() - ahead;
    expect(Math.abs(error)).toBeLessThan(1000);
    expect(Math.abs(clock.now().getTime() - Date.now() - ahead)).toBeLessThan(1000);
    expect(statements).toEqual([['select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms']]);
  }
});

test('a server that gives no time is taken to have ours', async () => {
  using clock = await createDatabaseClock({ db: recordingPostgres().db, dialect: 'postgres' });
  expect(Math.abs(clock.offsetMs())).toBeLessThan(1000);
});

test('on SQLite the time is that of this machine', async () => {
  const { db, statements } = recordingPostgres();
  using clock = await createDatabaseClock({ db, dialect: 'sqlite' });
  expect(clock.offsetMs()).toBe(0);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000);
  expect(statements).toEqual([]);
});
