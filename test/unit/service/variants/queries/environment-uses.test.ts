import { expect, test } from 'vitest';
import {
  findEnvironmentsRunning,
  findRevisionOfVariant,
  findRunningRevision,
} from '../../../../../src/service/variants/queries/environment-uses.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

/** `live` runs `v` since its second revision, `draft` ran it and runs `w` now; `other` is of another app. */
async function openUses() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'a' },
    { id: 'b', name: 'b' },
  ]);
  await insertBare(db, 'environments', [
    { id: 'd', app_id: 'a', name: 'draft', position: 1 },
    { id: 'l', app_id: 'a', name: 'live', position: 0 },
    { id: 'n', app_id: 'a', name: 'next', position: 2 },
    { id: 'o', app_id: 'b', name: 'other', position: 0 },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1 },
    { id: 'v2', variant_id: 'v', revision: 2 },
    { id: 'w1', variant_id: 'w', revision: 1 },
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: '1', environment_id: 'l', revision: 1, variant_revision_id: 'w1' },
    { id: '2', environment_id: 'd', revision: 1, variant_revision_id: 'v1' },
    { id: '3', environment_id: 'l', revision: 2, variant_revision_id: 'v2' },
    { id: '4', environment_id: 'd', revision: 2, variant_revision_id: 'w1' },
    { id: '5', environment_id: 'n', revision: 1, variant_revision_id: 'v1' },
  ]);
  return db;
}

test('the newest revision is found that runs, or ran, a variant', async () => {
  const db = await openUses();
  expect(await findRevisionOfVariant(db, 'v')).toEqual({ environment: 'next', revision: 1 });
  expect(await findRevisionOfVariant(db, 'w')).toEqual({ environment: 'draft', revision: 2 });
  expect(await findRevisionOfVariant(db, 'x')).toBeNull();
});

test('an environment runs its newest revision, or nothing yet', async () => {
  const db = await openUses();
  expect(await findRunningRevision(db, 'a', 'live')).toBe('v2');
  expect(await findRunningRevision(db, 'b', 'other')).toBeNull();
  await expect(findRunningRevision(db, 'a', 'other')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No environment is called "other". Available: live, draft, next.',
  });
});

test('the environments are named that run a variant now, in their order', async () => {
  const db = await openUses();
  expect(await findEnvironmentsRunning(db, 'v')).toEqual(['live', 'next']);
  expect(await findEnvironmentsRunning(db, 'w')).toEqual(['draft']);
  expect(await findEnvironmentsRunning(db, 'x')).toEqual([]);
});
