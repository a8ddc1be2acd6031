import type { StoredTable } from './read-every-row.ts';
import type { Database } from '../../../src/service/store/schema.ts';

/** Reasons why the API does not show a table, or some of its columns. */
type Reasons = {
  readonly [T in keyof Database]?: string | { readonly [C in keyof Database[T]]?: string };
};

const ARCHIVES_ONLY = 'is shown only in archives';
const RUNNER = 'is read by the runner of the evaluation';
const SET_ID = 'is what processes of this revision run with';
const KEY_SECRET = 'opens a key or a link, and is never answered';

/** Internal columns, which no record of the API shows. */
export const INTERNAL: Reasons = {
  app_variable_versions: 'notifies processes of changed variables',
  app_variables: { sealed: 'contains a value that only the workflow reads' },
  apps: { created_at: ARCHIVES_ONLY },
  artifact_chunks: 'contains parts of bundles, which are answered whole',
  artifact_uploads: 'decides what a key of some apps may deploy',
  artifacts: {
    created_at: 'is answered only to the upload of the bundle',
  },
  audit_log: {
    key_id: 'equals the name of the key, which is answered',
    export_id: 'notes what may be pruned',
  },
  bases: { created_at: ARCHIVES_ONLY },
  bundle_parts: 'repeats the stored list of parts, which is answered',
  cell_claims: 'describes what processes are doing now',
  call_changes: 'counts commits that change what calls run',
  cells: 'caches calls; rows of evaluations show their outputs',
  environment_revisions: {
    evaluation_id: 'protects the evaluation that the evidence names, which is answered',
    variables_id: SET_ID,
    baseline_evaluation_id: 'protects the evaluation that the evidence names, which is answered',
  },
  environment_variables: {
    environment_id: 'deletes the set with its environment',
    sealed: 'contains a value that only the workflow reads',
  },
  environments: { position: 'orders lists' },
  evaluation_leases: 'describes what processes are doing now',
  evaluation_outcomes: { cell_hash: 'finds the stored output to delete with the last row that has it' },
  evaluation_slots: 'describes what processes are doing now',
  evaluations: {
    deployment_id: RUNNER,
    route: RUNNER,
    rate_limit: RUNNER,
    provider_keys: RUNNER,
    spent_before: RUNNER,
    created_by: ARCHIVES_ONLY,
    started_by_key: RUNNER,
  },
  human_evaluations: { inputs: 'chose the columns of its cases, which are answered', link_sha256: KEY_SECRET },
  human_voters: { principal_id: 'finds the voter that a key votes as', code_sha256: KEY_SECRET },
  idempotency_keys: 'contains answers to repeated requests',
  import_chunks: 'is no part of any app before it is committed',
  import_pages: 'is no part of any app before it is committed',
  imports: 'is no part of any app before it is committed',
  key_rates: 'counts requests',
  keys: { secret_sha256: KEY_SECRET, sealed: KEY_SECRET, session_of: 'ends sessions with their key' },
  page_codes: 'contains codes that sign a page in',
  projects: { created_at: 'is when the database was created' },
  sealing_key: 'describes the key of this service',
  retention_rules: { id: 'is new with each change of the rule' },
  scores: 'caches verdicts; rows of evaluations show them',
  spans: { id: 'joins the ids of the trace and the span, which are answered' },
  target_refusals: 'describes what processes are doing now',
  testset_revisions: { app_id: 'becomes the app of the test set, which is answered' },
  testset_revision_rows: { position: 'orders lists' },
  testsets: { project_id: 'is the same for all: there is one project' },
  wf_migrations: 'is about the database itself',
  workers: 'describes what processes are doing now',
};

/** Shown columns that stay the same while others of their record change: they name the record or its origin. */
export const FIXED: { readonly [T in keyof Database]?: readonly (keyof Database[T] & string)[] } = {
  app_variables: ['app_id', 'name'],
  apps: ['id', 'project_id', 'app_type'],
  environments: ['id', 'app_id', 'name'],
  evaluation_labels: ['record_id', 'name'],
  evaluations: [
    ...(['id', 'project_id', 'app_id', 'variant_id', 'variant_name', 'variant_revision_id', 'revision'] as const),
    ...(['testset_id', 'testset_name', 'testset_revision', 'correct_answer_column', 'evaluator_configs'] as const),
    ...(['human_evaluation_id', 'row_count', 'created_at'] as const),
  ],
  evaluator_configs: ['id', 'project_id', 'app_id', 'created_at'],
  human_evaluation_scenarios: ['id', 'human_evaluation_id', 'position'],
  human_evaluations: [
    ...(['id', 'project_id', 'app_id', 'evaluation_type', 'variants', 'testset_id', 'testset_name'] as const),
    ...(['created_at', 'link_sealed'] as const),
  ],
  human_voters: ['id', 'human_evaluation_id', 'name', 'created_at', 'code_sealed'],
  human_votes: ['scenario_id', 'voter_id', 'human_evaluation_id'],
  projects: ['id', 'name'],
  secrets: ['id', 'kind', 'created_at'],
  testset_labels: ['record_id', 'name'],
  testsets: ['id', 'created_at', 'app_id'],
  variant_labels: ['record_id', 'name'],
  variants: ['id', 'app_id', 'base_id', 'name', 'config_name', 'created_at'],
};

/** Lists `table.column` for a table of lists. */
export function listFixed(): string[] {
  return Object.entries(FIXED).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
}

/** Returns whether no record of the API shows the column. */
export function isInternal(table: string, column: string): boolean {
  const reasons: Readonly<Record<string, string | Readonly<Record<string, string>>>> = INTERNAL;
  const reason = reasons[table] ?? {};
  return typeof reason === 'string' || column in reason;
}

/** Entries of `INTERNAL` without a table in the database. */
export function listStale(tables: readonly StoredTable[]): string[] {
  return Object.entries(INTERNAL).flatMap(([name, reason]) => {
    const table = tables.find((one) => one.name === name);
    if (table === undefined) return [name];
    if (typeof reason === 'string') return [];
    const columns = new Set(table.columns.map((column) => column.name));
    return Object.keys(reason).flatMap((column) => (columns.has(column) ? [] : [`${name}.${column}`]));
  });
}
