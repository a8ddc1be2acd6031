import type { Migration } from '../migration.ts';

/** Finds the newest evaluation of a variant, or of one of its revisions, without reading the others. */
export const evaluationsByVariant: Migration = {
  number: 21,
  name: 'evaluations-by-variant',
  statements: () => ['create index evaluations_by_variant on evaluations (app_id, variant_name, id, revision)'],
};
