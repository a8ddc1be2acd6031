import { expect, test } from 'vitest';
import {
  findBase,
  insertBase,
  readBases,
  requireBase,
  requireBaseNamed,
} from '../../../../../src/service/variants/queries/bases.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

async function openBases() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'bases', [
    { id: 'y', app_id: 'a', name: 'bold' },
    { id: 'x', app_id: 'a', name: 'main' },
    { id: 'z', app_id: 'b', name: 'other' },
  ]);
  return db;
}

test('a base is found by its id, or by its name in an app', async () => {
  const db = await openBases();
  expect((await requireBase(db, 'x')).name).toBe('main');
  expect((await findBase(db, 'a', 'bold'))?.id).toBe('y');
  expect(await findBase(db, 'a', 'other')).toBeNull();
  await expect(requireBase(db, 'none')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/base.*none/),
  });
  await requireBaseNamed(db, 'a', 'main');
  await expect(requireBaseNamed(db, 'a', 'other')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No base is called "other". Available: bold, main.',
  });
});

test('bases are listed by their names', async () => {
  const db = await openBases();
  const list = async (filter: Partial<Parameters<typeof readBases>[2]>) =>
    (await readBases(db, 'a', { name: undefined, after: '', limit: 9, ...filter })).map(({ name }) => name);
  expect([
    await list({}),
    await list({ limit: 1 }),
    await list({ after: 'bold' }),
    await list({ name: 'main' }),
  ]).toEqual([['bold', 'main'], ['bold'], ['main'], ['main']]);
});

test('a base is stored without a deployment', async () => {
  const db = await openBases();
  const made = await insertBase(db, 'a', 'new', 'now');
  expect(made).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    app_id: 'a',
    name: 'new',
    created_at: 'now',
    newest_deployment_id: null,
  });
  expect(await requireBase(db, made.id)).toEqual(made);
});
