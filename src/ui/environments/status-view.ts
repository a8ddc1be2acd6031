import type { AuditEntry } from '../../contract/audit/audit-entry.ts';
import { describeSource } from '../../contract/environments/describe-source.ts';
import type { AppStatus, EnvironmentStatus, LastFailure } from '../../contract/environments/status.ts';
import { nameOf } from '../audit/audit-log-view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { drawn, toText, type View } from '../layout/view.ts';

/** An environment of an app, or an app of which nothing runs. */
export interface StatusRow {
  readonly app: AppStatus;
  readonly environment: EnvironmentStatus | null;
}

/** Returns a row for each environment that runs something, and one for an app without any. */
export function toStatusRows(app: AppStatus): StatusRow[] {
  const running = app.environments.filter(({ revision }) => revision !== null);
  if (running.length === 0) return [{ app, environment: null }];
  return running.map((environment) => ({ app, environment }));
}

/**
 * Shows what runs; on a terminal also what changed.
 *
 * @param since - as it was typed
 */
export function statusView(rows: readonly StatusRow[], since: string): View {
  const empty = 'No apps yet. Next: wf deploy, in the folder of a project';
  const apps = [...new Set(rows.map(({ app }) => app))];
  return [toTable({ columns, rows, empty }), ...drawn(...changesOf(apps, since))];
}

const columns: readonly Column<StatusRow>[] = [
  { header: 'app', value: ({ app }) => app.app_name },
  { header: 'env', value: ({ environment }) => environment?.name ?? null },
  { header: 'runs', value: ({ environment }) => runsOf(environment) },
  { header: 'since', kind: 'time', value: ({ environment }) => environment?.created_at ?? null },
  { header: 'by', value: ({ environment }) => environment?.modified_by ?? null, dropOrder: 1 },
  { header: 'ran before', value: ({ environment }) => environment?.ran_before ?? null, dropOrder: 2 },
  { header: 'gate', value: ({ environment }) => joined(environment?.gates), dropOrder: 6 },
  { header: 'evaluation', kind: 'id', value: ({ environment }) => joined(environment?.evaluation_ids), dropOrder: 4 },
  { header: 'changes', kind: 'integer', value: ({ app }) => app.changes?.count ?? null, dropOrder: 3 },
  { header: 'failed', kind: 'time', value: (row) => failureOf(row)?.at ?? null, dropOrder: 5 },
  { header: 'failure', value: (row) => failureOf(row)?.message ?? null, dropOrder: 9 },
  { header: 'commit', value: ({ environment }) => describeSource(environment?.source), dropOrder: 8 },
  { header: 'code', kind: 'id', value: ({ environment }) => environment?.bundle ?? null, dropOrder: 7 },
  { header: 'deployment', kind: 'id', value: ({ environment }) => environment?.deployment ?? null, dropOrder: 8 },
];

/** A failed call stands at the environment that it named. */
function failureOf({ app: { last_failure: failure }, environment }: StatusRow): LastFailure | null {
  return failure?.environment == null || failure.environment === environment?.name ? failure : null;
}

function runsOf(environment: EnvironmentStatus | null): string | null {
  if (environment === null) return null;
  const { deployed_variant_name: name, deployed_variant_revision: revision } = environment;
  return name === null || revision === null ? name : `${name}@${revision}`;
}

function joined(texts: readonly string[] = []): string | null {
  return texts.length === 0 ? null : texts.join(',');
}

interface Changed {
  readonly app: string;
  readonly entry: AuditEntry;
}

const changeColumns: readonly Column<Changed>[] = [
  { header: 'when', kind: 'time', value: ({ entry }) => entry.created_at },
  { header: 'who', value: ({ entry }) => entry.key_name, dropOrder: 1 },
  { header: 'app', value: ({ app }) => app, dropOrder: 2 },
  { header: 'what', value: ({ entry }) => nameOf(entry) },
  { header: 'change', value: ({ entry }) => entry.summary ?? entry.action },
];

/** Newest changes that are drawn: both tables fit a screen. */
const SHOWN = 10;

function changesOf(apps: readonly AppStatus[], since: string) {
  const known = apps.flatMap(({ app_name: app, changes }) => (changes === null ? [] : [{ app, ...changes }]));
  if (known.length === 0) return [];
  const newest = known
    .flatMap(({ app, newest: entries }) => entries.map((entry) => ({ app, entry })))
    .toSorted((one, other) => (one.entry.id < other.entry.id ? 1 : -1))
    .slice(0, SHOWN);
  const count = known.reduce((sum, changes) => sum + changes.count, 0);
  if (count === 0) return [toText(`No changes since ${since}.`)];
  const title =
    newest.length < count ? `The newest ${newest.length} of ${count} changes: wf log --since ${since}` : null;
  return [toTable({ columns: changeColumns, rows: newest, title: title ?? `Changes since ${since}` })];
}
