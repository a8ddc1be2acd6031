import { expect, test } from 'vitest';
import { revisionListing } from '../../../../src/cli/browse/list-revisions.ts';
import type { AppVariantRevision } from '../../../../src/contract/records/variant.ts';
import { drawPage } from '../../../../src/ui/draw-page.tsx';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { settingsOf } from '../../../helpers/run-with-client.ts';
import { displayOf, variantOf } from '../../ui/fixtures.ts';

function revisionOf(revision: number): AppVariantRevision {
  return {
    id: `revision-${revision}`,
    revision,
    modified_by: 'ana',
    config: { config_name: 'default', parameters: { words: revision * 10 } },
    created_at: '2026-11-20T11:00:00Z',
  };
}

test('two revisions are compared from the older to the newer, whichever was marked first', async () => {
  const variant = variantOf({ revision: 2, parameters: { words: 20 } });
  const [older, newer] = [revisionOf(1), revisionOf(2)];
  const { client } = fakeClient({
    listAppVariants: async () => [variant],
    getVariantRevision: async () => older,
    listRoutes: async () => [],
  });
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  const listing = revisionListing(variant, [older, newer], new Map(), { settings: settingsOf(), session, folder: '/' });
  for (const marked of [[newer, older] as const, [older, newer] as const]) {
    const page = await listing.compare(...marked);
    expect(drawPage(page, displayOf())).toBe(
      'main.default@1 → main.default@2\n\nfield  before  after\nwords  10      20',
    );
  }
});
