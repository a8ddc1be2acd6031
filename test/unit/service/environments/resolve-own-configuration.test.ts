import { expect, test } from 'vitest';
import { resolveOwnConfiguration } from '../../../../src/service/environments/resolve-own-configuration.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const OWN = { app_id: 'a', app_name: 'support' };

/** An app whose variant `main` has two revisions, of which `live` runs the first and `production` the second. */
async function openConfigurations() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'other' },
  ]);
  await insertBare(db, 'bases', [{ id: 'x', app_id: 'a', name: 'main' }]);
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'main', config_name: 'c', newest_revision: 2 },
    { id: 'w', app_id: 'b', base_id: 'y', name: 'main', config_name: 'c', newest_revision: 1 },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{"words":1}' },
    { id: 'v2', variant_id: 'v', revision: 2, parameters: '{"words":2}' },
    { id: 'w1', variant_id: 'w', revision: 1, parameters: '{"words":3}' },
  ]);
  await insertBare(db, 'environments', [
    { id: 'l', app_id: 'a', name: 'live' },
    { id: 'p', app_id: 'a', name: 'production', position: 1 },
    { id: 'n', app_id: 'a', name: 'new', position: 2 },
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: 'l1', environment_id: 'l', revision: 1, variant_revision_id: 'v2' },
    { id: 'l2', environment_id: 'l', revision: 2, variant_revision_id: 'v1' },
    { id: 'p1', environment_id: 'p', revision: 1, variant_revision_id: 'v2' },
  ]);
  return db;
}

test.each([
  [{}, 2],
  [{ application: 'a' }, 2],
  [{ application: 'support' }, 2],
  [{ environment: 'live' }, 1],
  [{ environment: 'live', version: 1 }, 2],
  [{ variant: 'main' }, 2],
  [{ variant: 'main', version: 1 }, 1],
  [{ variant: 'main', environment: 'live' }, 2],
  [{ revision: 'v1', application: 'other' }, 1],
])('a workflow reads the configuration that %j names', async (reference, words) => {
  expect(await resolveOwnConfiguration(await openConfigurations(), OWN, reference)).toEqual({ words });
});

test.each([
  [{ revision: 'w1' }, 'The app has no variant revision with the id w1.'],
  [{ revision: 'x' }, 'The app has no variant revision with the id x.'],
  [{ application: 'other' }, 'A workflow of app "support" cannot read the configuration of "other".'],
  [{ environment: 'new' }, 'Nothing is deployed to environment "new" yet.'],
  [{ environment: 'live', version: 3 }, 'Environment "live" has no revision 3. It has 1 to 2.'],
])('a workflow reads nothing by %j', async (reference, message) => {
  const read = resolveOwnConfiguration(await openConfigurations(), OWN, reference);
  await expect(read).rejects.toMatchObject({ code: 'WF_NOT_FOUND', message });
});
