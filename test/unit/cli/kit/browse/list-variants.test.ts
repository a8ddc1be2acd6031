import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { variantListing } from '../../../../../src/cli/kit/browse/list-variants.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../../helpers/run-with-client.ts';
import { drawnLines, variantOf } from '../../../ui/fixtures.ts';

const VARIANTS = [
  variantOf({ variant_name: 'formal', variant_id: 'v1', parameters: { words: 1 } }),
  variantOf({ variant_name: 'casual', variant_id: 'v2', parameters: { words: 2 } }),
] as const;

function open() {
  const { client } = fakeClient({
    getVariant: async ({ variant_id }) => VARIANTS.find((one) => one.variant_id === variant_id) ?? VARIANTS[0],
    listAppVariants: async () => [...VARIANTS],
    listAppEnvironments: async () => [],
    listRoutes: async () => [],
  });
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  const context = { settings: settingsOf({ baseUrl: setting('http://wf.test') }), session, folder: '/' };
  const reversed = { count: async () => VARIANTS.length, walk: () => Readable.from(VARIANTS.toReversed()) };
  return variantListing({ records: Readable.from(VARIANTS), reversed }, context);
}

test('variants are listed under their title, and an empty list names the next command', async () => {
  const listing = open();
  expect([listing.title, listing.empty]).toEqual(['Variants', 'No variants yet. Create one: wf deploy']);
  await listing.source.fetchMore(1);
  expect(listing.source.rows.map((row) => row && listing.idOf(row))).toEqual(['v1', 'v2']);
});

test('two variants are compared by their ids, whatever they are called', async () => {
  const lines = drawnLines(await open().compare(...VARIANTS));
  expect(lines[0]).toMatch(/^formal@\d+ → casual@\d+$/);
  expect(lines.at(-1)).toMatch(/^words +1 +2$/);
});

test('a variant has a page', async () => {
  const [variant] = VARIANTS;
  expect(await open().address(variant)).toBe('http://wf.test/#/apps/support/variants/v1');
});
