import { expect, test } from 'vitest';
import { createInsertRows } from '../../../../src/service/store/insert-rows.ts';
import { recordingPostgres } from '../../../helpers/recording-postgres.ts';

const insert = createInsertRows({ table: 'app_logs', columns: ['id', 'line'] });

test('rows are inserted by as few statements as powers of two make, in order', async () => {
  const { db, statements } = recordingPostgres();
  const rows = Array.from({ length: 71 }, (_, index) => [`id ${index}`, `line ${index}`]);
  await insert(db, rows);
  expect(statements.map(([, ...values]) => values.length / 2)).toEqual([64, 4, 2, 1]);
  expect(statements.flatMap(([, ...values]) => values)).toEqual(rows.flat());
});

test('a statement names the columns, and each row has its values', async () => {
  const { db, statements } = recordingPostgres();
  await insert(db, [
    ['a', 'one'],
    ['b', 'two'],
  ]);
  await insert(db, [['c', 'three']]);
  expect(statements).toEqual([
    ['insert into "app_logs" ("id", "line") values ($1, $2), ($3, $4)', 'a', 'one', 'b', 'two'],
    ['insert into "app_logs" ("id", "line") values ($1, $2)', 'c', 'three'],
  ]);
});

test.each([
  [63, [32, 16, 8, 4, 2, 1]],
  [64, [64]],
  [130, [64, 64, 2]],
])('%d rows are inserted by statements of %j', async (count, sizes) => {
  const { db, statements } = recordingPostgres();
  await insert(
    db,
    Array.from({ length: count }, () => ['a', 'b']),
  );
  expect(statements.map(([, ...values]) => values.length / 2)).toEqual(sizes);
});

test.each([
  [64, false],
  [65, true],
])('others run while %d rows are inserted: %s', async (count, isInterrupted) => {
  let hasRun = false;
  setImmediate(() => void (hasRun = true));
  await insert(
    recordingPostgres().db,
    Array.from({ length: count }, () => ['a', 'b']),
  );
  expect(hasRun).toBe(isInterrupted);
});

test('no rows need no statement', async () => {
  const { db, statements } = recordingPostgres();
  await insert(db, []);
  expect(statements).toEqual([]);
});

test('rows that exist already are skipped where the table is told so', async () => {
  const { db, statements } = recordingPostgres();
  await createInsertRows({ table: 'app_logs', columns: ['id'], unless: 'id' })(db, [['a']]);
  expect(statements).toEqual([['insert into "app_logs" ("id") values ($1) on conflict ("id") do nothing', 'a']]);
});
