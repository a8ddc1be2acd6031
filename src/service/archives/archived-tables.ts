import type { ArchiveTable } from '../../contract/archives/archive.ts';
import type { Database } from '../store/schema.ts';

/** How a table's rows belong to an app, and what of them an archive holds. */
export interface ArchivedTable {
  /** Columns that order its rows and name each. */
  readonly key: readonly [string, string?];
  /** A column with the app's id, with the project's, or with the id of a row of another table that belongs to it. */
  readonly scope:
    | { readonly kind: 'app'; readonly column: string }
    | { readonly kind: 'project'; readonly column: string }
    | { readonly kind: 'parent'; readonly column: string; readonly table: ArchiveTable };
  /** Columns that are the service's own, or secret: left out, and null or the service's again when stored. */
  readonly omit?: readonly string[];
  /** Whether its rows belong to the project, where other apps may use them as well. */
  readonly isShared?: true;
  /** Columns that hold JSON. */
  readonly json?: readonly string[];
}

const byApp = { kind: 'app', column: 'app_id' } as const;

function below(table: ArchiveTable, column: string): ArchivedTable['scope'] {
  return { kind: 'parent', table, column };
}

export const ARCHIVED_TABLES: Readonly<Record<ArchiveTable, ArchivedTable>> = {
  apps: { key: ['id'], scope: { kind: 'app', column: 'id' }, omit: ['project_id'] },
  bases: { key: ['id'], scope: byApp },
  variants: { key: ['id'], scope: byApp },
  variant_revisions: { key: ['id'], scope: below('variants', 'variant_id'), json: ['parameters'] },
  environments: { key: ['id'], scope: byApp, json: ['protection'] },
  deployments: { key: ['id'], scope: byApp, json: ['routes', 'evaluators'] },
  environment_revisions: { key: ['id'], scope: below('environments', 'environment_id'), json: ['evidence'] },
  testsets: { key: ['id'], scope: { kind: 'project', column: 'project_id' }, omit: ['project_id'], isShared: true },
  testset_revisions: { key: ['id'], scope: below('testsets', 'testset_id'), json: ['columns'], isShared: true },
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
    omit: ['project_id', 'provider_keys'],
    json: ['rate_limit', 'evaluator_configs', 'status', 'aggregated_results', 'options', 'summary', 'totals'],
  },
  evaluation_scenarios: { key: ['id'], scope: below('evaluations', 'evaluation_id'), json: ['cells'] },
  evaluation_outcomes: {
    key: ['scenario_id'],
    scope: below('evaluations', 'evaluation_id'),
    json: ['outputs', 'results'],
  },
};

/** Why the other tables are not in an archive. A table that is in neither list does not compile. */
void ({
  projects: 'an app comes into the project of the service that imports it',
  artifacts: 'they travel as files of their own',
  app_variables: 'their values are sealed for this service alone',
  app_variable_versions: 'they count changes of variables',
  app_logs: 'what processes of this service wrote',
  keys: 'they open this service',
  key_rates: 'how often keys of this service were used',
  cells: 'they are found again by calling what made them; rows of evaluations hold their outputs',
  scores: 'like cells',
  evaluation_leases: 'which process runs what',
  workers: 'processes of this service',
  evaluation_slots: 'what they have in hand',
  target_refusals: 'what they were told',
  cell_claims: 'what they call for now',
  page_codes: 'open a page of the service that gave them, for ten minutes',
  idempotency_keys: 'answers to requests of this service',
  audit_log: 'what was done on this service, and by whom',
  imports: 'archives on their way in',
  import_pages: 'archives on their way in',
  wf_migrations: 'the state of this database',
} satisfies Record<Exclude<keyof Database, ArchiveTable>, string>);
