import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, runSerializable } from '../../../../src/service/store/open-store.ts';
import type { Db } from '../../../../src/service/store/schema.ts';
import { recordingPostgres } from '../../../helpers/recording-postgres.ts';

test.each([
  ['16 MB, the default for a server, and less where it writes', {}, [-8192, -16_384]],
  ['the given size', { cacheMb: 4 }, [-4096, -4096]],
  ['the given size, also where one connection reads and writes', { cacheMb: 12, isAlone: true }, [-12_288, -12_288]],
])('a SQLite database caches %s', async (_, options, kilobytes) => {
  const folder = await mkdtemp(join(tmpdir(), 'wf-store-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  await using store = await openStore({ file: join(folder, 'wf.db'), ...options });
  const sizes = [store.db, store.reads].map(
    async (db) => (await sql<{ cache_size: number }>`pragma cache_size`.execute(db)).rows[0]?.cache_size,
  );
  expect(await Promise.all(sizes)).toEqual(kilobytes);
});

test.each([
  ['do not wait for a transaction', {}, ['read', 'written']],
  ['wait where nobody else reads meanwhile', { isAlone: true }, ['written', 'read']],
])('reads of SQLite %s', async (_, options, order) => {
  const folder = await mkdtemp(join(tmpdir(), 'wf-store-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  await using store = await openStore({ file: join(folder, 'wf.db'), ...options });
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

async function tempStore(options: { readonly onQuery?: (ms: number) => void } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'wf-store-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'data', 'wf.db');
  const store = await openStore({ file }, options);
  onTestFinished(async () => await store.close());
  return { file, store };
}

/** Reads a setting of a connection. */
const pragma = async (db: Db, name: string) =>
  Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0];

test('only the user can read a SQLite database, which is created with its folder', async () => {
  const { file } = await tempStore();
  const modes = await Promise.all([file, dirname(file)].map(async (path) => (await stat(path)).mode & 0o777));
  expect(modes).toEqual([0o600, 0o700]);
});

test('a SQLite database checks references, and keeps a log that is durable', async () => {
  const { store } = await tempStore();
  expect(
    await Promise.all(['journal_mode', 'foreign_keys', 'synchronous'].map((name) => pragma(store.db, name))),
  ).toEqual(['wal', 1, 2]);
  expect([store.dialect, store.readPool()]).toEqual(['sqlite', null]);
});

test('only a passing transaction waits for no disk', async () => {
  const { store } = await tempStore();
  expect(await store.passingTransaction((db) => pragma(db, 'synchronous'))).toBe(1);
  const failing = store.passingTransaction(async () => await Promise.reject(new Error('no luck')));
  await expect(failing).rejects.toThrow('no luck');
  expect(await pragma(store.db, 'synchronous')).toBe(2);
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

test('the duration of each query is told', async () => {
  const durations: number[] = [];
  const { store } = await tempStore({ onQuery: (ms) => durations.push(ms) });
  const before = durations.length;
  await sql`select 1`.execute(store.reads);
  expect(durations.slice(before)).toEqual([expect.any(Number)]);
});

test('a file that is no database is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wf-store-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'wf.db');
  await writeFile(file, 'no database'.repeat(100));
  await expect(openStore({ file })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringContaining(`The database ${file} `),
  });
});

test('a database of PostgreSQL is named without its password', async () => {
  await expect(openStore({ url: 'postgres://user:secret@127.0.0.1:1/wf' })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringMatching(/^The database at 127\.0\.0\.1:1\/wf (?!.*secret)/),
  });
});

const BEGIN = ['begin, serializable'];
const lostRace = () => Object.assign(new Error('could not serialize access'), { code: '40001' });

const work = async (db: Db) => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one;

test('work that lost a race runs again, in a new transaction', async () => {
  const { db, statements } = recordingPostgres([{ error: lostRace() }, { rows: [{ one: 1 }] }]);
  expect(await runSerializable(db, work)).toBe(1);
  expect(statements).toEqual([BEGIN, ['select 1 as one'], BEGIN, ['select 1 as one']]);
});

test('other errors are not repeated', async () => {
  const error = Object.assign(new Error('no such table'), { code: '42P01' });
  const { db, statements } = recordingPostgres([{ error }]);
  await expect(runSerializable(db, work)).rejects.toBe(error);
  expect(statements).toHaveLength(2);
});

test('work that loses every race fails at its eighth', async () => {
  const errors = Array.from({ length: 8 }, lostRace);
  const { db, statements } = recordingPostgres(errors.map((error) => ({ error })));
  await expect(runSerializable(db, work)).rejects.toBe(errors[7]);
  expect(statements).toHaveLength(16);
});
