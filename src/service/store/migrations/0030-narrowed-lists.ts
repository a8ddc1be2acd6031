import type { Migration } from './migration.ts';

/** Reads, narrows, sorts and counts lists without reading the records that are not in them. */
export const narrowedLists: Migration = {
  number: 30,
  name: 'narrowed-lists',
  statements: () => [
    'create index evaluations_listed on evaluations (app_id, human_evaluation_id, id, created_at)',
    'create index evaluations_by_app_status on evaluations (app_id, status_value, id)',
    'create index evaluations_by_testset on evaluations (app_id, testset_id, id)',
    'create index evaluations_by_testset_name on evaluations (app_id, testset_name, id)',
    'create index evaluations_by_update on evaluations (app_id, updated_at, id)',
    'create index evaluations_by_revision on evaluations (app_id, variant_revision_id, id)',
    'create index variants_by_update on variants (app_id, updated_at, id)',
    'create index testsets_by_update on testsets (updated_at, id)',
  ],
};
