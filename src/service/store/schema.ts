import type { Kysely } from 'kysely';
import type { ArtifactTables, ServiceTables } from './tables/service-tables.ts';
import type { EvaluationTables, HumanEvaluationTables } from './tables/evaluation-tables.ts';

/**
 * The tables. JSON is text and times are RFC 3339 in UTC, so that both databases store the same bytes and no driver
 * rewrites them (`jsonb` would reorder keys).
 */
export interface Database extends ArtifactTables, EvaluationTables, HumanEvaluationTables, ServiceTables {
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
    /** JSON: what somebody set. */
    parameters: string;
    /** 1; null: an older wf wrote the revision, and `parameters` may contain defaults that nobody set. */
    set_only: number | null;
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
    /** JSON: the commit that the code was built from. */
    source: string | null;
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
    restored_from: number | null;
    /** JSON: the gate and its checks. */
    evidence: string | null;
    /** Evaluations that the evidence names: they cannot be deleted before the revision. */
    evaluation_id: string | null;
    baseline_evaluation_id: string | null;
    /** Its set of variables; null: none. */
    variables_id: string | null;
  };
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
}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;

export type DialectName = 'sqlite' | 'postgres';

/** Reads a column that contains JSON. The type is the one that this program wrote there. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a stored type is named
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
