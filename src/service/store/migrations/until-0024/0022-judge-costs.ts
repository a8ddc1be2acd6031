import type { Migration } from '../migration.ts';

/**
 * What judges cost an evaluation: their model calls for each row, and the cost of rows that were deleted to run again. The
 * index holds only judged rows, so it costs other evaluations nothing.
 */
export const judgeCosts: Migration = {
  number: 22,
  name: 'judge-costs',
  statements: ({ real }) => [
    `alter table evaluation_outcomes add column judge_calls integer not null default 0`,
    `alter table evaluation_outcomes add column judge_cost ${real}`,
    `alter table evaluations add column spent_before ${real} not null default 0`,
    `create index evaluation_outcomes_by_judge on evaluation_outcomes (evaluation_id, judge_calls, judge_cost)
      where judge_calls > 0`,
  ],
};
