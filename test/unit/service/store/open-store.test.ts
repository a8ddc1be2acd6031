import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
