import { expect, test } from 'vitest';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import {
  EVALUATION_FIELDS,
  filterEvaluations,
  type FilterEvaluationsOptions,
} from '../../../../src/use-cases/evaluations/filter-evaluations.ts';
import { ALL, type ListFilter } from '../../../../src/client/public/list-filter.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = evaluationOf().app_id;

/** Evaluations that another service lists whatever is asked for. */
const LISTED: readonly Evaluation[] = [
  evaluationOf({
    id: 'old',
    total_cost: { type: 'cost', value: 0.5 },
    average_latency: { type: 'latency', value: 2 },
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-09T00:00:00Z',
  }),
  evaluationOf({
    id: 'tuned',
    labels: { team: 'search' },
    variant_names: ['tuned'],
    revisions: ['3'],
    variant_revision_ids: ['r-tuned'],
    testset_name: 'more',
    testset_id: 't-more',
    aggregated_results: [scoreOf('exact_match', 0.9), scoreOf('rouge', null)],
    total_cost: { type: 'cost', value: 0.1 },
    average_latency: { type: 'latency', value: 1 },
    created_at: '2026-11-02T00:00:00Z',
    updated_at: '2026-11-02T00:00:00Z',
  }),
  evaluationOf({
    id: 'failed',
    testset_name: null,
    status: { type: 'status', value: 'EVALUATION_FAILED' },
    aggregated_results: [],
    average_latency: null,
    created_at: '2026-11-03T00:00:00Z',
    updated_at: '2026-11-03T00:00:00Z',
  }),
  evaluationOf({ id: 'archived', archived_at: '2026-11-05T00:00:00Z', created_at: '2026-11-04T00:00:00Z' }),
];

async function list(options: Partial<FilterEvaluationsOptions>, filter: Partial<ListFilter> = {}) {
  const { client } = fakeClient({
    listApps: async () => [{ app_id: APP, app_name: 'support' }],
    listEvaluations: async () => [...LISTED],
    listAppEnvironments: async () =>
      [
        { name: 'production', deployed_app_variant_revision_id: 'r-tuned' },
        { name: 'staging', deployed_app_variant_revision_id: null },
      ] as never,
  });
  const found = await filterEvaluations({
    client,
    app: APP,
    filter: { ...ALL, ...filter },
    status: null,
    variant: null,
    testset: null,
    route: null,
    environment: null,
    labels: [],
    archived: false,
    where: [],
    ...options,
  });
  const ids = (await collect(found.records)).map(({ id }) => id);
  return { ids, isFiltered: found.isFiltered, outcome: found.outcome() };
}

test.each<[Partial<FilterEvaluationsOptions>, readonly string[]]>([
  [{}, ['old', 'tuned', 'failed']],
  [{ status: 'failed' }, ['failed']],
  [{ variant: 'tuned' }, ['tuned']],
  [{ variant: 'tuned@3' }, ['tuned']],
  [{ variant: 'tuned@2' }, []],
  [{ testset: 'more' }, ['tuned']],
  [{ testset: 't-more' }, ['tuned']],
  [{ environment: 'production' }, ['tuned']],
  [{ environment: 'staging' }, []],
  [{ labels: ['team'] }, ['tuned']],
  [{ labels: ['team=search'] }, ['tuned']],
  [{ labels: ['team=sales'] }, []],
  [{ archived: true }, ['archived']],
  [{ status: 'failed', variant: 'tuned' }, []],
  [{ where: ['exact_match>0.6'] }, ['tuned']],
  [{ where: ['auto_exact_match<=0.5'] }, ['old']],
  [{ where: ['exact_match>=0.5', 'cost<0.5'] }, ['tuned']],
  [{ where: ['rouge>0'] }, []],
  [{ where: ['latency>1'] }, ['old']],
  [{ where: ['cost>0'] }, ['old', 'tuned']],
  [{ where: ['status=EVALUATION_FAILED'] }, ['failed']],
  [{ where: ['variant=tuned'] }, ['tuned']],
  [{ where: ['testset=cases'] }, ['old']],
])('%j of a service that ignores what is asked keeps %j', async (options, ids) => {
  const found = await list(options);
  expect(found.ids).toEqual(ids);
  const isFiltered = Object.keys(options).length > 0;
  expect(found.isFiltered).toBe(isFiltered);
  expect(found.outcome).toEqual({ shown: ids.length, total: ids.length, readHere: isFiltered ? LISTED.length : null });
});

test.each([
  ['created', ['old', 'tuned', 'failed']],
  ['updated', ['tuned', 'failed', 'old']],
  ['variant', ['old', 'failed', 'tuned']],
  ['testset', ['old', 'tuned', 'failed']],
  ['status', ['failed', 'old', 'tuned']],
  ['cost', ['tuned', 'old', 'failed']],
  ['latency', ['tuned', 'old', 'failed']],
])('sorted by %s, the list is %j', async (sort, ids) => {
  expect(EVALUATION_FIELDS).toContain(sort);
  expect((await list({}, { sort })).ids).toEqual(ids);
});

test.each([
  ['TUNED', ['tuned']],
  ['cases', ['old']],
  ['nothing', []],
])('a search for %s finds names of variants and test sets: %j', async (search, ids) => {
  expect((await list({}, { search })).ids).toEqual(ids);
});

test('times of creation are compared, the end not included', async () => {
  const filter = { since: '2026-11-02T00:00:00Z', until: '2026-11-03T00:00:00Z' };
  expect((await list({}, filter)).ids).toEqual(['tuned']);
});

test('an unknown environment is refused with those that exist', async () => {
  await expect(list({ environment: 'prod' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No environment is called "prod". Did you mean production?',
    nextSteps: ['wf env list'],
  });
});
