import { expect, test } from 'vitest';
import { hasStaleValues, resealValues, switchKey } from '../../../../src/service/sealing/reseal-values.ts';
import { createSecretBox, findKeyProblem } from '../../../../src/service/secrets/create-secret-box.ts';
import { readSealingKey } from '../../../../src/service/secrets/queries.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const [OLD, NEW, LOST] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array, Uint8Array]; // three
const boxOf = (...keys: readonly Uint8Array[]) => createSecretBox(async () => [...keys]);
const { signal } = new AbortController();

/** A database with a value of each kind, sealed by the old key. */
async function openSealed() {
  const store = await openBare();
  const { db } = store;
  const seal = async (text: string, owner: string) => await boxOf(OLD).seal(text, owner);
  await insertBare(db, 'apps', [{ id: 'a', name: 'a' }]);
  await insertBare(db, 'app_variables', [{ app_id: 'a', name: 'KEY', sealed: await seal('1', 'variable a KEY') }]);
  await insertBare(db, 'environments', [{ id: 'l', app_id: 'a', name: 'live' }]);
  await insertBare(db, 'environment_variables', [
    { set_id: 's', environment_id: 'l', name: 'KEY', sealed: await seal('2', 'variable a KEY') },
  ]);
  await insertBare(db, 'evaluations', [{ id: 'e', app_id: 'a', provider_keys: await seal('3', 'provider keys e') }]);
  await insertBare(db, 'human_evaluations', [{ id: 'h', app_id: 'a', link_sealed: await seal('4', 'voting h') }]);
  await insertBare(db, 'human_voters', [
    { id: 'v', human_evaluation_id: 'h', name: 'ana', code_sealed: await seal('5', 'voting v') },
    { id: 'w', human_evaluation_id: 'h', name: 'ben', code_sealed: null },
  ]);
  await insertBare(db, 'secrets', [{ id: 'c', sealed: await seal('6', 'secret c') }]);
  return store;
}

test('every value is sealed again with the first key, for the same owner', async () => {
  const store = await openSealed();
  const [newName = ''] = await boxOf(NEW).keyNames();
  expect(await hasStaleValues(store.db, newName)).toBe(true);
  expect(await resealValues(store, boxOf(NEW, OLD), signal)).toEqual({ resealed: 6, unopened: 0 });
  expect(await hasStaleValues(store.db, newName)).toBe(false);
  const { sealed } = await store.db.selectFrom('secrets').select('sealed').executeTakeFirstOrThrow();
  expect(await boxOf(NEW).open(sealed, 'secret c')).toBe('6');
  const variable = await store.db.selectFrom('environment_variables').select('sealed').executeTakeFirstOrThrow();
  expect(await boxOf(NEW).open(variable.sealed, 'variable a KEY')).toBe('2');
  expect(await resealValues(store, boxOf(NEW, OLD), signal)).toEqual({ resealed: 0, unopened: 0 });
});

test('values that no key opens stay, and do not hold up the others', async () => {
  const store = await openSealed();
  const lost = await boxOf(LOST).seal('7', 'secret b');
  await insertBare(store.db, 'secrets', [{ id: 'b', sealed: lost }]);
  expect(await resealValues(store, boxOf(NEW, OLD), signal)).toEqual({ resealed: 6, unopened: 1 });
  const [row] = await store.db.selectFrom('secrets').select('sealed').where('id', '=', 'b').execute();
  expect(row?.sealed).toBe(lost);
});

test('a service without the key of the database is told so', async () => {
  const { db } = await openBare();
  expect(await findKeyProblem(db, boxOf(OLD))).toBeNull();
  const [name = ''] = await boxOf(NEW).keyNames();
  await switchKey(db, { from: null, to: name, now: 'now' });
  expect(await readSealingKey(db)).toBe(name);
  expect(await findKeyProblem(db, boxOf(NEW))).toBeNull();
  expect(await findKeyProblem(db, boxOf(OLD))).toContain(name);
});
