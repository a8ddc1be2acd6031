import type { Migration } from './migration.ts';

/** A page of an app's variants is read without sorting all of them. */
export const variantsByApp: Migration = {
  number: 20,
  name: 'variants-by-app',
  statements: () => ['create index variants_by_app on variants (app_id, id)'],
};
