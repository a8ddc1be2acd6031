import type { Kysely } from 'kysely';
import type { ArtifactTables } from './tables/artifact-tables.ts';
import type { EvaluationTables } from './tables/evaluation-tables.ts';
import type { HumanEvaluationTables } from './tables/human-evaluation-tables.ts';

/**
 * The tables. JSON is text and times are RFC 3339 in UTC, so that both databases store the same bytes and no driver
 * rewrites them (`jsonb` would reorder keys).
 */
export interface Database extends ArtifactTables, EvaluationTables, HumanEvaluationTables {
  projects: {
    id: string;
    name: string;
    created_at: string;
    /** Names and descriptions of the organisation and of its workspace; null: the first ones. */
    organization_name: string | null;
    organization_description: string | null;
    workspace_name: string | null;
    workspace_description: string | null;
  };
  apps: {
    id: string;
    project_id: string;
    name: string;
    app_type: string | null;
    created_at: string;
    updated_at: string;
  };
  app_logs: {
    id: string;
    app_id: string;
    created_at: string;
    stream: string;
    line: string;
    /** The request whose call wrote the line, and what it ran; null: no request's, or it brought its configuration. */
    request_id: string | null;
    variant: string | null;
    revision: number | null;
    environment: string | null;
  };
  app_variables: { app_id: string; name: string; sealed: string; updated_at: string; modified_by: string };
  app_variable_versions: { app_id: string; version: number };
  bases: {
    id: string;
    app_id: string;
    name: string;
    created_at: string;
    /** Kept by triggers; null: none. */
    newest_deployment_id: string | null;
  };
  variants: {
    id: string;
    app_id: string;
    base_id: string;
    name: string;
    config_name: string;
    created_at: string;
    updated_at: string;
    modified_by_id: string;
    /** Kept by triggers; null: none yet. */
    newest_revision: number | null;
    /** `null`: it is not archived. */
    archived_at: string | null;
  };
  variant_revisions: {
    id: string;
    variant_id: string;
    revision: number;
    parameters: string;
    modified_by: string;
    created_at: string;
  };
  variant_labels: { record_id: string; name: string; value: string };
  environments: {
    id: string;
    app_id: string;
    name: string;
    position: number;
    /** JSON; null: not protected. */
    protection: string | null;
    /** Its current set of variables; null: none yet. */
    variables_id: string | null;
  };
  /** Variables of environments, in sets that never change. */
  environment_variables: {
    set_id: string;
    environment_id: string;
    name: string;
    sealed: string;
    updated_at: string;
    modified_by: string;
  };
  deployments: {
    id: string;
    app_id: string;
    base_id: string;
    artifact_sha256: string | null;
    url: string | null;
    sdk_version: string;
    routes: string;
    evaluators: string | null;
    created_by: string;
    created_at: string;
  };
  environment_revisions: {
    id: string;
    environment_id: string;
    revision: number;
    variant_revision_id: string;
    deployment_id: string | null;
    modified_by: string;
    created_at: string;
    message: string | null;
    /** Number of the revision that this one restores. */
    restored_from: number | null;
    /** JSON: the gate and its checks. */
    evidence: string | null;
    /** Evaluations that the evidence names: they cannot be deleted before the revision. */
    evaluation_id: string | null;
    baseline_evaluation_id: string | null;
    /** Its set of variables; null: none. */
    variables_id: string | null;
  };
  keys: {
    prefix: string;
    id: string;
    secret_sha256: string;
    name: string;
    role: string;
    created_at: string;
    expires_at: string | null;
    /** Requests a minute; null: no limit. */
    rate_limit: number | null;
    /** Id of the key that opened this session of the page; null: not a session. */
    session_of: string | null;
    /** The whole key, for replicas that share a secret; null: never readable again. */
    sealed: string | null;
    /** JSON: ids of the apps that the key reaches; null: all. */
    app_ids: string | null;
    /** Model calls a day with the service's own provider keys; null: no limit. */
    model_call_limit: number | null;
  };
  /** Milliseconds since 1970. */
  key_rates: { key_id: string; arrives_at: number };
  /** Behind by some minutes: not every use is written. */
  key_uses: { key_id: string; used_at: string };
  /** Model calls that evaluators made for a key with the service's own provider keys, by day in UTC. */
  key_model_calls: { key_id: string; day: string; calls: number };
  audit_log: {
    id: string;
    created_at: string;
    request_id: string;
    key_id: string;
    key_name: string;
    role: string;
    action: string;
    kind: string;
    record_id: string | null;
    name: string | null;
    app_id: string | null;
    before_id: string | null;
    after_id: string | null;
    summary: string | null;
    /** The export that contains the entry; null: none yet. */
    export_id: string | null;
  };
  /** How long data of a kind is kept; app_id null: of all apps without a rule of their own; seconds null: for ever. */
  retention_rules: { id: string; app_id: string | null; kind: string; seconds: number | null };
  page_codes: { sha256: string; expires_at: string };
  testsets: {
    id: string;
    project_id: string;
    name: string;
    created_at: string;
    updated_at: string;
    /** null: it belongs to no app, and only keys of all apps reach it. */
    app_id: string | null;
    archived_at: string | null;
  };
  testset_revisions: {
    id: string;
    testset_id: string | null;
    revision: number | null;
    name: string;
    row_count: number;
    columns: string;
    content_tag: string | null;
    created_by: string;
    created_at: string;
    /** App of the test set that an open revision will belong to. */
    app_id: string | null;
  };
  testset_labels: { record_id: string; name: string; value: string };
  testset_revision_rows: { revision_id: string; position: number; cells: string };
  /** Commits that change what hosted calls run: a counter on SQLite, a row for each on PostgreSQL. */
  call_changes: { version: number } | { xid: string };
  idempotency_keys: {
    principal_id: string;
    key: string;
    request_sha256: string;
    status: number;
    body: string | null;
    created_at: string;
  };
  /** An archive being uploaded, and its pages: not part of any app before it is committed. */
  imports: { id: string; manifest: string; created_by: string; created_at: string };
  /** `rows` is empty when the page is stored in chunks. */
  import_pages: { import_id: string; table_name: string; page: number; rows: string };
  /** Written before the row of their page, which makes them visible together. */
  import_chunks: { import_id: string; table_name: string; page: number; position: number; bytes: Uint8Array };
  /** Keys of model providers. */
  secrets: {
    id: string;
    name: string | null;
    description: string | null;
    kind: string;
    provider: string;
    sealed: string;
    created_at: string;
    updated_at: string;
    modified_by: string;
    modified_by_id: string;
  };
  /** Spans that programs sent. */
  spans: {
    id: string;
    trace_id: string;
    span_id: string;
    parent_span_id: string | null;
    name: string;
    kind: string;
    started_at: string;
    ended_at: string;
    status_code: string;
    status_message: string | null;
    attributes: string;
    events: string;
    links: string;
  };
  /** The key that secrets are sealed with: at most one row. */
  sealing_key: { id: number; name: string; set_at: string };
  wf_migrations: { number: number; name: string; applied_at: string };
}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;

export type DialectName = 'sqlite' | 'postgres';
