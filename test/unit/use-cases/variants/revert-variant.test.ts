import { expect, test } from 'vitest';
import type { Parameters } from '../../../../src/contract/variants/variant.ts';
import { revertVariant } from '../../../../src/use-cases/variants/revert-variant.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

test.each<[string, Parameters | null, unknown]>([
  ['changes values and forgets what came since', { words: 20 }, { parameters: { words: 20 }, unset: ['tone'] }],
  ['keeps what is the same', { words: 50, tone: 'warm', x: 1 }, { parameters: { words: 50, tone: 'warm', x: 1 } }],
  ['empties', null, { parameters: {}, unset: ['words', 'tone'] }],
])('a revert %s', async (_, old, body) => {
  const { calls, reverted } = await revertTo(old);
  expect(calls.find(({ name }) => name === 'updateVariantParameters')?.input).toMatchObject({ body });
  expect(reverted.isChanged).toBe(true);
});

test('reverting to the current parameters creates no revision', async () => {
  const { calls, reverted } = await revertTo({ tone: 'plain', words: 50 });
  expect(calls.map(({ name }) => name)).not.toContain('updateVariantParameters');
  expect(reverted.isChanged).toBe(false);
});

async function revertTo(parameters: Parameters | null) {
  const current = variantOf({ revision: 3, parameters: { words: 50, tone: 'plain' } });
  const { client, calls } = fakeClient({
    getVariant: async () => current,
    getVariantRevision: async () => ({
      revision: 1,
      modified_by: 'ann',
      config: { config_name: 'default', parameters },
      created_at: '',
    }),
    updateVariantParameters: async () => null,
  });
  const reverted = await revertVariant({ client, app: null, variant: current.variant_id, revision: 1 });
  return { calls, reverted };
}
