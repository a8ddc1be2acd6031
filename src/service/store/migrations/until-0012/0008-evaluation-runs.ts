import type { Migration } from '../migration.ts';

/**
 * How evaluations are run, and the totals of their rows. Marks answers that an evaluation called for itself, so that
 * its cost is a query, and failed results, so that they are found without reading the others.
 */
export const evaluationRuns: Migration = {
  number: 8,
  name: 'evaluation-runs',
  statements: () => [
    `alter table evaluations add column options text not null default '{}'`,
    `alter table evaluations add column row_count integer not null default 0`,
    `alter table evaluations add column summary text`,
    `alter table evaluations add column totals text`,
    `update evaluations set row_count =
      (select count(*) from evaluation_scenarios where evaluation_scenarios.evaluation_id = evaluations.id)`,
    `alter table evaluation_outcomes add column is_called integer not null default 0`,
    `alter table evaluation_outcomes add column is_error integer not null default 0`,
    `drop index evaluation_outcomes_by_evaluation`,
    `create index evaluation_outcomes_by_evaluation
      on evaluation_outcomes (evaluation_id, is_error, is_called, cost, latency)`,
  ],
};
