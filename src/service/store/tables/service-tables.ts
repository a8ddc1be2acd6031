export interface ArtifactTables {
  artifacts: {
    sha256: string;
    size: number;
    /** Empty when the bundle is stored in chunks or elsewhere. */
    bytes: Uint8Array;
    created_at: string;
    /** Where the bundle is stored; `null`: here. */
    location: string | null;
  };
  /** Written before the row of their bundle, which makes them visible together. */
  artifact_chunks: { sha256: string; position: number; created_at: string; bytes: Uint8Array };
  artifact_uploads: { sha256: string; key_id: string };
  /** Which artifacts a bundle that carries files consists of. */
  bundle_parts: { bundle_sha256: string; sha256: string };
}

export interface ServiceTables {
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
    /** Name of the environment that it is about; null: none. */
    environment: string | null;
    /** The export that contains the entry; null: none yet. */
    export_id: string | null;
  };
  /** How long data of a kind is kept; app_id null: of all apps without a rule of their own; seconds null: for ever. */
  retention_rules: { id: string; app_id: string | null; kind: string; seconds: number | null };
  page_codes: { sha256: string; expires_at: string };
  /** Commits that change what hosted calls run: a counter on SQLite, a row for each on PostgreSQL. */
  call_changes: { version: number } | { xid: string };
  /** Which records changed, written by triggers: numbered on SQLite, with its transaction on PostgreSQL. */
  record_changes: {
    /** null: they belong to no app. */
    app_id: string | null;
    kind: string;
    record_id: string | null;
  } & ({ id: number } | { xid: string; at: string });
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
  /** The sealed key that hashes the variables of workflows: at most one row. */
  fingerprint_key: { id: number; sealed: string };
  webhooks: {
    id: string;
    url: string;
    /** null: all apps, and what belongs to none. */
    app_id: string | null;
    /** JSON; null: all. */
    events: string | null;
    /** Its sealed secret. */
    sealed: string;
    created_at: string;
    created_by: string;
    /** null: the last delivery arrived. */
    failing_since: string | null;
    disabled_at: string | null;
    dropped: number;
  };
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    event: string;
    /** What the event is about, where it is told once; null: it may repeat. */
    subject: string | null;
    body: string;
    created_at: string;
    attempts: number;
    /** When the next attempt is due, or the lease of the current one ends; null: there is none. */
    next_at: string | null;
    delivered_at: string | null;
    response_status: number | null;
    error: string | null;
  };
  wf_migrations: { number: number; name: string; applied_at: string };
}
