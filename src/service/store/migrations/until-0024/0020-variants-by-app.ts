import type { Migration } from '../migration.ts';

/** Reads a page of an app's variants without sorting all of them. */
export const variantsByApp: Migration = {
  number: 20,
  name: 'variants-by-app',
  statements: () => ['create index variants_by_app on variants (app_id, id)'],
};
