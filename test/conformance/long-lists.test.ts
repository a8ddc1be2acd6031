import { expect, test } from 'vitest';
import type { World } from '../helpers/service-world.ts';
import { describeOnBothDatabases } from './on-both-databases.ts';

/** Walks a list with pages of one record, and gives what each is known by. */
async function walk(world: World, path: string, order: string): Promise<readonly unknown[]> {
  const known: unknown[] = [];
  for (let query: string | undefined = `limit=1${order}`; query !== undefined;) {
    const response = await world.running.send('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`);
    // A list, as the contract has it.
    const records = (await response.json()) as { id?: string; variant_id?: string; revision?: number }[];
    known.push(...records.map(({ id, variant_id, revision }) => variant_id ?? id ?? revision));
    query = /<\?(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return known;
}

describeOnBothDatabases('long lists', (openWorld) => {
  test.each([
    ['variants', ({ appId }: World) => `/apps/${appId}/variants`],
    ['revisions', ({ variantId }: World) => `/variants/${variantId}/revisions`],
    ['evaluations', ({ appId }: World) => `/evaluations?app_id=${appId}`],
  ])('%s are walked from either end', async (_, pathOf) => {
    await using world = await openWorld();
    await world.makeVariant();
    await world.makeEvaluation();
    await world.makeEvaluation();
    await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 30 } } });
    const oldestFirst = await walk(world, pathOf(world), '');
    expect(oldestFirst.length).toBeGreaterThan(1);
    expect(await walk(world, pathOf(world), '&order=asc')).toEqual(oldestFirst);
    expect(await walk(world, pathOf(world), '&order=desc')).toEqual(oldestFirst.toReversed());
  });

  test('an app says how many variants and evaluations it lists', async () => {
    await using world = await openWorld();
    const { appId: app_id } = world;
    await world.makeVariant();
    await world.makeEvaluation();
    // Its variants are called in an evaluation that the list does not have.
    await world.makeHumanEvaluation();
    const other = await world.call('createApp', { body: { app_name: world.nextName() } });
    expect(await world.call('countAppRecords', { app_id })).toEqual({
      variants: (await world.call('listAppVariants', { app_id })).length,
      evaluations: (await world.call('listEvaluations', { app_id })).length,
    });
    expect(await world.call('countAppRecords', { app_id: other.app_id })).toEqual({ variants: 0, evaluations: 0 });
  });

  test('the variant of a name is listed alone', async () => {
    await using world = await openWorld();
    const { appId: app_id } = world;
    await world.makeVariant();
    const [first] = await world.call('listAppVariants', { app_id });
    const variant_name = first?.variant_name ?? '';
    expect(await world.call('listAppVariants', { app_id, variant_name })).toEqual([first]);
    expect(await world.call('listAppVariants', { app_id, variant_name: 'nobody' })).toEqual([]);
  });
});
