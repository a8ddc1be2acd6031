import { expect, test } from 'vitest';
import {
  deleteEmptied,
  deleteOldRows,
  findNextOld,
  readBusyApps,
  readOldRows,
} from '../../../../../src/service/retention/queries/old-evaluations.ts';
import type { PartScope } from '../../../../../src/service/operation/retention.ts';
import type { Db } from '../../../../../src/service/store/schema.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const [OLD, LIMIT] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
const SCOPE: PartScope = { appIds: null, busyAppIds: [], before: LIMIT, isPlan: false };
const ended = (id: string, more: Record<string, string | null> = {}) => ({
  id,
  app_id: 'a',
  updated_at: OLD,
  status_value: 'EVALUATION_FINISHED',
  ...more,
});

async function listOld(db: Db, scope: Partial<PartScope> = {}): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = ''; ;) {
    after = await findNextOld(db, { ...SCOPE, ...scope }, after);
    if (after === null) return found;
    found.push(after);
  }
}

test('evaluations are old that ended before an instant and are no evidence, in the order of their ids', async () => {
  const { db } = await openBare();
  await insertBare(db, 'evaluations', [
    ended('2'),
    ended('1', { app_id: 'b', status_value: 'EVALUATION_CANCELLED' }),
    ended('3', { updated_at: LIMIT }),
    ended('4', { status_value: 'EVALUATION_STARTED' }),
    ended('5', { status_value: 'EVALUATION_INITIALIZED' }),
    ended('6', { human_evaluation_id: 'h' }),
    ended('7'),
    ended('8'),
    ended('9'),
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: 'r', environment_id: 'e', evaluation_id: '7', baseline_evaluation_id: null },
    { id: 's', environment_id: 'f', evaluation_id: null, baseline_evaluation_id: '8' },
  ]);
  expect(await listOld(db)).toEqual(['1', '2', '9']);
  expect(await listOld(db, { appIds: ['a'] })).toEqual(['2', '9']);
  expect(await listOld(db, { appIds: [] })).toEqual([]);
  expect(await listOld(db, { busyAppIds: ['a'] })).toEqual(['1']);
});

test('an app is busy while one of its evaluations waits or runs', async () => {
  const { db } = await openBare();
  const now = '2026-01-03T00:00:00Z';
  const [running, waiting] = [{ status_value: 'EVALUATION_STARTED' }, { status_value: 'EVALUATION_INITIALIZED' }];
  await insertBare(db, 'evaluations', [
    ended('1', running),
    ended('2', { ...running, app_id: 'b' }),
    ended('3', { ...waiting, app_id: 'c', updated_at: '2026-01-02T23:59:31Z' }),
    ended('4', { ...waiting, app_id: 'd', updated_at: '2026-01-02T23:59:29Z' }),
    ended('5', { app_id: 'e' }),
    ended('6', running),
  ]);
  expect(await readBusyApps(db, now)).toEqual(['c']);
  await insertBare(db, 'evaluation_leases', [
    { evaluation_id: '1', owner: 'elsewhere', expires_at: now },
    { evaluation_id: '2', owner: 'elsewhere', expires_at: '2026-01-02T23:59:59Z' },
    { evaluation_id: '6', owner: 'elsewhere', expires_at: now },
  ]);
  expect((await readBusyApps(db, now)).toSorted()).toEqual(['a', 'c', 'd']);
});

/** Three old evaluations; 500 rows of the second one, which share outputs with the others. */
async function openRows() {
  const { db } = await openBare();
  await insertBare(db, 'evaluations', [ended('1'), ended('2'), ended('3')]);
  const place = (evaluation_id: string, position: number, cell_hash: string | null, outputs = '') => ({
    id: `${evaluation_id}-${position}`,
    evaluation_id,
    position,
    cell_hash,
    outputs,
  });
  const rows = [
    place('1', 0, 'with older'),
    place('2', 0, 'with older', '123'),
    place('2', 1, 'with newer'),
    place('2', 2, 'with later'),
    place('2', 3, 'own'),
    place('2', 4, 'own'),
    place('2', 5, null),
    ...Array.from({ length: 245 }, (_, index) => place('2', 6 + index, index === 244 ? 'with later' : null)),
    place('3', 0, 'with newer'),
  ];
  await insertBare(
    db,
    'evaluation_scenarios',
    rows.map(({ id, evaluation_id, position }) => ({ id, evaluation_id, position, cells: 'ü' })),
  );
  const called = rows.filter(({ id }) => id !== '2-5');
  await insertBare(
    db,
    'evaluation_outcomes',
    called.map(({ id, evaluation_id, cell_hash, outputs }) => {
      return { scenario_id: id, evaluation_id, cell_hash, outputs, results: outputs };
    }),
  );
  await insertBare(
    db,
    'cells',
    ['with older', 'with newer', 'with later', 'own'].map((hash) => ({ hash, output: `${hash}ü` })),
  );
  await insertBare(db, 'scores', [
    { hash: 'x', cell_hash: 'own', result: '12' },
    { hash: 'y', cell_hash: 'own', result: '123' },
    { hash: 'z', cell_hash: 'with newer', result: '1' },
  ]);
  return db;
}

test('the rows of an old evaluation go with the outputs that no other row has, and their scores', async () => {
  const db = await openRows();
  const first = await readOldRows(db, SCOPE, '2', -1);
  expect(first.ids).toEqual(Array.from({ length: 250 }, (_, position) => `2-${position}`));
  expect({ ...first, ids: [] }).toEqual({
    ids: [],
    last: 249,
    bytes: 250 * 2 + 6,
    outputs: [
      { hash: 'own', bytes: 5 },
      { hash: 'with older', bytes: 12 },
    ],
    scores: { count: 2, bytes: 5 },
  });
  expect(await readOldRows(db, SCOPE, '2', 249)).toEqual({
    ids: ['2-250'],
    last: 250,
    bytes: 2,
    outputs: [{ hash: 'with later', bytes: 12 }],
    scores: { count: 0, bytes: 0 },
  });
  expect(await readOldRows(db, SCOPE, '2', 250)).toEqual({
    ids: [],
    last: 250,
    bytes: 0,
    outputs: [],
    scores: { count: 0, bytes: 0 },
  });
});

test('an older evaluation that stays keeps its outputs', async () => {
  const db = await openRows();
  await db.updateTable('evaluations').set({ updated_at: LIMIT }).where('id', '=', '1').execute();
  const { outputs } = await readOldRows(db, SCOPE, '2', -1);
  expect(outputs).toEqual([{ hash: 'own', bytes: 5 }]);
});

test('what was read is deleted, and then the record', async () => {
  const db = await openRows();
  await deleteOldRows(db, await readOldRows(db, SCOPE, '2', -1));
  const hashes = async (table: 'cells' | 'scores') =>
    (await db.selectFrom(table).select('hash').orderBy('hash').execute()).map(({ hash }) => hash);
  expect([await hashes('cells'), await hashes('scores')]).toEqual([['with later', 'with newer'], ['z']]);
  const left = await db.selectFrom('evaluation_scenarios').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['1-0', '2-250', '3-0']);
  await deleteOldRows(db, await readOldRows(db, SCOPE, '2', 250));
  await deleteOldRows(db, await readOldRows(db, SCOPE, '2', -1));
  await deleteEmptied(db, '2');
  expect(await db.selectFrom('evaluations').select('id').orderBy('id').execute()).toEqual([{ id: '1' }, { id: '3' }]);
});
