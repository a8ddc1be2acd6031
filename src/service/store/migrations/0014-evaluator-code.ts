import type { Migration } from './migration.ts';

/** The project's own evaluators, beside the workflow's code that they came with. */
export const evaluatorCode: Migration = {
  number: 14,
  name: 'evaluator-code',
  statements: () => [`alter table deployments add column evaluators text`],
};
