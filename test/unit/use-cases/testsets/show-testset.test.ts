import { expect, test } from 'vitest';
import type { TestsetEntry } from '../../../../src/contract/testsets/testset.ts';
import { showTestset, toTestset } from '../../../../src/use-cases/testsets/show-testset.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const CASES = { id: 't-1', name: 'cases', app_id: null, created_at: 'c', updated_at: 'u' } as unknown as TestsetEntry;
const REVISION = { testset_id: 't-1', revision: 2, rows: 3 } as never;
const ROWS = ['a', 'b', 'c'].map((text) => ({ text }));
const world = () =>
  fakeClient({
    listTestsets: async () => [CASES],
    listTestsetRevisions: async () => [REVISION],
    listTestsetRows: async () => ROWS,
  });

test.each([
  [null, 3],
  [2, 2],
  [0, 0],
  [9, 3],
])('with the limit %j, %i rows are shown', async (limit, count) => {
  const shown = await showTestset(world().client, 'cases', limit);
  expect(shown).toEqual({ testset: CASES, revision: REVISION, whole: null, rows: ROWS.slice(0, count) });
});

test('the record has labels and a revision only where the service has them', () => {
  const record = { id: 't-1', name: 'cases', csvdata: ROWS, created_at: 'c', updated_at: 'u' };
  const shown = { testset: CASES, revision: REVISION, whole: null, rows: ROWS };
  expect(toTestset(shown)).toEqual({ ...record, revision: 2 });
  const labelled = { ...CASES, labels: { a: 'b' }, archived_at: null };
  const bare = { ...shown, testset: labelled, revision: { revision: null } as never };
  expect(toTestset(bare)).toEqual({ ...record, labels: { a: 'b' }, archived_at: null });
});
