import { expect, test } from 'vitest';
import type { PruneScope } from '../../../../src/service/operation/retention.ts';
import { ofNoApp, splitByAge } from '../../../../src/service/retention/part-scopes.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

/** Logs go after a day, but those of `b` after a week, and those of `c` never. */
const cutoffs: PruneScope['cutoffs'] = {
  of: (kind, appId) => (kind !== 'logs' || appId === 'c' ? null : appId === 'b' ? 'week' : 'day'),
};
const SCOPE = { appIds: null, busyAppIds: ['d'], cutoffs, isPlan: true };
const PART = { busyAppIds: ['d'], isPlan: true };

test('apps are grouped by how long their data is kept', async () => {
  const store = await openBare();
  await insertBare(
    store.db,
    'apps',
    ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id })),
  );
  expect(await splitByAge(store, SCOPE, 'logs')).toEqual([
    { ...PART, before: 'day', appIds: ['a', 'd'] },
    { ...PART, before: 'week', appIds: ['b'] },
  ]);
  expect(await splitByAge(store, { ...SCOPE, appIds: ['b', 'c'] }, 'logs')).toEqual([
    { ...PART, before: 'week', appIds: ['b'] },
  ]);
  expect(await splitByAge(store, SCOPE, 'evaluations')).toEqual([]);
});

test('data of no app goes only when no apps are named, and its time has come', () => {
  expect(ofNoApp(SCOPE, 'logs')).toEqual({ ...PART, before: 'day', appIds: null });
  expect(ofNoApp({ ...SCOPE, appIds: [] }, 'logs')).toBeNull();
  expect(ofNoApp(SCOPE, 'evaluations')).toBeNull();
});
