import type { Migration } from '../migration.ts';

/** Apps with their code, configurations and environments; keys; test sets; evaluations. */
export const firstTables: Migration = {
  number: 1,
  name: 'first-tables',
  statements: ({ text, bytes, real }) => [
    `create table projects (id ${text} primary key, name ${text} not null, created_at ${text} not null)`,
    `create table apps (
      id ${text} primary key, project_id ${text} not null references projects (id), name ${text} not null,
      app_type ${text}, created_at ${text} not null, updated_at ${text} not null, unique (project_id, name))`,
    `create table bases (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade, name ${text} not null,
      created_at ${text} not null, unique (app_id, name))`,
    `create table variants (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade,
      base_id ${text} not null references bases (id), name ${text} not null, config_name ${text} not null,
      created_at ${text} not null, updated_at ${text} not null, modified_by_id ${text} not null,
      unique (app_id, name), unique (base_id, config_name))`,
    `create table variant_revisions (
      id ${text} primary key, variant_id ${text} not null references variants (id) on delete cascade,
      revision integer not null, parameters ${text} not null, modified_by ${text} not null,
      created_at ${text} not null, unique (variant_id, revision))`,
    `create table environments (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade, name ${text} not null,
      position integer not null, unique (app_id, name))`,
    `create table artifacts (
      sha256 ${text} primary key, size integer not null, bytes ${bytes} not null, created_at ${text} not null)`,
    `create table deployments (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade,
      base_id ${text} not null references bases (id), artifact_sha256 ${text} references artifacts (sha256),
      url ${text}, sdk_version ${text} not null, routes ${text} not null, created_by ${text} not null,
      created_at ${text} not null)`,
    `create index deployments_by_base on deployments (base_id, id)`,
    `create index deployments_by_app on deployments (app_id, id)`,
    `create table environment_revisions (
      id ${text} primary key, environment_id ${text} not null references environments (id) on delete cascade,
      revision integer not null, variant_revision_id ${text} not null references variant_revisions (id),
      deployment_id ${text} references deployments (id), modified_by ${text} not null, created_at ${text} not null,
      unique (environment_id, revision))`,
    `create index environment_revisions_by_variant_revision on environment_revisions (variant_revision_id)`,
    `create table keys (
      prefix ${text} primary key, id ${text} not null unique, secret_sha256 ${text} not null, name ${text} not null,
      role ${text} not null, created_at ${text} not null, expires_at ${text})`,
    ...testsetTables(text),
    ...evaluationTables(text, real),
    ...humanEvaluationTables(text),
    `create table idempotency_keys (
      principal_id ${text} not null, key ${text} not null, request_sha256 ${text} not null, status integer not null,
      body text, created_at ${text} not null, primary key (principal_id, key))`,
    `create index idempotency_keys_by_age on idempotency_keys (created_at)`,
  ],
};

function testsetTables(text: string): string[] {
  return [
    `create table testsets (
      id ${text} primary key, project_id ${text} not null references projects (id), name ${text} not null,
      created_at ${text} not null, updated_at ${text} not null)`,
    `create table testset_rows (
      testset_id ${text} not null references testsets (id) on delete cascade, position integer not null,
      cells text not null, primary key (testset_id, position))`,
  ];
}

/** An evaluation contains the names it was created with: it stays readable when its variant or test set is deleted. */
function evaluationTables(text: string, real: string): string[] {
  return [
    `create table evaluator_configs (
      id ${text} primary key, project_id ${text} not null references projects (id),
      app_id ${text} not null references apps (id) on delete cascade, name ${text} not null,
      evaluator_key ${text} not null, settings_values text, created_at ${text} not null, updated_at ${text} not null)`,
    `create index evaluator_configs_by_app on evaluator_configs (app_id, id)`,
    `create table evaluations (
      id ${text} primary key, project_id ${text} not null references projects (id),
      app_id ${text} not null references apps (id) on delete cascade, variant_id ${text} not null,
      variant_name ${text} not null, variant_revision_id ${text} not null, revision integer not null,
      deployment_id ${text} not null, testset_id ${text} not null, testset_name ${text} not null, route ${text},
      correct_answer_column ${text}, rate_limit text not null, evaluator_configs text not null, status text not null,
      status_value ${text} not null, aggregated_results text not null, created_by ${text} not null,
      created_at ${text} not null, updated_at ${text} not null)`,
    `create index evaluations_by_app on evaluations (app_id, id)`,
    `create index evaluations_by_status on evaluations (status_value, id)`,
    `create table evaluation_scenarios (
      id ${text} primary key, evaluation_id ${text} not null references evaluations (id) on delete cascade,
      position integer not null, cells text not null, unique (evaluation_id, position))`,
    `create table evaluation_outcomes (
      scenario_id ${text} primary key references evaluation_scenarios (id) on delete cascade,
      evaluation_id ${text} not null, outputs text not null, results text not null, cost ${real}, latency ${real})`,
    `create index evaluation_outcomes_by_evaluation on evaluation_outcomes (evaluation_id, cost, latency)`,
    `create table cells (
      hash ${text} primary key, output text not null, cost ${real}, latency ${real}, created_at ${text} not null)`,
    `create table scores (hash ${text} primary key, result text not null, created_at ${text} not null)`,
  ];
}

function humanEvaluationTables(text: string): string[] {
  return [
    `create table human_evaluations (
      id ${text} primary key, project_id ${text} not null references projects (id),
      app_id ${text} not null references apps (id) on delete cascade, evaluation_type ${text} not null,
      variants text not null, inputs text not null, testset_id ${text} not null, testset_name ${text} not null,
      status ${text} not null, created_at ${text} not null, updated_at ${text} not null)`,
    `create index human_evaluations_by_app on human_evaluations (app_id, id)`,
    `create table human_evaluation_scenarios (
      id ${text} primary key,
      human_evaluation_id ${text} not null references human_evaluations (id) on delete cascade,
      position integer not null, inputs text not null, outputs text not null, vote ${text} not null,
      score ${text} not null, correct_answer text, note text not null, is_pinned integer not null,
      unique (human_evaluation_id, position))`,
  ];
}
