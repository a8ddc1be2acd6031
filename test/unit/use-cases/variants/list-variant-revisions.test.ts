import { expect, test } from 'vitest';
import type { AppVariantRevision } from '../../../../src/contract/variants/variant.ts';
import {
  pageVariantRevisions,
  readNewestRevisions,
} from '../../../../src/use-cases/variants/list-variant-revisions.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const VARIANT = { variant_id: '01932c5e-1111-7000-8000-000000000001' };
const ALL = [1, 2, 3, 4].map(revisionOf);

test.each([
  [null, {}, ALL, [1, 2, 3, 4], null],
  [2, { order: 'desc', limit: 3 }, [4, 3, 2].map(revisionOf), [3, 4], 2],
  [4, { order: 'desc', limit: 5 }, ALL.toReversed(), [1, 2, 3, 4], null],
  [2, { order: 'desc', limit: 3 }, ALL, [3, 4], 2],
  [1000, {}, ALL, [1, 2, 3, 4], null],
])('the newest %j revisions are asked for by %j', async (limit, query, sent, shown, before) => {
  const { client, calls } = fakeClient({ listVariantRevisions: async () => [...sent] });
  const found = await readNewestRevisions(client, VARIANT, limit);
  expect(calls.map(({ input }) => input)).toEqual([{ ...VARIANT, ...query }]);
  expect(found.shown.map(({ revision }) => revision)).toEqual(shown);
  expect(found.before?.revision ?? null).toBe(before);
});

test('a variant without revisions has none before', async () => {
  const { client } = fakeClient({ listVariantRevisions: async () => [] });
  expect(await readNewestRevisions(client, VARIANT, 3)).toEqual({ shown: [], before: null });
});

test('a paged list begins with the newest revision, and can be walked from the first', async () => {
  const { client, calls } = fakeClient({
    listVariantRevisions: async ({ order, limit }) => {
      const sorted = order === 'desc' ? ALL.toReversed() : ALL;
      return sorted.slice(0, Number(limit));
    },
  });
  const { records, reversed } = pageVariantRevisions(client, { ...VARIANT, revision: 4 });
  const numbers = async (list: typeof records) => (await collect(list)).map(({ revision }) => revision);
  expect([await numbers(records), await numbers(reversed.walk())]).toEqual([
    [4, 3, 2, 1],
    [1, 2, 3, 4],
  ]);
  expect(calls.map(({ input }) => input)).toEqual([
    { ...VARIANT, limit: 1000, order: 'desc' },
    { ...VARIANT, limit: 1000 },
  ]);
});

test.each([
  [[1, 2, 3, 4], 4],
  [[3, 4], 2],
  [[], 0],
])('of the revisions %j, the last of which is 4, there are %i', async (numbers, count) => {
  const { client, calls } = fakeClient({ listVariantRevisions: async () => numbers.map(revisionOf) });
  expect(await pageVariantRevisions(client, { ...VARIANT, revision: 4 }).reversed.count()).toBe(count);
  expect(calls.at(-1)?.input).toEqual({ ...VARIANT, limit: 1 });
});

function revisionOf(revision: number): AppVariantRevision {
  return {
    id: `revision-${revision}`,
    revision,
    modified_by: 'ann',
    config: { config_name: 'formal', parameters: {} },
    created_at: '2026-11-20T11:00:00Z',
  };
}
