import { expect, test } from 'vitest';
import { createKeyUses } from '../../../../src/service/keys/note-key-use.ts';
import { findKeyUse } from '../../../../src/service/keys/queries/key-uses.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

async function openKeys() {
  const store = await openBare();
  const { db } = store;
  await insertBare(db, 'keys', [
    { id: 'k', prefix: 'key' },
    { id: 's', prefix: 'session' },
  ]);
  const note = createKeyUses(store);
  // A read waits for the writes before it.
  const uses = async () => [await findKeyUse(db, 'k'), await findKeyUse(db, 's')];
  return { note, uses };
}

const at = (minutes: number, seconds = 0) => new Date(Date.UTC(2026, 10, 20, 12, minutes, seconds)).toISOString();

test('a use within five minutes of a stored one is not stored', async () => {
  const { note, uses } = await openKeys();
  expect(await uses()).toEqual([null, null]);
  note({ id: 'k' }, at(10));
  note({ id: 'k' }, at(14, 59));
  expect(await uses()).toEqual([at(10), null]);
  note({ id: 'k' }, at(15));
  expect(await uses()).toEqual([at(15), null]);
});

test('the use of a session counts for its key, too', async () => {
  const { note, uses } = await openKeys();
  note({ id: 's', sessionOf: 'k' }, at(0));
  expect(await uses()).toEqual([at(0), at(0)]);
});

test('a clock that was set back does not silence a key, and a revoked key does no harm', async () => {
  const { note, uses } = await openKeys();
  note({ id: 'k' }, at(30));
  note({ id: 'k' }, at(25));
  note({ id: 'k' }, at(30));
  note({ id: 'gone' }, at(31));
  expect(await uses()).toEqual([at(30), null]);
});
