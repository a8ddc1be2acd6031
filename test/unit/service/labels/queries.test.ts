import { expect, test } from 'vitest';
import {
  areLabelled,
  changeLabels,
  isArchived,
  readLabels,
  selectLabels,
  setArchivedAt,
  takeBackVariant,
  toLabels,
} from '../../../../src/service/labels/queries.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

async function openLabelled() {
  const { db } = await openBare();
  await insertBare(db, 'testsets', [{ id: 'a', archived_at: 'before' }, { id: 'b' }, { id: 'c' }]);
  await insertBare(db, 'testset_labels', [
    { record_id: 'a', name: 'team', value: 'x=y' },
    { record_id: 'a', name: 'area', value: '' },
    { record_id: 'b', name: 'team', value: 'blue' },
  ]);
  return db;
}

test('labels are read by record, in the order of their names', async () => {
  const db = await openLabelled();
  const found = await readLabels(db, 'testset_labels', ['a', 'c']);
  expect([...found].map(([id, labels]) => [id, Object.entries(labels)])).toEqual([
    [
      'a',
      [
        ['area', ''],
        ['team', 'x=y'],
      ],
    ],
  ]);
  const selected = await db
    .selectFrom('testsets')
    .select(selectLabels('testset_labels', 'testsets.id').as('labels'))
    .orderBy('id')
    .execute();
  expect(selected.map(({ labels }) => Object.entries(toLabels(labels)))).toEqual([
    [
      ['area', ''],
      ['team', 'x=y'],
    ],
    [['team', 'blue']],
    [],
  ]);
});

test.each([
  [[], ['a', 'b', 'c']],
  [['team'], ['a', 'b']],
  [['team=blue'], ['b']],
  [['team=x=y', 'area'], ['a']],
  [['team=blue', 'area'], []],
])('records are found by all labels %j', async (wanted, ids) => {
  const db = await openLabelled();
  const query = db
    .selectFrom('testsets')
    .select('id')
    .where(areLabelled('testset_labels', 'testsets.id', wanted));
  expect((await query.orderBy('id').execute()).map(({ id }) => id)).toEqual(ids);
});

test('labels are set, changed and removed, of one record only', async () => {
  const db = await openLabelled();
  const change = { set: { team: 'red', new: '1' }, unset: ['area', 'team', 'none'] };
  expect(await changeLabels(db, 'testset_labels', 'a', change)).toEqual({ team: 'red', new: '1' });
  expect(await changeLabels(db, 'testset_labels', 'b', { set: {}, unset: [] })).toEqual({ team: 'blue' });
  expect(await changeLabels(db, 'testset_labels', 'c', { set: {}, unset: ['team'] })).toEqual({});
});

test('a record has at most 50 labels', async () => {
  const db = await openLabelled();
  const set = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`l${index}`, '']));
  expect(Object.keys(await changeLabels(db, 'testset_labels', 'c', { set, unset: [] }))).toHaveLength(50);
  await expect(changeLabels(db, 'testset_labels', 'c', { set: { more: '' }, unset: [] })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'A record has at most 50 labels, and this one would have 51.',
    details: [{ loc: ['body', 'labels'], msg: 'A record has at most 50 labels', type: 'too_long' }],
  });
});

test('records are archived and taken back', async () => {
  const db = await openLabelled();
  await setArchivedAt(db, 'testset', 'b', 'now');
  await setArchivedAt(db, 'testset', 'a', null);
  const idsOf = async (archived: 'true' | 'false' | undefined) => {
    const query = db.selectFrom('testsets').select('id').where(isArchived('archived_at', archived)).orderBy('id');
    return (await query.execute()).map(({ id }) => id);
  };
  expect([await idsOf('true'), await idsOf('false'), await idsOf(undefined)]).toEqual([
    ['b'],
    ['a', 'c'],
    ['a', 'b', 'c'],
  ]);
});

test('the variant of a revision is taken back, and no other', async () => {
  const { db } = await openBare();
  await insertBare(db, 'variants', [
    { id: 'v', name: 'v', base_id: 'x', archived_at: 'before' },
    { id: 'w', name: 'w', base_id: 'y', archived_at: 'before' },
  ]);
  await insertBare(db, 'variant_revisions', [{ id: 'r', variant_id: 'v', revision: 1 }]);
  await takeBackVariant(db, 'r');
  expect(await db.selectFrom('variants').select(['id', 'archived_at']).orderBy('id').execute()).toEqual([
    { id: 'v', archived_at: null },
    { id: 'w', archived_at: 'before' },
  ]);
});
