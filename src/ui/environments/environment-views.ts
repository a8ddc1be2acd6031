import type {
  EnvironmentOutput,
  EnvironmentRevision,
  EnvironmentRevisions,
} from '../../contract/environments/environment.ts';
import type { EnvironmentVariable, Variable } from '../../contract/environments/variables.ts';
import { describeSource } from '../../contract/environments/describe-source.ts';
import { gatesOf, nameGates, provenGates } from '../../contract/environments/gates.ts';
import { drawn, type Field, type RecordBlock, toRecord, type View, written } from '../layout/view.ts';
import { nullIfNone } from '../layout/text/format-value.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { describeChanges } from '../variants/diff-views.ts';

export function environmentsView(environments: readonly EnvironmentOutput[], names: RevisionNames): View {
  return [toTable({ columns: environmentColumns(names), rows: environments, empty: 'No environments.' })];
}

export function environmentView(environment: EnvironmentOutput, names: RevisionNames): View {
  return [environmentRecord(environment, names)];
}

/**
 * Shows an environment and its history: oldest first for programs, newest first on a terminal.
 *
 * @param shown - the newest revisions, of those that tell what each changed
 */
export function environmentRevisionsView(
  environment: EnvironmentRevisions,
  runs: ReadonlyMap<string, RunRevision>,
  shown = environment.revisions,
): View {
  const { name, revisions } = environment;
  const empty = `Nothing runs here yet: wf env deploy ${shellWord(name)} --variant VARIANT`;
  return [
    environmentRecord(environment, runs),
    ...written(toTable({ columns: environmentRevisionColumns(runs, revisions), rows: shown, empty })),
    ...drawn(toTable({ columns: environmentTimelineColumns(runs, revisions), rows: shown.toReversed(), empty })),
  ];
}

function protectionFields({ protection }: EnvironmentOutput): Field[] {
  if (protection == null) return [];
  const { changed_by, changed_at } = protection;
  const gates = gatesOf(protection);
  return [
    { label: 'protected by', value: `${gates.length === 1 ? 'gate' : 'gates'} ${nameGates(gates)}` },
    { label: 'since', kind: 'time', value: changed_at },
    { label: 'set by', value: changed_by },
  ];
}

function sourceFields({ source }: EnvironmentOutput): Field[] {
  return source == null ? [] : [{ label: 'commit', value: describeSource(source) }];
}

function environmentRecord(environment: EnvironmentOutput, names: RevisionNames): RecordBlock {
  return toRecord([
    { label: 'name', value: environment.name },
    { label: 'runs', value: runsOf(environment, names) },
    { label: 'revision', kind: 'integer', value: environment.revision },
    ...sourceFields(environment),
    ...protectionFields(environment),
    { label: 'variant id', kind: 'id', value: nullIfNone(environment.deployed_app_variant_id) },
    { label: 'variant revision', kind: 'id', value: nullIfNone(environment.deployed_app_variant_revision_id) },
  ]);
}

export function variablesView(variables: readonly (Variable | EnvironmentVariable)[]): View {
  return [
    toTable({
      columns: variableColumns(variables.some((variable) => 'from' in variable)),
      rows: variables,
      empty: 'No variables yet. Set one: wf env vars set NAME=VALUE',
    }),
  ];
}

type ListedVariable = Variable & Partial<Pick<EnvironmentVariable, 'from'>>;

function variableColumns(ofEnvironment = false): Column<ListedVariable>[] {
  return [
    { header: 'name', value: ({ name }) => name },
    ...(ofEnvironment ? [{ header: 'from', value: ({ from }: ListedVariable) => from }] : []),
    { header: 'set', kind: 'time', value: ({ updated_at }) => updated_at },
    { header: 'by', value: ({ modified_by }) => modified_by, dropOrder: 1 },
  ];
}

/** Labels `NAME@REVISION` by id of the variant revision. */
export type RevisionNames = ReadonlyMap<string, Pick<RunRevision, 'name'>>;

export function environmentColumns(names: RevisionNames): Column<EnvironmentOutput>[] {
  return [
    { header: 'name', value: (environment) => environment.name },
    { header: 'runs', value: (environment) => runsOf(environment, names) },
    { header: 'revision', kind: 'integer', value: (environment) => environment.revision },
    {
      header: 'variant revision',
      kind: 'id',
      value: (environment) => nullIfNone(environment.deployed_app_variant_revision_id),
      dropOrder: 1,
    },
  ];
}

export interface RunRevision {
  readonly name: string;
  readonly set: Parameters | null;
  /** Whether the service knows the defaults of what is not set. @defaultValue true */
  readonly hasDefaults?: boolean;
}

/** Creates the columns of an environment's history for programs; omits columns without values. */
export function environmentRevisionColumns(
  runs: ReadonlyMap<string, RunRevision>,
  revisions: readonly EnvironmentRevision[],
): Column<EnvironmentRevision>[] {
  return [
    { header: 'revision', kind: 'integer', value: ({ revision }) => revision },
    { header: 'runs', value: (revision) => findRevision(runs, revision.deployed_app_variant_revision)?.name },
    ...ifAny(revisions, { header: 'back to', kind: 'integer', value: ({ restored_from }) => restored_from }),
    { header: 'by', value: (revision) => revision.modified_by },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at },
    ...ifAny(revisions, { header: 'gate', value: ({ evidence }) => gateOf(evidence) }),
    ...ifAny(revisions, { header: 'evaluation', kind: 'id', value: ({ evidence }) => evidence?.evaluation_id }),
    ...ifAny(revisions, { header: 'commit', value: ({ source }) => describeSource(source) }),
    ...ifAny(revisions, { header: 'message', value: ({ message }) => message }),
    {
      header: 'variant revision',
      kind: 'id',
      value: (revision) => nullIfNone(revision.deployed_app_variant_revision),
    },
    { header: 'deployment', kind: 'id', value: (revision) => nullIfNone(revision.deployment) },
    { header: 'id', kind: 'id', value: (revision) => revision.id },
  ];
}

/** Creates the columns of an environment's history for people: what ran, why, and what changed. */
export function environmentTimelineColumns(
  runs: ReadonlyMap<string, RunRevision>,
  revisions: readonly EnvironmentRevision[],
): Column<EnvironmentRevision>[] {
  const newest = revisions.at(-1);
  const before = new Map(revisions.slice(1).map((revision, index) => [revision, revisions[index]]));
  const runOf = (revision: EnvironmentRevision | undefined) =>
    findRevision(runs, revision?.deployed_app_variant_revision);
  return [
    { header: '', kind: 'mark', value: (revision) => (revision === newest ? '●' : '○') },
    { header: 'revision', kind: 'integer', value: ({ revision }) => revision },
    { header: 'runs', value: (revision) => runOf(revision)?.name },
    { header: 'why', value: whyOf, dropOrder: 1 },
    {
      header: 'what changed',
      value: (revision) => changeOf(runOf(before.get(revision)), runOf(revision)),
      dropOrder: 3,
    },
    { header: 'gate', value: ({ evidence }) => gateOf(evidence), dropOrder: 2 },
    { header: 'evaluation', kind: 'id', value: ({ evidence }) => evidence?.evaluation_id, dropOrder: 6 },
    ...ifAny(revisions, { header: 'commit', value: ({ source }) => describeSource(source), dropOrder: 7 }),
    { header: 'by', value: (revision) => revision.modified_by, dropOrder: 5 },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at, dropOrder: 4 },
    // Where a number names several, only the id names one.
    ...(hasRepeats(revisions) ? [{ header: 'id', kind: 'id', value: idOf } as const] : []),
  ];
}

function hasRepeats(revisions: readonly EnvironmentRevision[]): boolean {
  return new Set(revisions.map(({ revision }) => revision)).size < revisions.length;
}

function idOf({ id }: EnvironmentRevision): string {
  return id;
}

function whyOf({ restored_from: from, message }: EnvironmentRevision): string | null {
  if (from == null) return message ?? null;
  return message == null ? `back to ${from}` : `back to ${from}: ${message}`;
}

function changeOf(before: RunRevision | undefined, after: RunRevision | undefined): string | null {
  return before === undefined || after === undefined ? null : describeChanges(before.set, after.set, after.hasDefaults);
}

function ifAny(
  revisions: readonly EnvironmentRevision[],
  column: Column<EnvironmentRevision>,
): Column<EnvironmentRevision>[] {
  return revisions.some((revision) => column.value(revision) != null) ? [column] : [];
}

function gateOf(evidence: EnvironmentRevision['evidence']): string | null {
  return evidence == null ? null : `✓ ${nameGates(provenGates(evidence))}`;
}

/** Names the gates that a revision passed, with the routes that were judged; `null`: none. */
export function gatesPassed(evidence: EnvironmentRevision['evidence']): string | null {
  if (evidence == null) return null;
  const gates = provenGates(evidence);
  return `${gates.length === 1 ? 'the gate' : 'the gates'} ${nameGates(gates)}`;
}

/** Names what an environment runs: the variant with its revision if known. */
export function runsOf(environment: EnvironmentOutput, names: RevisionNames): string | null {
  const run = findRevision(names, environment.deployed_app_variant_revision_id);
  return run?.name ?? nullIfNone(environment.deployed_variant_name);
}

/** Finds what is known of a variant revision; nothing runs without one. */
function findRevision<T>(revisions: ReadonlyMap<string, T>, id: string | null | undefined): T | undefined {
  return id == null ? undefined : revisions.get(id);
}
