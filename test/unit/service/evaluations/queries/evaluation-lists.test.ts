import { expect, test } from 'vitest';
import {
  countEvaluations,
  EVALUATION_ORDERS,
  readEvaluations,
  type EvaluationFilter,
} from '../../../../../src/service/evaluations/queries/evaluation-lists.ts';
import type { SortedStart } from '../../../../../src/service/store/page.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const [JANUARY, MARCH] = ['2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
const TESTSET = '01932c5e-4444-7000-8000-000000000001';

/** Three evaluations of an app, one that fills a human evaluation, and one of another app. */
async function openEvaluations() {
  const { db } = await openBare();
  const common = {
    app_id: 'a',
    variant_name: 'main',
    variant_revision_id: 'r1',
    revision: 1,
    testset_id: TESTSET,
    testset_name: 'cases',
    status_value: 'EVALUATION_FINISHED',
    created_at: JANUARY,
    updated_at: JANUARY,
  };
  await insertBare(db, 'evaluations', [
    { ...common, id: 'e1', variant_name: 'Bold', updated_at: MARCH, archived_at: 'before' },
    { ...common, id: 'e2', revision: 2, variant_revision_id: 'r2', created_at: MARCH },
    { ...common, id: 'f1', testset_id: 't', testset_name: 'edge', status_value: 'EVALUATION_FAILED' },
    { ...common, id: 'e8', human_evaluation_id: 'h' },
    { ...common, id: 'e9', app_id: 'b' },
  ]);
  await insertBare(db, 'evaluation_labels', [{ record_id: 'e2', name: 'team', value: 'search' }]);
  return db;
}

const ALL: EvaluationFilter = {
  appId: 'a',
  idPrefix: undefined,
  variantName: undefined,
  revision: undefined,
  testset: undefined,
  revisionId: undefined,
  status: undefined,
  since: undefined,
  until: undefined,
  search: undefined,
  labels: [],
  archived: undefined,
};
const START: SortedStart = { order: 'asc', column: null, after: null };

test.each<[Partial<EvaluationFilter>, string[]]>([
  [{}, ['e1', 'e2', 'f1']],
  [{ appId: 'b' }, ['e9']],
  [{ idPrefix: 'e' }, ['e1', 'e2']],
  [{ variantName: 'main' }, ['e2', 'f1']],
  [{ variantName: '' }, []],
  [{ revision: 2 }, ['e2']],
  [{ revision: 0 }, []],
  [{ testset: 'edge' }, ['f1']],
  [{ testset: TESTSET }, ['e1', 'e2']],
  [{ testset: 't' }, []],
  [{ testset: '' }, ['e1', 'e2', 'f1']],
  [{ revisionId: 'r2' }, ['e2']],
  [{ revisionId: null }, []],
  [{ status: { value: 'EVALUATION_FAILED', held: { ids: new Set(), freshSince: '' } } }, ['f1']],
  [{ labels: ['team'] }, ['e2']],
  [{ archived: 'true' }, ['e1']],
  [{ archived: 'false' }, ['e2', 'f1']],
  [{ since: '2026-02-01T00:00:00Z' }, ['e2']],
  [{ until: '2026-02-01T00:00:00Z' }, ['e1', 'f1']],
  [{ search: 'BOLD' }, ['e1']],
  [{ search: 'edg' }, ['f1']],
])('evaluations are listed and counted by %j', async (filter, ids) => {
  const db = await openEvaluations();
  const rows = await readEvaluations(db, { ...ALL, ...filter, start: START, limit: 9 });
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(await countEvaluations(db, { ...ALL, ...filter })).toBe(ids.length);
});

test('a page begins behind an evaluation, in either order of any column', async () => {
  const db = await openEvaluations();
  const list = async (start: Partial<SortedStart>, limit = 9) =>
    (await readEvaluations(db, { ...ALL, start: { ...START, ...start }, limit })).map(({ id }) => id);
  expect(await list({}, 2)).toEqual(['e1', 'e2']);
  expect(await list({ after: ['', 'e1'] })).toEqual(['e2', 'f1']);
  expect(await list({ order: 'desc', after: ['', 'f1'] })).toEqual(['e2', 'e1']);
  expect(await list({ column: EVALUATION_ORDERS.variant })).toEqual(['e1', 'e2', 'f1']);
  expect(await list({ column: EVALUATION_ORDERS.updated, order: 'desc' })).toEqual(['e1', 'f1', 'e2']);
  expect(await list({ column: EVALUATION_ORDERS.testset, after: ['cases', 'e2'] })).toEqual(['f1']);
  expect(await list({ column: EVALUATION_ORDERS.status })).toEqual(['f1', 'e1', 'e2']);
});
