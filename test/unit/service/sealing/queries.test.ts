import { expect, test } from 'vitest';
import { readStaleValues, replaceValue } from '../../../../src/service/sealing/queries.ts';
import type { Db } from '../../../../src/service/store/schema.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const [OLD, NEW] = ['v1.old.x', 'v1.new.x'];

/** A value of each table that is sealed with an old key, and others. */
async function openSealed(): Promise<Db> {
  const { db } = await openBare();
  await insertBare(db, 'apps', [{ id: 'a', name: 'a' }]);
  await insertBare(db, 'environments', [{ id: 'e', app_id: 'a', name: 'live' }]);
  await insertBare(db, 'app_variables', [
    { app_id: 'a', name: 'B', sealed: OLD },
    { app_id: 'a', name: 'A', sealed: OLD },
    { app_id: 'a', name: 'C', sealed: NEW },
  ]);
  await insertBare(db, 'environment_variables', [{ set_id: 's', environment_id: 'e', name: 'A', sealed: OLD }]);
  await insertBare(db, 'evaluations', [
    { id: 'v', app_id: 'a', provider_keys: OLD },
    { id: 'w', app_id: 'a', provider_keys: null },
  ]);
  await insertBare(db, 'human_evaluations', [{ id: 'h', app_id: 'a', link_sealed: OLD }]);
  await insertBare(db, 'human_voters', [{ id: 'u', human_evaluation_id: 'h', code_sealed: OLD }]);
  await insertBare(db, 'keys', [{ id: 'k', prefix: 'p', sealed: OLD }]);
  await insertBare(db, 'secrets', [{ id: 'c', sealed: OLD }]);
  return db;
}

test.each([
  [
    'app_variables',
    [
      { id: 'a', name: 'A', app_id: 'a', sealed: OLD },
      { id: 'a', name: 'B', app_id: 'a', sealed: OLD },
    ],
  ],
  ['environment_variables', [{ id: 's', name: 'A', app_id: 'a', sealed: OLD }]],
  ['evaluations', [{ id: 'v', name: 'v', app_id: 'a', sealed: OLD }]],
  ['human_evaluations', [{ id: 'h', name: 'h', app_id: 'a', sealed: OLD }]],
  ['human_voters', [{ id: 'u', name: 'u', app_id: '', sealed: OLD }]],
  ['keys', [{ id: 'p', name: 'p', app_id: '', sealed: OLD }]],
  ['secrets', [{ id: 'c', name: 'c', app_id: '', sealed: OLD }]],
] as const)('values of %s that another key sealed are read and replaced', async (table, rows) => {
  const db = await openSealed();
  const page = { table, keyName: 'new', after: null, limit: 9 };
  expect(await readStaleValues(db, page)).toEqual(rows);
  expect(await readStaleValues(db, { ...page, limit: 1 })).toEqual(rows.slice(0, 1));
  expect(await readStaleValues(db, { ...page, after: rows[0] })).toEqual(rows.slice(1));
  await replaceValue(db, table, { ...rows[0], sealed: 'changed meanwhile' }, NEW);
  expect(await readStaleValues(db, page)).toEqual(rows);
  await replaceValue(db, table, rows[0], NEW);
  expect(await readStaleValues(db, page)).toEqual(rows.slice(1));
});
