import { expect, test } from 'vitest';
import { nameVariantRevisions } from '../../../../src/use-cases/variants/name-variant-revisions.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const VARIANTS = ['formal', 'short', 'warm'].map((name) => variantOf({ variant_name: name, variant_id: `v-${name}` }));

/** Every variant has two revisions, `formal-1` and `formal-2`. */
function world(answer: (revisionId: string | undefined) => typeof VARIANTS) {
  return fakeClient({
    listAppVariants: async ({ variant_revision_id: id }) => answer(id),
    listVariantRevisions: async ({ variant_id }) =>
      [1, 2].map((revision) => ({
        id: `${variant_id.slice(2)}-${revision}`,
        revision,
        modified_by: 'ada',
        config: { config_name: 'x', parameters: { words: revision } },
        created_at: '2026-11-20T11:00:00Z',
      })),
  });
}

const OF_REVISION = (id: string | undefined) =>
  VARIANTS.filter(({ variant_name }) => id === undefined || id.startsWith(variant_name));

test('only variants that run are requested, each once', async () => {
  const { client, calls } = world(OF_REVISION);
  const names = await nameVariantRevisions(client, APP, ['warm-1', null, 'warm-2', undefined, 'gone-1', 'warm-1']);
  expect([names.get('warm-1'), names.get('warm-2'), names.has('gone-1')]).toEqual(['warm@1', 'warm@2', false]);
  expect(calls).toEqual([
    { name: 'listAppVariants', input: { app_id: APP, variant_revision_id: 'warm-1' } },
    { name: 'listVariantRevisions', input: { variant_id: 'v-warm' } },
    { name: 'listAppVariants', input: { app_id: APP, variant_revision_id: 'gone-1' } },
  ]);
});

test('a service without filters is searched as far as needed', async () => {
  const { client, calls } = world(() => VARIANTS);
  expect((await nameVariantRevisions(client, APP, ['short-2'])).get('short-2')).toBe('short@2');
  expect(calls.map(({ name }) => name)).toEqual(['listAppVariants', 'listVariantRevisions', 'listVariantRevisions']);
});

test('if nothing runs, there is no request', async () => {
  const { client, calls } = world(OF_REVISION);
  expect([...(await nameVariantRevisions(client, APP, [null]))]).toEqual([]);
  expect([...(await nameVariantRevisions(client, null, ['warm-1']))]).toEqual([]);
  expect(calls).toEqual([]);
});
