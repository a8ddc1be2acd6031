import type { Migration } from '../migration.ts';

/**
 * Votes of several people on one human evaluation, each with their own link, and the evaluations that generate its
 * outputs. A row's vote is now computed from these votes, so the row itself stores none.
 */
export const humanVotes: Migration = {
  number: 5,
  name: 'human-votes',
  statements: ({ text }) => [
    `alter table human_evaluations add column link_sha256 ${text}`,
    `alter table human_evaluations add column link_sealed ${text}`,
    `alter table human_evaluation_scenarios drop column vote`,
    `alter table human_evaluation_scenarios drop column score`,
    `alter table evaluations add column human_evaluation_id ${text} references human_evaluations (id) on delete cascade`,
    `create index evaluations_by_human_evaluation on evaluations (human_evaluation_id)`,
    `create table human_voters (
      id ${text} primary key,
      human_evaluation_id ${text} not null references human_evaluations (id) on delete cascade, name ${text} not null,
      principal_id ${text}, code_sha256 ${text}, code_sealed ${text}, revealed_at ${text}, created_at ${text} not null,
      unique (human_evaluation_id, name))`,
    `create table human_votes (
      scenario_id ${text} not null references human_evaluation_scenarios (id) on delete cascade,
      voter_id ${text} not null references human_voters (id) on delete cascade, human_evaluation_id ${text} not null,
      vote ${text} not null, score ${text} not null, note text not null, is_blind integer not null,
      updated_at ${text} not null, primary key (scenario_id, voter_id))`,
    `create index human_votes_by_voter on human_votes (voter_id)`,
    `create index human_votes_by_evaluation on human_votes (human_evaluation_id, vote, score)`,
  ],
};
