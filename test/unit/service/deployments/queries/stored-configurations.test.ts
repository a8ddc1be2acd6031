import { expect, test } from 'vitest';
import {
  listRunningRevisions,
  listStoredVariants,
} from '../../../../../src/service/deployments/queries/stored-configurations.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openDeployments } from '../../../../helpers/open-deployments.ts';

/** Two variants of a base; `live` runs the second revision of one, `draft` the other, without code. */
async function openConfigurations() {
  const db = await openDeployments();
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'main', config_name: 'v' },
    { id: 'w', app_id: 'a', base_id: 'x', name: 'bold', config_name: 'w' },
    { id: 'o', app_id: 'a', base_id: 'y', name: 'other', config_name: 'o' },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v2', variant_id: 'v', revision: 2, parameters: '{"n":2}' },
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{"n":1}' },
    { id: 'w1', variant_id: 'w', revision: 1, parameters: '{}' },
    { id: 'o1', variant_id: 'o', revision: 1, parameters: '{}' },
  ]);
  await insertBare(db, 'environments', [
    { id: 'd', app_id: 'a', name: 'draft', position: 1 },
    { id: 'l', app_id: 'a', name: 'live', position: 0 },
    { id: 'n', app_id: 'a', name: 'next', position: 2 },
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: '1', environment_id: 'd', revision: 1, variant_revision_id: 'w1', deployment_id: null },
    { id: '2', environment_id: 'l', revision: 1, variant_revision_id: 'v1', deployment_id: '1' },
    { id: '3', environment_id: 'l', revision: 2, variant_revision_id: 'v2', deployment_id: '3' },
    { id: '4', environment_id: 'n', revision: 1, variant_revision_id: 'o1', deployment_id: '2' },
  ]);
  return db;
}

test('the revisions that environments run are listed with the routes of their code', async () => {
  const db = await openConfigurations();
  expect(await listRunningRevisions(db, 'x')).toEqual([
    {
      environment: 'live',
      variant_id: 'v',
      variant_name: 'main',
      revision: 2,
      parameters: { n: 2 },
      routes: [{ path: '/three' }],
    },
    { environment: 'draft', variant_id: 'w', variant_name: 'bold', revision: 1, parameters: {}, routes: [] },
  ]);
});

test('the variants of a base are listed with all their revisions', async () => {
  const db = await openConfigurations();
  expect(await listStoredVariants(db, 'x')).toEqual([
    {
      variant_id: 'v',
      variant_name: 'main',
      revisions: [
        { revision: 1, parameters: { n: 1 } },
        { revision: 2, parameters: { n: 2 } },
      ],
    },
    { variant_id: 'w', variant_name: 'bold', revisions: [{ revision: 1, parameters: {} }] },
  ]);
});
