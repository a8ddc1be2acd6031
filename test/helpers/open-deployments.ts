import { insertBare } from './insert-bare.ts';
import { openBare } from './open-bare.ts';

/** A database with deployments of two variants' code of one app, and of another app, as bare rows. */
export async function openDeployments() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'other' },
  ]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main' },
    { id: 'y', app_id: 'a', name: 'bold' },
    { id: 'z', app_id: 'b', name: 'main' },
  ]);
  await insertBare(db, 'deployments', [
    { id: '2', app_id: 'a', base_id: 'y', routes: '[]' },
    { id: '1', app_id: 'a', base_id: 'x', routes: '[{"path":"/one"}]' },
    { id: '3', app_id: 'a', base_id: 'x', routes: '[{"path":"/three"}]' },
    { id: '4', app_id: 'b', base_id: 'z', routes: '[]' },
  ]);
  return db;
}
