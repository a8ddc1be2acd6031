import type { ColumnTypes } from '../migration.ts';

/** Apps with their variants, code, environments, variables and logs. */
export function appTables({ text }: ColumnTypes): string[] {
  return [
    `create table projects (
      id ${text} primary key, name ${text} not null, created_at ${text} not null, organization_name text,
      organization_description text, workspace_name text, workspace_description text)`,
    `create table apps (
      id ${text} primary key, project_id ${text} not null references projects (id), name ${text} not null,
      app_type ${text}, created_at ${text} not null, updated_at ${text} not null, unique (project_id, name))`,
    'create index apps_by_name on apps (name)',
    `create table bases (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade, name ${text} not null,
      created_at ${text} not null, newest_deployment_id ${text}, unique (app_id, name))`,
    `create table deployments (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade,
      base_id ${text} not null references bases (id), artifact_sha256 ${text} references artifacts (sha256),
      url ${text}, sdk_version ${text} not null, routes ${text} not null, created_by ${text} not null,
      created_at ${text} not null, evaluators text)`,
    'create index deployments_by_base on deployments (base_id, id)',
    'create index deployments_by_app on deployments (app_id, id)',
    `create table variants (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade,
      base_id ${text} not null references bases (id), name ${text} not null, config_name ${text} not null,
      created_at ${text} not null, updated_at ${text} not null, modified_by_id ${text} not null,
      newest_revision integer, archived_at ${text}, unique (app_id, name), unique (base_id, config_name))`,
    'create index variants_by_app on variants (app_id, id)',
    'create index variants_by_update on variants (app_id, updated_at, id)',
    'create index variants_by_config_name on variants (app_id, config_name, id)',
    `create table variant_revisions (
      id ${text} primary key, variant_id ${text} not null references variants (id) on delete cascade,
      revision integer not null, parameters ${text} not null, modified_by ${text} not null,
      created_at ${text} not null, unique (variant_id, revision))`,
    ...environmentTables(text),
    `create table app_variables (
      app_id ${text} not null references apps (id) on delete cascade, name ${text} not null, sealed text not null,
      updated_at ${text} not null, modified_by ${text} not null, primary key (app_id, name))`,
    // Incremented when a variable changes.
    `create table app_variable_versions (
      app_id ${text} primary key references apps (id) on delete cascade, version integer not null)`,
    `create table app_logs (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade,
      created_at ${text} not null, stream ${text} not null, line text not null, request_id ${text}, variant ${text},
      revision integer, environment ${text})`,
    'create index app_logs_by_app on app_logs (app_id, id)',
  ];
}

/** An environment's variables are in sets that never change; each of its revisions names one. */
function environmentTables(text: string): string[] {
  return [
    `create table environments (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade, name ${text} not null,
      position integer not null, protection text, variables_id ${text}, unique (app_id, name))`,
    `create table environment_revisions (
      id ${text} primary key, environment_id ${text} not null references environments (id) on delete cascade,
      revision integer not null, variant_revision_id ${text} not null references variant_revisions (id),
      deployment_id ${text} references deployments (id), modified_by ${text} not null, created_at ${text} not null,
      message text, restored_from integer, evidence text, evaluation_id ${text}, baseline_evaluation_id ${text},
      variables_id ${text}, unique (environment_id, revision))`,
    'create index environment_revisions_by_variant_revision on environment_revisions (variant_revision_id)',
    `create table environment_variables (
      set_id ${text} not null, environment_id ${text} not null references environments (id) on delete cascade,
      name ${text} not null, sealed text not null, updated_at ${text} not null, modified_by ${text} not null,
      primary key (set_id, name))`,
    'create index environment_variables_by_environment on environment_variables (environment_id)',
  ];
}

/** Bundles: in their rows, in chunks, or at a location outside of this database. A stored bundle has all of its parts. */
export function artifactTables({ text, bytes }: ColumnTypes): string[] {
  return [
    `create table artifacts (
      sha256 ${text} primary key, size integer not null, bytes ${bytes} not null, created_at ${text} not null,
      location text)`,
    // SQLite reads a row from its start, so the bytes come last.
    `create table artifact_chunks (
      sha256 ${text} not null, position integer not null, created_at ${text} not null, bytes ${bytes} not null,
      primary key (sha256, position))`,
    `create table bundle_parts (
      bundle_sha256 ${text} not null references artifacts (sha256) on delete cascade,
      sha256 ${text} not null references artifacts (sha256), primary key (bundle_sha256, sha256))`,
    'create index bundle_parts_by_part on bundle_parts (sha256)',
  ];
}

/** Keys, what they have used, and the answers to requests that they may repeat. */
export function keyTables({ text, real }: ColumnTypes): string[] {
  return [
    // `app_ids` null: all apps. The local key is sealed, so that replicas with the same secret share it.
    `create table keys (
      prefix ${text} primary key, id ${text} not null unique, secret_sha256 ${text} not null, name ${text} not null,
      role ${text} not null, created_at ${text} not null, expires_at ${text}, rate_limit integer, session_of ${text},
      sealed ${text}, app_ids text, model_call_limit integer)`,
    // When a key's last request would have come at the steady rate.
    `create table key_rates (key_id ${text} primary key, arrives_at ${real} not null)`,
    // Not a column of `keys`: a change there makes services forget what hosted calls run.
    `create table key_uses (
      key_id ${text} primary key references keys (id) on delete cascade, used_at ${text} not null)`,
    `create table key_model_calls (
      key_id ${text} not null, day ${text} not null, calls integer not null, primary key (key_id, day))`,
    // Which keys of some apps have proved that they have a bundle.
    `create table artifact_uploads (
      sha256 ${text} not null references artifacts (sha256) on delete cascade,
      key_id ${text} not null references keys (id) on delete cascade, primary key (sha256, key_id))`,
    'create index artifact_uploads_by_key on artifact_uploads (key_id)',
    `create table page_codes (sha256 ${text} primary key, expires_at ${text} not null)`,
    `create table idempotency_keys (
      principal_id ${text} not null, key ${text} not null, request_sha256 ${text} not null, status integer not null,
      body text, created_at ${text} not null, primary key (principal_id, key))`,
    'create index idempotency_keys_by_age on idempotency_keys (created_at)',
  ];
}

export function labelTables({ text }: ColumnTypes): string[] {
  return ['variant', 'evaluation', 'testset'].flatMap((kind) => [
    `create table ${kind}_labels (
      record_id ${text} not null references ${kind}s (id) on delete cascade, name ${text} not null,
      value ${text} not null, primary key (record_id, name))`,
    `create index ${kind}_labels_by_value on ${kind}_labels (name, value, record_id)`,
  ]);
}

/** The audit log, spans, the vault, retention rules, and unfinished imports: no row of these counts before the last page. */
export function serviceTables({ text, bytes }: ColumnTypes): string[] {
  return [
    `create table audit_log (
      id ${text} primary key, created_at ${text} not null, request_id ${text} not null, key_id ${text} not null,
      key_name ${text} not null, role ${text} not null, action ${text} not null, kind ${text} not null,
      record_id ${text}, name ${text}, app_id ${text}, before_id ${text}, after_id ${text}, summary text,
      export_id ${text})`,
    'create index audit_log_by_app on audit_log (app_id, id)',
    'create index audit_log_by_time on audit_log (created_at)',
    'create index audit_log_by_export on audit_log (export_id, id)',
    // The id joins those of the trace and the span.
    `create table spans (
      id ${text} primary key, trace_id ${text} not null, span_id ${text} not null, parent_span_id ${text},
      name text not null, kind ${text} not null, started_at ${text} not null, ended_at ${text} not null,
      status_code ${text} not null, status_message text, attributes text not null, events text not null,
      links text not null)`,
    'create index spans_by_time on spans (started_at, id)',
    'create index spans_by_span on spans (span_id)',
    `create table secrets (
      id ${text} primary key, name text, description text, kind ${text} not null, provider ${text} not null,
      sealed text not null, created_at ${text} not null, updated_at ${text} not null, modified_by ${text} not null,
      modified_by_id ${text} not null)`,
    'create index secrets_by_provider on secrets (provider, id)',
    // One row: the fingerprint of the key that secrets are sealed with.
    `create table sealing_key (id integer primary key, name ${text} not null, set_at ${text} not null)`,
    `create table retention_rules (
      id ${text} primary key, app_id ${text} references apps (id) on delete cascade, kind ${text} not null,
      seconds integer)`,
    `create unique index retention_rules_by_app on retention_rules (coalesce(app_id, ''), kind)`,
    `create table imports (
      id ${text} primary key, manifest text not null, created_by ${text} not null, created_at ${text} not null)`,
    `create table import_pages (
      import_id ${text} not null references imports (id) on delete cascade, table_name ${text} not null,
      page integer not null, rows text not null, primary key (import_id, table_name, page))`,
    // Pages that are longer than a chunk; their rows above are empty.
    `create table import_chunks (
      import_id ${text} not null references imports (id) on delete cascade, table_name ${text} not null,
      page integer not null, position integer not null, bytes ${bytes} not null,
      primary key (import_id, table_name, page, position))`,
  ];
}
