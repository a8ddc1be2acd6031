import { expect, test } from 'vitest';
import type { SortedStart } from '../../../../../src/service/store/page.ts';
import {
  countVariants,
  readAllVariants,
  readVariants,
  VARIANT_ORDERS,
  type VariantFilter,
} from '../../../../../src/service/variants/queries/variant-lists.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const [JANUARY, MARCH] = ['2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];

/** Three variants of an app over two bases, and one of another app. */
async function openVariants() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'other' },
  ]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main' },
    { id: 'y', app_id: 'a', name: 'Draft' },
    { id: 'z', app_id: 'b', name: 'main' },
  ]);
  const common = { app_id: 'a', base_id: 'x', newest_revision: 1, created_at: JANUARY, updated_at: JANUARY };
  await insertBare(db, 'variants', [
    { ...common, id: 'v1', name: 'formal', config_name: 'polite', updated_at: MARCH },
    { ...common, id: 'v2', name: 'brief', base_id: 'y', config_name: 'c', created_at: MARCH },
    { ...common, id: 'w1', name: 'old', config_name: 'd', archived_at: 'before' },
    { ...common, id: 'v9', name: 'formal', app_id: 'b', base_id: 'z' },
  ]);
  const revision = (id: string) => ({ id: `r of ${id}`, variant_id: id, revision: 1, parameters: '{}' });
  await insertBare(db, 'variant_revisions', ['v1', 'v2', 'w1', 'v9'].map(revision));
  await insertBare(db, 'variant_labels', [{ record_id: 'v2', name: 'team', value: 'search' }]);
  return db;
}

const ALL: VariantFilter = {
  appId: 'a',
  name: undefined,
  revisionId: undefined,
  baseName: undefined,
  idPrefix: undefined,
  since: undefined,
  until: undefined,
  search: undefined,
  labels: [],
  archived: undefined,
};
const START: SortedStart = { order: 'asc', column: null, after: null };

test.each<[Partial<VariantFilter>, string[]]>([
  [{}, ['v1', 'v2', 'w1']],
  [{ appId: 'b' }, ['v9']],
  [{ name: 'formal' }, ['v1']],
  [{ name: '' }, []],
  [{ baseName: 'Draft' }, ['v2']],
  [{ baseName: '' }, []],
  [{ revisionId: 'r of v2' }, ['v2']],
  [{ revisionId: 'r of v9' }, []],
  [{ revisionId: null }, []],
  [{ idPrefix: 'v' }, ['v1', 'v2']],
  [{ labels: ['team=search'] }, ['v2']],
  [{ archived: 'true' }, ['w1']],
  [{ archived: 'false' }, ['v1', 'v2']],
  [{ since: '2026-02-01T00:00:00Z' }, ['v2']],
  [{ until: '2026-02-01T00:00:00Z' }, ['v1', 'w1']],
  [{ search: 'FORM' }, ['v1']],
  [{ search: 'polite' }, ['v1']],
  [{ search: 'draft' }, ['v2']],
])('variants are listed and counted by %j', async (filter, ids) => {
  const db = await openVariants();
  const rows = await readVariants(db, { ...ALL, ...filter, start: START, limit: 9 });
  expect(rows.map(({ variant_id }) => variant_id)).toEqual(ids);
  expect(await countVariants(db, { ...ALL, ...filter })).toBe(ids.length);
});

test('a page begins behind a variant, in either order of any column', async () => {
  const db = await openVariants();
  const list = async (start: Partial<SortedStart>, limit = 9) =>
    (await readVariants(db, { ...ALL, start: { ...START, ...start }, limit })).map(({ variant_id }) => variant_id);
  expect(await list({}, 2)).toEqual(['v1', 'v2']);
  expect(await list({ after: ['', 'v1'] })).toEqual(['v2', 'w1']);
  expect(await list({ order: 'desc', after: ['', 'w1'] })).toEqual(['v2', 'v1']);
  expect(await list({ column: VARIANT_ORDERS.name })).toEqual(['v2', 'v1', 'w1']);
  expect(await list({ column: VARIANT_ORDERS.updated, order: 'desc' })).toEqual(['v1', 'w1', 'v2']);
  expect(await list({ column: VARIANT_ORDERS.base, after: ['Draft', 'v2'] })).toEqual(['v1', 'w1']);
});

test('all variants of an app are read, archived ones, too', async () => {
  const db = await openVariants();
  expect((await readAllVariants(db, 'a')).map(({ variant_id }) => variant_id)).toEqual(['v1', 'v2', 'w1']);
});
