import type { ColumnTypes } from '../migration.ts';

/** A revision that still receives rows has no test set and no number. */
export function testsetTables({ text }: ColumnTypes): string[] {
  return [
    `create table testsets (
      id ${text} primary key, project_id ${text} not null references projects (id), name ${text} not null,
      created_at ${text} not null, updated_at ${text} not null, app_id ${text} references apps (id) on delete set null,
      archived_at ${text})`,
    'create index testsets_by_app on testsets (app_id)',
    'create index testsets_by_name on testsets (name, id)',
    'create index testsets_by_update on testsets (updated_at, id)',
    `create table testset_revisions (
      id ${text} primary key, testset_id ${text} references testsets (id) on delete cascade, revision integer,
      name ${text} not null, row_count integer not null, columns text not null, content_tag ${text},
      created_by ${text} not null, created_at ${text} not null, app_id ${text} references apps (id) on delete cascade,
      unique (testset_id, revision))`,
    `create table testset_revision_rows (
      revision_id ${text} not null references testset_revisions (id) on delete cascade, position integer not null,
      cells text not null, primary key (revision_id, position))`,
  ];
}

/** Votes of several people on one human evaluation, each with their own link. A row's vote is computed from these. */
export function humanEvaluationTables({ text }: ColumnTypes): string[] {
  return [
    `create table human_evaluations (
      id ${text} primary key, project_id ${text} not null references projects (id),
      app_id ${text} not null references apps (id) on delete cascade, evaluation_type ${text} not null,
      variants text not null, inputs text not null, testset_id ${text} not null, testset_name ${text} not null,
      status ${text} not null, created_at ${text} not null, updated_at ${text} not null, link_sha256 ${text},
      link_sealed ${text})`,
    'create index human_evaluations_by_app on human_evaluations (app_id, id)',
    `create table human_evaluation_scenarios (
      id ${text} primary key,
      human_evaluation_id ${text} not null references human_evaluations (id) on delete cascade,
      position integer not null, inputs text not null, outputs text not null, correct_answer text, note text not null,
      is_pinned integer not null, unique (human_evaluation_id, position))`,
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
    'create index human_votes_by_voter on human_votes (voter_id)',
    'create index human_votes_by_evaluation on human_votes (human_evaluation_id, vote, score)',
  ];
}

/** An evaluation contains the names it was created with: it stays readable when its variant or test set is deleted. */
export function evaluationTables(types: ColumnTypes): string[] {
  const { text } = types;
  return [
    `create table evaluator_configs (
      id ${text} primary key, project_id ${text} not null references projects (id),
      app_id ${text} not null references apps (id) on delete cascade, name ${text} not null,
      evaluator_key ${text} not null, settings_values text, created_at ${text} not null, updated_at ${text} not null)`,
    'create index evaluator_configs_by_app on evaluator_configs (app_id, id)',
    `create table evaluations (
      id ${text} primary key, project_id ${text} not null references projects (id),
      app_id ${text} not null references apps (id) on delete cascade, variant_id ${text} not null,
      variant_name ${text} not null, variant_revision_id ${text} not null, revision integer not null,
      deployment_id ${text} not null, testset_id ${text} not null, testset_name ${text} not null, route ${text},
      correct_answer_column ${text}, rate_limit text not null, evaluator_configs text not null, status text not null,
      status_value ${text} not null, aggregated_results text not null, created_by ${text} not null,
      created_at ${text} not null, updated_at ${text} not null,
      human_evaluation_id ${text} references human_evaluations (id) on delete cascade, provider_keys text,
      options text not null default '{}', row_count integer not null default 0, summary text, totals text,
      testset_revision integer, spent_before ${types.real} not null default 0, started_by_key ${text},
      archived_at ${text})`,
    ...EVALUATION_INDEXES,
    ...rowTables(types),
    ...sharedWorkTables(types),
  ];
}

/** Lists are selected, sorted and counted without reading the records that are not in them. */
const EVALUATION_INDEXES = [
  'create index evaluations_by_app on evaluations (app_id, id)',
  'create index evaluations_by_status on evaluations (status_value, id)',
  'create index evaluations_by_human_evaluation on evaluations (human_evaluation_id)',
  'create index evaluations_by_variant on evaluations (app_id, variant_name, id, revision)',
  'create index evaluations_by_app_status on evaluations (app_id, status_value, id)',
  'create index evaluations_by_testset on evaluations (app_id, testset_id, id)',
  'create index evaluations_by_testset_name on evaluations (app_id, testset_name, id)',
  'create index evaluations_by_update on evaluations (app_id, updated_at, id)',
  'create index evaluations_by_revision on evaluations (app_id, variant_revision_id, id)',
  'create index evaluations_listed on evaluations (app_id, human_evaluation_id, id, created_at, archived_at)',
];

/**
 * Rows of evaluations, with stored outputs (cells) and scores. An outcome marks answers that its evaluation called for
 * itself, so that its cost is a query, and failed results, so that they are found without reading the others.
 */
function rowTables({ text, real }: ColumnTypes): string[] {
  return [
    `create table evaluation_scenarios (
      id ${text} primary key, evaluation_id ${text} not null references evaluations (id) on delete cascade,
      position integer not null, cells text not null, unique (evaluation_id, position))`,
    `create table evaluation_outcomes (
      scenario_id ${text} primary key references evaluation_scenarios (id) on delete cascade,
      evaluation_id ${text} not null, outputs text not null, results text not null, cost ${real}, latency ${real},
      is_called integer not null default 0, is_error integer not null default 0,
      judge_calls integer not null default 0, judge_cost ${real}, cell_hash ${text})`,
    `create index evaluation_outcomes_by_evaluation
      on evaluation_outcomes (evaluation_id, is_error, is_called, cost, latency)`,
    // Only judged rows, so that it costs other evaluations nothing.
    `create index evaluation_outcomes_by_judge on evaluation_outcomes (evaluation_id, judge_calls, judge_cost)
      where judge_calls > 0`,
    'create index evaluation_outcomes_by_cell on evaluation_outcomes (cell_hash) where cell_hash is not null',
    `create table cells (
      hash ${text} primary key, output text not null, cost ${real}, latency ${real}, created_at ${text} not null,
      usage text, warm_up text, call_group text)`,
    `create table scores (
      hash ${text} primary key, result text not null, created_at ${text} not null, cell_hash ${text})`,
    'create index scores_by_cell on scores (cell_hash) where cell_hash is not null',
  ];
}

/** What processes that run evaluations share: who runs what, calls in flight, and what targets refused. */
function sharedWorkTables({ text }: ColumnTypes): string[] {
  return [
    `create table evaluation_leases (
      evaluation_id ${text} primary key references evaluations (id) on delete cascade, owner ${text} not null,
      expires_at ${text} not null)`,
    `create table workers (id ${text} primary key, concurrency integer not null, seen_at ${text} not null)`,
    `create table evaluation_slots (
      owner ${text} primary key, evaluation_id ${text} not null references evaluations (id) on delete cascade,
      calls integer not null, expires_at ${text} not null)`,
    'create index evaluation_slots_by_evaluation on evaluation_slots (evaluation_id)',
    `create table target_refusals (
      target ${text} primary key, refusals integer not null, closed_until ${text} not null, updated_at ${text} not null)`,
    // Outputs that a run is computing, so that two runs that need the same pay for it once.
    `create table cell_claims (
      owner ${text} primary key, code ${text} not null, cells ${text} not null, expires_at ${text} not null)`,
  ];
}
