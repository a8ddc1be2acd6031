import { expect, test } from 'vitest';
import {
  appendRevision,
  findAppOfRevision,
  locateRevision,
  readRevision,
  readRevisionParameters,
  readRevisions,
  requireRevision,
  toRevisionRecord,
} from '../../../../../src/service/variants/queries/revisions.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

async function openRevisions() {
  const { db } = await openBare();
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'main', config_name: 'main' },
    { id: 'w', app_id: 'b', base_id: 'x', name: 'bold', config_name: 'bold' },
  ]);
  await insertBare(
    db,
    'variant_revisions',
    [3, 1, 2].map((revision) => ({
      id: `r${revision}`,
      variant_id: 'v',
      revision,
      parameters: `{"n":${revision}}`,
      modified_by: 'ann',
      created_at: 'created',
    })),
  );
  await insertBare(db, 'variant_revisions', [{ id: 's1', variant_id: 'w', revision: 1, parameters: '{}' }]);
  return db;
}

const VARIANT = { variant_id: 'v', variant_name: 'main', revision: 3 };

test('a revision is found by its number, or by its id', async () => {
  const db = await openRevisions();
  expect(toRevisionRecord(await requireRevision(db, VARIANT, 2), 'main')).toEqual({
    id: 'r2',
    revision: 2,
    modified_by: 'ann',
    config: { config_name: 'main', parameters: { n: 2 } },
    created_at: 'created',
  });
  expect((await readRevision(db, 'r1')).revision).toBe(1);
  await expect(requireRevision(db, VARIANT, 4)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Variant "main" has no revision 4. Its newest is 3.',
  });
});

test('the parameters of a revision are read by its id', async () => {
  const db = await openRevisions();
  expect(await readRevisionParameters(db, 'r2')).toEqual({ n: 2 });
  await expect(readRevisionParameters(db, 'none')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No variant revision has the id "none".',
  });
});

test('revisions are listed by their numbers in either order', async () => {
  const db = await openRevisions();
  const list = async (order: 'asc' | 'desc', isBehind: '>' | '<', key: number, limit = 9) =>
    (await readRevisions(db, 'v', { order, isBehind, key, limit })).map(({ revision }) => revision);
  expect([await list('asc', '>', 1), await list('desc', '<', 3), await list('asc', '>', 0, 1)]).toEqual([
    [2, 3],
    [2, 1],
    [1],
  ]);
});

test('an id is located as that of a revision, or of a variant at its newest', async () => {
  const db = await openRevisions();
  expect(await locateRevision(db, 'r1')).toEqual({ variantId: 'v', appId: 'a', revision: 1 });
  expect(await locateRevision(db, 'v')).toEqual({ variantId: 'v', appId: 'a', revision: 3 });
  expect(await locateRevision(db, 'none')).toBeNull();
  expect([await findAppOfRevision(db, 's1'), await findAppOfRevision(db, 'v')]).toEqual(['b', null]);
});

test('the next revision changes its variant, and no other', async () => {
  const db = await openRevisions();
  const principal = { id: 'k', name: 'eve' };
  const id = await appendRevision(db, { variantId: 'v', revision: 4, parameters: { n: 4 }, principal, now: 'now' });
  expect(await readRevision(db, id)).toEqual({
    id,
    variant_id: 'v',
    revision: 4,
    parameters: '{"n":4}',
    modified_by: 'eve',
    created_at: 'now',
  });
  const variants = db.selectFrom('variants').select(['id', 'updated_at', 'modified_by_id']).orderBy('id');
  expect(await variants.execute()).toEqual([
    { id: 'v', updated_at: 'now', modified_by_id: 'k' },
    { id: 'w', updated_at: '', modified_by_id: '' },
  ]);
});
