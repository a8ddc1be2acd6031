import { expect, test } from 'vitest';
import {
  appIdsOf,
  deleteKeyRecords,
  findKey,
  hasAnyKey,
  hasOtherOperator,
  readKeys,
  readSealedKeys,
  storeSealedKey,
} from '../../../../../src/service/keys/queries/keys.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const [BEFORE, NOW, LATER] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
type Key = Record<string, string | null>;
const key = (id: string, more: Key = {}): Key => ({ id, prefix: `prefix ${id}`, role: 'operator', ...more });

async function openKeys(...keys: readonly Key[]) {
  const { db } = await openBare();
  await db.deleteFrom('keys').execute();
  await insertBare(db, 'keys', keys);
  return db;
}

test('keys are found by their prefix, and listed by their ids with their last use', async () => {
  const db = await openKeys(key('b'), key('a', { app_ids: '["x"]' }), key('c'));
  await insertBare(db, 'key_uses', [{ key_id: 'b', used_at: 'used' }]);
  const list = async (after: string, limit: number) =>
    (await readKeys(db, { after, limit })).map(({ id, used_at }) => [id, used_at]);
  expect(await list('', 2)).toEqual([
    ['a', null],
    ['b', 'used'],
  ]);
  expect(await list('b', 9)).toEqual([['c', null]]);
  const found = await findKey(db, 'prefix a');
  expect([found?.id, appIdsOf(found!), appIdsOf({ app_ids: null })]).toEqual(['a', ['x'], null]);
  expect(await findKey(db, 'a')).toBeNull();
});

test('a key is deleted with its counts and the sessions that it opened', async () => {
  const db = await openKeys(key('a'), key('b'), key('s', { session_of: 'a' }), key('t', { session_of: 'b' }));
  for (const table of ['key_rates', 'key_model_calls'] as const)
    await insertBare(db, table, [{ key_id: 'a' }, { key_id: 'b' }]);
  expect(await hasAnyKey(db)).toBe(true);
  await deleteKeyRecords(db, { id: 'a', prefix: 'prefix a' });
  expect((await readKeys(db, { after: '', limit: 9 })).map(({ id }) => id)).toEqual(['b', 't']);
  for (const table of ['key_rates', 'key_model_calls'] as const)
    expect(await db.selectFrom(table).select('key_id').execute()).toEqual([{ key_id: 'b' }]);
  expect(await hasAnyKey(await openKeys())).toBe(false);
});

test.each([
  ['none', [], false],
  ['the same', [key('a')], false],
  ['an operator', [key('b')], true],
  ['one that expires later', [key('b', { expires_at: LATER })], true],
  ['one that expires now', [key('b', { expires_at: NOW })], false],
  ['one that has expired', [key('b', { expires_at: BEFORE })], false],
  ['an author', [key('b', { role: 'author' })], false],
  ['a session', [key('b', { session_of: 'x' })], false],
  ['one of some apps', [key('b', { app_ids: '[]' })], false],
])('another operator may be there: %s', async (_, keys, expected) => {
  expect(await hasOtherOperator(await openKeys(...keys), 'prefix a', NOW)).toBe(expected);
});

test('sealed keys are read, oldest first', async () => {
  const db = await openKeys(key('b'), key('a'), key('c'));
  await storeSealedKey(db, 'prefix b', 'second');
  await storeSealedKey(db, 'prefix a', 'first');
  expect(await readSealedKeys(db)).toEqual(['first', 'second']);
});
