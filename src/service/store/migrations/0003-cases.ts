import type { Migration } from './migration.ts';

/**
 * Stores which rows of an evaluation repeat an earlier one: the position of the first row of their case. Most rows repeat
 * none, and neither their insertion nor the index costs anything. Evaluations from before have no number of cases.
 */
export const cases: Migration = {
  number: 3,
  name: 'cases',
  statements: () => [
    'alter table evaluations add column case_count integer',
    'alter table evaluation_scenarios add column case_position integer',
    `create index evaluation_scenarios_by_case on evaluation_scenarios (evaluation_id, case_position, position)
      where case_position is not null`,
  ],
};
