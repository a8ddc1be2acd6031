import { expect, test } from 'vitest';
import { showVariant } from '../../../../src/use-cases/variants/show-variant.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const VARIANT = variantOf({ variant_id: 'v-1', variant_name: 'formal', revision: 3 });
const PAST = {
  id: 'r-2',
  revision: 2,
  modified_by: 'ana',
  config: { config_name: 'older', parameters: { words: 9 } },
  created_at: '2026-11-01T00:00:00Z',
};

function show(variant: string) {
  const { client, calls } = fakeClient({
    listAppVariants: async ({ variant_name }) => (variant_name === 'formal' ? [VARIANT] : []),
    getVariantRevision: async () => PAST,
  });
  return { shown: showVariant({ client, app: APP_ID, variant }), calls };
}

test.each(['formal', 'formal@3'])('%s is the variant as it is', async (typed) => {
  const { shown, calls } = show(typed);
  expect(await shown).toBe(VARIANT);
  expect(calls.map(({ name }) => name)).not.toContain('getVariantRevision');
});

test('an earlier revision has its own parameters and time', async () => {
  const { shown, calls } = show('formal@2');
  expect(await shown).toEqual({
    ...VARIANT,
    revision: 2,
    config_name: 'older',
    parameters: { words: 9 },
    updated_at: PAST.created_at,
  });
  expect(calls.at(-1)).toEqual({ name: 'getVariantRevision', input: { variant_id: 'v-1', revision: 2 } });
});
