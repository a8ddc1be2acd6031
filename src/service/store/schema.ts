import type { Kysely } from 'kysely';

/**
 * The tables. JSON is text and times are RFC 3339 in UTC, so that both databases store the same bytes and no driver
 * rewrites them (`jsonb` would reorder keys).
 */
export interface Database {
  projects: { id: string; name: string; created_at: string };
  apps: {
    id: string;
    project_id: string;
    name: string;
    app_type: string | null;
    created_at: string;
    updated_at: string;
  };
  app_logs: { id: string; app_id: string; created_at: string; stream: string; line: string };
  app_variables: { app_id: string; name: string; sealed: string; updated_at: string; modified_by: string };
  app_variable_versions: { app_id: string; version: number };
  bases: { id: string; app_id: string; name: string; created_at: string };
  variants: {
    id: string;
    app_id: string;
    base_id: string;
    name: string;
    config_name: string;
    created_at: string;
    updated_at: string;
    modified_by_id: string;
  };
  variant_revisions: {
    id: string;
    variant_id: string;
    revision: number;
    parameters: string;
    modified_by: string;
    created_at: string;
  };
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
  artifacts: {
    sha256: string;
    size: number;
    /** Empty when the bundle is stored elsewhere. */
    bytes: Uint8Array;
    created_at: string;
    /** Where the bundle is stored; `null`: here. */
    location: string | null;
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
  };
  /** Milliseconds since 1970. */
  key_rates: { key_id: string; arrives_at: number };
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
  };
  page_codes: { sha256: string; expires_at: string };
  testsets: {
    id: string;
    project_id: string;
    name: string;
    created_at: string;
    updated_at: string;
    /** null: it belongs to no app, and only keys of all apps reach it. */
    app_id: string | null;
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
  testset_revision_rows: { revision_id: string; position: number; cells: string };
  evaluator_configs: {
    id: string;
    project_id: string;
    app_id: string;
    name: string;
    evaluator_key: string;
    settings_values: string | null;
    created_at: string;
    updated_at: string;
  };
  evaluations: {
    id: string;
    project_id: string;
    app_id: string;
    variant_id: string;
    variant_name: string;
    variant_revision_id: string;
    revision: number;
    deployment_id: string;
    testset_id: string;
    testset_name: string;
    testset_revision: number | null;
    route: string | null;
    correct_answer_column: string | null;
    provider_keys: string | null;
    rate_limit: string;
    evaluator_configs: string;
    status: string;
    status_value: string;
    aggregated_results: string;
    /** The human evaluation whose outputs it generates; `null`: none. */
    human_evaluation_id: string | null;
    options: string;
    /** Number of its rows, including repetitions. */
    row_count: number;
    /** Totals of the rows, stored when all have finished. */
    summary: string | null;
    totals: string | null;
    /** Cost of rows whose outcomes were deleted to run again. */
    spent_before: number;
    created_by: string;
    created_at: string;
    updated_at: string;
  };
  evaluation_scenarios: { id: string; evaluation_id: string; position: number; cells: string };
  evaluation_outcomes: {
    scenario_id: string;
    evaluation_id: string;
    outputs: string;
    results: string;
    cost: number | null;
    latency: number | null;
    /** 1 when this evaluation called for the answer. */
    is_called: number;
    is_error: number;
    /** Model calls that judges made for this row, and their cost; `null` when it is unknown, or there were none. */
    judge_calls: number;
    judge_cost: number | null;
  };
  cells: {
    hash: string;
    output: string;
    cost: number | null;
    latency: number | null;
    /** What the cost came from, as JSON. */
    usage: string | null;
    /** Its call was among the first of a process. */
    warm_up: 'first' | 'early' | null;
    created_at: string;
  };
  scores: { hash: string; result: string; created_at: string };
  /** Processes that run rows of evaluations for all replicas. */
  workers: { id: string; concurrency: number; seen_at: string };
  /** Calls of an evaluation that one chunk of its rows may have in flight. */
  evaluation_slots: { owner: string; evaluation_id: string; calls: number; expires_at: string };
  /** Refusals that targets of evaluations returned to any process. */
  target_refusals: { target: string; refusals: number; closed_until: string; updated_at: string };
  cell_claims: { owner: string; code: string; cells: string; expires_at: string };
  evaluation_leases: { evaluation_id: string; owner: string; expires_at: string };
  human_evaluations: {
    id: string;
    project_id: string;
    app_id: string;
    evaluation_type: string;
    variants: string;
    inputs: string;
    testset_id: string;
    testset_name: string;
    status: string;
    link_sha256: string | null;
    link_sealed: string | null;
    created_at: string;
    updated_at: string;
  };
  human_voters: {
    id: string;
    human_evaluation_id: string;
    name: string;
    principal_id: string | null;
    code_sha256: string | null;
    code_sealed: string | null;
    revealed_at: string | null;
    created_at: string;
  };
  human_votes: {
    scenario_id: string;
    voter_id: string;
    human_evaluation_id: string;
    vote: string;
    score: string;
    note: string;
    is_blind: number;
    updated_at: string;
  };
  human_evaluation_scenarios: {
    id: string;
    human_evaluation_id: string;
    position: number;
    inputs: string;
    outputs: string;
    correct_answer: string | null;
    note: string;
    is_pinned: number;
  };
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
  import_pages: { import_id: string; table_name: string; page: number; rows: string };
  /** The key that secrets are sealed with: at most one row. */
  sealing_key: { id: number; name: string; set_at: string };
  wf_migrations: { number: number; name: string; applied_at: string };
}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;

export type DialectName = 'sqlite' | 'postgres';
