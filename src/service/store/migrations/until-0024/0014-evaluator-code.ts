import type { Migration } from '../migration.ts';

/** The project's own evaluators, deployed together with the workflow's code. */
export const evaluatorCode: Migration = {
  number: 14,
  name: 'evaluator-code',
  statements: () => [`alter table deployments add column evaluators text`],
};
