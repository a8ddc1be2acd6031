import type { ArchiveTable } from '../../contract/archives/archive.ts';
import type { Database } from '../store/schema.ts';

export interface ArchivedTable {
  /** Columns that sort the rows and identify each. */
  readonly key: readonly [string, string?];
  /**
   * Column with the id of the app, of the project, or of a row of another table that belongs to the app. A row of the
   * project names its app, or none.
   */
  readonly scope:
    | { readonly kind: 'app'; readonly column: string }
    | { readonly kind: 'project'; readonly column: string }
    | { readonly kind: 'parent'; readonly column: string; readonly table: ArchiveTable };
  /** Columns that are secret or belong to the service: left out of archives; null or set anew when stored. */
  readonly omit?: readonly string[];
  /** Whether its rows belong to the project, where other apps may use them as well. */
  readonly isShared?: true;
  readonly json?: readonly string[];
}

const byApp = { kind: 'app', column: 'app_id' } as const;

function below(table: ArchiveTable, column: string): ArchivedTable['scope'] {
  return { kind: 'parent', table, column };
}

/** A table of the database that is neither here nor left out does not compile. */
export const ARCHIVED_TABLES: Readonly<Record<Exclude<keyof Database, LeftOut>, ArchivedTable>> = {
  apps: { key: ['id'], scope: { kind: 'app', column: 'id' }, omit: ['project_id'] },
  bases: { key: ['id'], scope: byApp, omit: ['newest_deployment_id'] },
  variants: { key: ['id'], scope: byApp, omit: ['newest_revision'] },
  variant_revisions: { key: ['id'], scope: below('variants', 'variant_id'), json: ['parameters'] },
  variant_labels: { key: ['record_id', 'name'], scope: below('variants', 'record_id') },
  environments: { key: ['id'], scope: byApp, omit: ['variables_id'], json: ['protection'] },
  deployments: { key: ['id'], scope: byApp, json: ['routes', 'evaluators'] },
  environment_revisions: {
    key: ['id'],
    scope: below('environments', 'environment_id'),
    omit: ['variables_id'],
    json: ['evidence'],
  },
  testsets: { key: ['id'], scope: { kind: 'project', column: 'project_id' }, omit: ['project_id'], isShared: true },
  testset_labels: { key: ['record_id', 'name'], scope: below('testsets', 'record_id'), isShared: true },
  testset_revisions: {
    key: ['id'],
    scope: below('testsets', 'testset_id'),
    omit: ['app_id'],
    json: ['columns'],
    isShared: true,
  },
  testset_revision_rows: {
    key: ['revision_id', 'position'],
    scope: below('testset_revisions', 'revision_id'),
    isShared: true,
    json: ['cells'],
  },
  evaluator_configs: { key: ['id'], scope: byApp, omit: ['project_id'], json: ['settings_values'] },
  human_evaluations: {
    key: ['id'],
    scope: byApp,
    omit: ['project_id', 'link_sha256', 'link_sealed'],
    json: ['variants', 'inputs'],
  },
  human_evaluation_scenarios: {
    key: ['id'],
    scope: below('human_evaluations', 'human_evaluation_id'),
    json: ['inputs', 'outputs'],
  },
  human_voters: {
    key: ['id'],
    scope: below('human_evaluations', 'human_evaluation_id'),
    omit: ['code_sha256', 'code_sealed'],
  },
  human_votes: { key: ['scenario_id', 'voter_id'], scope: below('human_evaluations', 'human_evaluation_id') },
  evaluations: {
    key: ['id'],
    scope: byApp,
    // The key of the hash is this service's.
    omit: ['project_id', 'provider_keys', 'started_by_key', 'variables_hash'],
    json: ['rate_limit', 'evaluator_configs', 'status', 'aggregated_results', 'options', 'summary', 'totals'],
  },
  evaluation_labels: { key: ['record_id', 'name'], scope: below('evaluations', 'record_id') },
  evaluation_scenarios: { key: ['id'], scope: below('evaluations', 'evaluation_id'), json: ['cells'] },
  evaluation_outcomes: {
    key: ['scenario_id'],
    scope: below('evaluations', 'evaluation_id'),
    omit: ['cell_hash'],
    json: ['outputs', 'results'],
  },
};

/** Tables that are not archived, and why. */
type LeftOut =
  | 'projects' // an app joins the project of the importing service
  | 'artifacts' // they travel as separate files
  | 'bundle_parts' // stored again with each artifact
  | 'artifact_chunks' // parts of artifacts
  | 'artifact_uploads' // they grant access to this service
  | 'app_variables' // only this service can open their values
  | 'app_variable_versions' // they count changes of variables
  | 'environment_variables' // like those of apps
  | 'app_logs' // output of processes of this service
  | 'keys' // they grant access to this service
  | 'key_rates' // use of keys of this service
  | 'key_uses' // like key_rates
  | 'key_model_calls' // use of keys of this service
  | 'call_changes' // changes made on this service
  | 'record_changes' // like call_changes
  | 'cells' // a cache of outputs, which the rows of evaluations contain
  | 'scores' // like cells
  | 'evaluation_leases' // which process runs what
  | 'workers' // processes of this service
  | 'evaluation_slots' // calls that they have in flight
  | 'gate_looks' // what gates of this service looked at
  | 'target_refusals' // refusals that they received
  | 'cell_claims' // outputs that they are computing
  | 'page_codes' // they sign a page in to this service, for ten minutes
  | 'idempotency_keys' // answers to requests to this service
  | 'audit_log' // changes made on this service
  | 'retention_rules' // settings of this service
  | 'imports' // unfinished imports
  | 'import_pages' // unfinished imports
  | 'import_chunks' // unfinished imports
  | 'secrets' // only this service can open their values
  | 'spans' // they belong to no app
  | 'sealing_key' // the key of this service
  | 'fingerprint_key' // only this service can open it
  | 'webhooks' // settings of this service
  | 'webhook_deliveries' // changes made on this service
  | 'wf_migrations'; // the state of this database
