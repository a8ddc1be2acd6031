import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { revisionListing } from '../../../../../src/cli/kit/browse/list-revisions.ts';
import type { AppVariantRevision } from '../../../../../src/contract/variants/variant.ts';
import { drawPage } from '../../../../../src/ui/layout/draw-page.tsx';
import type { PagedList } from '../../../../../src/use-cases/records/paged-list.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../../helpers/run-with-client.ts';
import { displayOf, variantOf } from '../../../ui/fixtures.ts';

function revisionOf(revision: number): AppVariantRevision {
  return {
    id: `revision-${revision}`,
    revision,
    modified_by: 'ana',
    config: { config_name: 'default', parameters: { words: revision * 10 } },
    created_at: '2026-11-20T11:00:00Z',
  };
}

/** A complete history, newest revision first. */
function walkedOf(revisions: readonly AppVariantRevision[]): PagedList<AppVariantRevision> {
  const walk = (records: readonly AppVariantRevision[]) => Readable.from(records);
  return {
    records: walk(revisions),
    reversed: { count: async () => revisions.length, walk: () => walk(revisions.toReversed()) },
  };
}

test('a revision is shown once the previous one is known, to list its changes', async () => {
  const { client } = fakeClient({});
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  const context = { settings: settingsOf(), session, folder: '/' };
  const { source, columns } = revisionListing(variantOf(), walkedOf([3, 2, 1].map(revisionOf)), new Map(), context);
  await source.fetchMore(0);
  const changed = columns([]).find(({ header }) => header === 'what changed');
  expect(source.rows.map((row) => row && changed?.value(row))).toEqual([
    'words 20 → 30',
    'words 10 → 20',
    'created with 1 field',
  ]);
});

test('revisions are listed under the name of their variant, and have pages', async () => {
  const variant = variantOf({ variant_id: 'v-1', variant_name: 'formal', revision: 2 });
  const { client } = fakeClient({ getVariant: async () => variant, listAppVariants: async () => [variant] });
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  const context = { settings: settingsOf({ baseUrl: setting('http://wf.test') }), session, folder: '/' };
  const listing = revisionListing(variant, walkedOf([]), new Map(), context);
  expect([listing.title, listing.empty]).toEqual(['Revisions of formal, newest first', 'No revisions.']);
  expect(listing.idOf(revisionOf(2))).toBe('formal@2');
  expect(await listing.address(revisionOf(2))).toBe('http://wf.test/#/apps/support/variants/v-1');
});

test('two revisions are compared from older to newer, whichever was marked first', async () => {
  const variant = variantOf({ revision: 2, parameters: { words: 20 } });
  const [older, newer] = [revisionOf(1), revisionOf(2)];
  const { client } = fakeClient({
    getVariant: async () => variant,
    getVariantRevision: async () => older,
    listRoutes: async () => [],
  });
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  const context = { settings: settingsOf(), session, folder: '/' };
  const listing = revisionListing(variant, walkedOf([newer, older]), new Map(), context);
  for (const marked of [[newer, older] as const, [older, newer] as const]) {
    const page = await listing.compare(...marked);
    expect(drawPage(page, displayOf())).toBe(
      'main.default@1 → main.default@2\n\nfield  before  after\nwords  10      20',
    );
  }
});
