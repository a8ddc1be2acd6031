import { expect, test } from 'vitest';
import { listVariants, pageVariants } from '../../../../src/use-cases/variants/list-variants.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const VARIANTS = ['one', 'two'].map((name) => variantOf({ variant_id: name, variant_name: name }));

const world = (variants = VARIANTS, isOurs = true) =>
  fakeClient({
    listAppVariants: async () => variants,
    listApps: async () => [{ app_id: 'other', app_name: 'other' }],
    countAppRecords: async () => ({ variants: 3, evaluations: 7 }),
    ...(isOurs ? {} : { extensions: async () => null }),
  });

test('all variants of an app are read page by page', async () => {
  const { client, calls } = world();
  expect(await listVariants({ client, app: APP })).toEqual(VARIANTS);
  expect(calls).toEqual([{ name: 'listAppVariants', input: { app_id: APP, limit: 1000 } }]);
});

test('an app without variants is looked up on a service that would not say that it is unknown', async () => {
  await expect(listVariants({ client: world([], false).client, app: APP })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
  });
});

test('variants are paged from the oldest, and back from the newest', async () => {
  const { client, calls } = world();
  const { records, reversed } = await pageVariants({ client, app: APP });
  expect(await collect(records)).toEqual(VARIANTS);
  expect(await collect(reversed.walk())).toEqual(VARIANTS);
  expect(await reversed.count()).toBe(3);
  const page = { app_id: APP, limit: 1000, archived: 'false' };
  expect([...new Set(calls.map(({ input }) => JSON.stringify(input)))]).toEqual(
    [page, { ...page, order: 'desc' }, { app_id: APP }].map((input) => JSON.stringify(input)),
  );
});

test('a service without counts says so', async () => {
  const { reversed } = await pageVariants({ client: world([], false).client, app: APP });
  await expect(reversed.count()).rejects.toMatchObject({
    message: 'This service lacks counts of records, an extension of wf.',
  });
});
