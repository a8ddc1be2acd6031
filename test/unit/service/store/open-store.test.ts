import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KNOWN_SCHEMA, MOVES_TABLE, requireNewest, requireWhole } from '../../../../src/service/store/migrate.ts';
import { openStore, runSerializable } from '../../../../src/service/store/open-store.ts';
import type { Db } from '../../../../src/service/store/schema.ts';
import { retryWhileBusy } from '../../../../src/service/store/sqlite-dialect.ts';
import { recordingPostgres } from '../../../helpers/recording-postgres.ts';
import { closedPort } from '../../../helpers/start-http-server.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test.each([
  ['do not wait for a transaction', {}, ['read', 'written']],
  ['wait where nobody else reads meanwhile', { isAlone: true }, ['written', 'read']],
])('reads of SQLite %s', async (_, options, order) => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db'), ...options });
  const seen: string[] = [];
  const { promise: isRead, resolve: endTransaction } = Promise.withResolvers<void>();
  const writing = store
    .transaction(async (db) => {
      await sql`delete from apps`.execute(db);
      if ('isAlone' in options) endTransaction();
      await isRead;
    })
    .then(() => seen.push('written'));
  const reading = sql`select id from apps`.execute(store.reads).then(() => {
    seen.push('read');
    endTransaction();
  });
  await Promise.all([writing, reading]);
  expect(seen).toEqual(order);
});

async function tempStore() {
  const folder = await tempFolder();
  const file = folder.path('wf.db');
  const store = await openStore({ file });
  onTestFinished(async () => {
    await store.close();
    await folder[Symbol.asyncDispose]();
  });
  return { file, store };
}

/** Reads a setting of a connection. */
const pragma = async (db: Db, name: string) =>
  Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0];

test('only the user can read a SQLite database, which is created', async () => {
  const { file } = await tempStore();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a SQLite database checks references, and keeps a log that is durable', async () => {
  const { store } = await tempStore();
  expect(
    await Promise.all(['journal_mode', 'foreign_keys', 'synchronous'].map((name) => pragma(store.db, name))),
  ).toEqual(['wal', 1, 2]);
});

test('what reads cannot write', async () => {
  const { store } = await tempStore();
  const write = async (db: Db) => await sql`delete from apps`.execute(db);
  await expect(write(store.reads)).rejects.toThrow('attempt to write a readonly database');
  await expect(store.readBeside(write)).rejects.toThrow('attempt to write a readonly database');
});

test('a database that was closed is not read again', async () => {
  const { store } = await tempStore();
  await store.close();
  const read = async (db: Db) => await sql`select 1`.execute(db);
  await expect(store.readBeside(read)).rejects.toThrow('The database is closed.');
});

test('a database of PostgreSQL is named without its password', async () => {
  const port = await closedPort();
  await expect(openStore({ url: `postgres://user:secret@127.0.0.1:${port}/wf` })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringMatching(new RegExp(`^The database at 127\\.0\\.0\\.1:${port}/wf (?!.*secret)`)),
  });
});

describe('a serializable transaction', () => {
  const lostRace = () => Object.assign(new Error('could not serialize access'), { code: '40001' });
  const work = async (db: Db) => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one;

  test('that lost a race runs again, in a new transaction', async () => {
    const { db, statements } = recordingPostgres([{ error: lostRace() }, { rows: [{ one: 1 }] }]);
    expect(await runSerializable(db, work)).toBe(1);
    const once = [['begin, serializable'], ['select 1 as one']];
    expect(statements).toEqual([...once, ...once]);
  });

  test.each([
    [8, Array.from({ length: 9 }, lostRace)],
    [1, [Object.assign(new Error('no such table'), { code: '42P01' })]],
  ])('fails after %i attempts: %o', async (attempts, errors) => {
    const { db, statements } = recordingPostgres(errors.map((error) => ({ error })));
    await expect(runSerializable(db, work)).rejects.toBe(errors[attempts - 1]);
    expect(statements).toHaveLength(2 * attempts);
  });
});

test('a database of an older wf that can only be read is refused', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  await sql`delete from wf_migrations where number = ${KNOWN_SCHEMA}`.execute(store.db);
  await expect(requireNewest(store.db, 'wf.db')).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: 'wf.db is from an older wf, and cannot be updated: it can only be read.',
    nextSteps: ['Run any command of this wf where the file can be written'],
  });
});

test('a database that a move has not filled yet is refused until the move has finished', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  await expect(requireWhole(store.db, 'sqlite', 'wf.db')).resolves.toBeUndefined();
  await sql`create table ${sql.table(MOVES_TABLE)} (table_name text)`.execute(store.db);
  await expect(requireWhole(store.db, 'sqlite', 'wf.db')).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: 'wf.db is incomplete: a wf move or wf restore into it has not finished.',
    nextSteps: ['Run the same command again: it continues where it stopped', 'Or start with an empty database'],
  });
  await sql`drop table ${sql.table(MOVES_TABLE)}`.execute(store.db);
  await expect(requireWhole(store.db, 'sqlite', 'wf.db')).resolves.toBeUndefined();
});

/** Fails with these errors in turn, then succeeds. */
function failing(...errors: unknown[]) {
  let attempts = 0;
  const work = (): string => {
    attempts += 1;
    if (errors.length > 0) throw errors.shift();
    return 'done';
  };
  return { work, attempts: () => attempts };
}

const error = (errcode: number) => Object.assign(new Error(`error ${errcode}`), { errcode });

test('work is repeated while another connection writes, in any form of that error', async () => {
  const { work, attempts } = failing(error(5), error(517), error(5));
  expect([await retryWhileBusy(work, 60_000), attempts()]).toEqual(['done', 4]);
});

test.each([error(6), error(0), new Error('other'), { errcode: 5 }, 'text'])('%j is not repeated', async (thrown) => {
  const { work, attempts } = failing(thrown);
  await expect(retryWhileBusy(work, 60_000)).rejects.toBe(thrown);
  expect(attempts()).toBe(1);
});
