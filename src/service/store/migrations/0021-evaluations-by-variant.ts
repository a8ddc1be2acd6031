import type { Migration } from './migration.ts';

/** The newest evaluation of a variant, or of a revision of it, is found without reading the others. */
export const evaluationsByVariant: Migration = {
  number: 21,
  name: 'evaluations-by-variant',
  statements: () => ['create index evaluations_by_variant on evaluations (app_id, variant_name, id, revision)'],
};
