import type { Migration } from './migration.ts';

/** Stores with each evaluation which variables its workflow saw, as a hash. Of those from before, nobody knows. */
export const evaluationVariables: Migration = {
  number: 7,
  name: 'evaluation variables',
  statements: ({ text }) => [`alter table evaluations add column variables_hash ${text}`],
};
