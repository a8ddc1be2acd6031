import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openWorld, type OwnWorld, seen } from '../../helpers/open-world.ts';
import { ROUTES } from '../../helpers/service-world.ts';

test('rows name the newest revision and deployment, whoever wins a race', async () => {
  await using world = await openWorld();
  const variants = [await world.makeVariant(), await world.makeVariant()];
  const update = async (variant_id: string, words: number) =>
    await world.running.send('PUT', `/variants/${variant_id}/parameters`, { body: { parameters: { words } } });
  const races = Array.from({ length: 8 }, (_, index) => [
    update(variants[index % 2] ?? '', 10 + index),
    deploy(world, `code ${index}`),
  ]);
  const answers = await Promise.all(races.flat());
  // On PostgreSQL, a change that loses too often must be retried.
  const failed = answers.filter(({ status }) => ![200, 201, 409, 503].includes(status));
  expect(await Promise.all(failed.map(seen))).toEqual([]);
  await requireNewest(world);
  const revisions = await world.callByAll('listVariantRevisions', { variant_id: variants[0] ?? '' });
  const { revision } = await world.callByAll('getVariant', { variant_id: variants[0] ?? '' });
  expect(revision).toBe(Math.max(...revisions.map((each) => each.revision)));
});

test('a base names its next deployment after its newest has gone', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  await deploy(world, 'newer');
  const readNewest = async () =>
    await db.selectFrom('bases').select('newest_deployment_id').where('app_id', '=', world.appId).execute();
  const [newest] = await readNewest();
  await db
    .deleteFrom('deployments')
    .where('id', '=', newest?.newest_deployment_id ?? '')
    .execute();
  await requireNewest(world);
  expect(await readNewest()).not.toEqual([newest]);
});

async function deploy({ running, appId, call }: OwnWorld, text: string): Promise<Response> {
  const bytes = new TextEncoder().encode(text);
  const artifact_sha256 = createHash('sha256').update(bytes).digest('hex');
  await call('putArtifact', { sha256: artifact_sha256, body: bytes });
  const body = { variant_name: 'default', routes: ROUTES, sdk_version: '0.1.0', artifact_sha256 };
  return await running.send('POST', `/apps/${appId}/deployments`, { body });
}

/** Compares the rows with what their tables contain. */
async function requireNewest({ running: { store } }: OwnWorld): Promise<void> {
  const variants = await store.db
    .selectFrom('variants')
    .select(['id', 'newest_revision as noted'])
    .select((of) =>
      of
        .selectFrom('variant_revisions')
        .select((the) => the.fn.max('revision').as('revision'))
        .whereRef('variant_id', '=', 'variants.id')
        .as('newest'),
    )
    .execute();
  const bases = await store.db
    .selectFrom('bases')
    .select(['id', 'newest_deployment_id as noted'])
    .select((of) =>
      of
        .selectFrom('deployments')
        .select((the) => the.fn.max('id').as('id'))
        .whereRef('base_id', '=', 'bases.id')
        .as('newest'),
    )
    .execute();
  expect(variants.length * bases.length).toBeGreaterThan(0);
  for (const { id, noted, newest } of [...variants, ...bases]) expect([id, noted]).toEqual([id, newest]);
}
