import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { describeChanges } from '../variants/diff-views.ts';
import { nullIfNone } from '../layout/text/format-value.ts';
import type { Column } from '../layout/table-model.ts';

/** Labels `NAME@REVISION` by id of the variant revision. */
export type RevisionNames = ReadonlyMap<string, string>;

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

/** A variant revision's label and values. */
export interface RunRevision {
  readonly name: string;
  readonly parameters: Parameters | null;
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
    { header: 'by', value: (revision) => revision.modified_by, dropOrder: 5 },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at, dropOrder: 4 },
  ];
}

function whyOf({ restored_from: from, message }: EnvironmentRevision): string | null {
  if (from == null) return message ?? null;
  return message == null ? `back to ${from}` : `back to ${from}: ${message}`;
}

function changeOf(before: RunRevision | undefined, after: RunRevision | undefined): string | null {
  return before === undefined || after === undefined ? null : describeChanges(before.parameters, after.parameters);
}

function ifAny(
  revisions: readonly EnvironmentRevision[],
  column: Column<EnvironmentRevision>,
): Column<EnvironmentRevision>[] {
  return revisions.some((revision) => column.value(revision) != null) ? [column] : [];
}

function gateOf(evidence: EnvironmentRevision['evidence']): string | null {
  return evidence == null ? null : `✓ ${evidence.gate.name}`;
}

/** Names what an environment runs: the variant with its revision if known. */
export function runsOf(environment: EnvironmentOutput, names: RevisionNames): string | null {
  const name = findRevision(names, environment.deployed_app_variant_revision_id);
  return name ?? nullIfNone(environment.deployed_variant_name);
}

/** Finds what is known of a variant revision; nothing runs without one. */
function findRevision<T>(revisions: ReadonlyMap<string, T>, id: string | null | undefined): T | undefined {
  return id == null ? undefined : revisions.get(id);
}
