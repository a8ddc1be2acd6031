import type { Migration } from '../migration.ts';

/** What the cost of a stored output came from: models, tokens and reasons. */
export const cellUsage: Migration = {
  number: 23,
  name: 'cell-usage',
  statements: () => ['alter table cells add column usage text'],
};
