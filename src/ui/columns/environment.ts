import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/records/environment.ts';
import { presentOrNull } from '../present-or-null.ts';
import type { Column } from '../table-model.ts';

/** `NAME@REVISION` of variants, by the id of the revision. */
export type RevisionNames = ReadonlyMap<string, string>;

/** Makes the columns of a list of environments. */
export function environmentColumns(names: RevisionNames): Column<EnvironmentOutput>[] {
  return [
    { header: 'name', value: (environment) => environment.name },
    { header: 'runs', value: (environment) => runsOf(environment, names) },
    { header: 'revision', kind: 'integer', value: (environment) => environment.revision },
    {
      header: 'variant revision',
      kind: 'id',
      value: (environment) => presentOrNull(environment.deployed_app_variant_revision_id),
      dropOrder: 1,
    },
  ];
}

/** Makes the columns of an environment's history; what no revision has takes no room. */
export function environmentRevisionColumns(
  names: RevisionNames,
  revisions: readonly EnvironmentRevision[],
): Column<EnvironmentRevision>[] {
  return [
    { header: 'revision', kind: 'integer', value: ({ revision }) => revision },
    { header: 'runs', value: (revision) => names.get(revision.deployed_app_variant_revision ?? '') },
    ...ifAny(revisions, { header: 'back to', kind: 'integer', value: ({ restored_from }) => restored_from }),
    { header: 'by', value: (revision) => revision.modified_by, dropOrder: 3 },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at },
    ...ifAny(revisions, { header: 'gate', value: ({ evidence }) => gateOf(evidence) }),
    ...ifAny(revisions, {
      header: 'evaluation',
      kind: 'id',
      value: ({ evidence }) => evidence?.evaluation_id,
      dropOrder: 1,
    }),
    ...ifAny(revisions, { header: 'message', value: ({ message }) => message }),
    {
      header: 'variant revision',
      kind: 'id',
      value: (revision) => presentOrNull(revision.deployed_app_variant_revision),
      dropOrder: 1,
    },
    { header: 'deployment', kind: 'id', value: (revision) => presentOrNull(revision.deployment), dropOrder: 2 },
    { header: 'id', kind: 'id', value: (revision) => revision.id, dropOrder: 4 },
  ];
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

/** Names what an environment runs: the variant at its revision, or the variant alone where that is not known. */
export function runsOf(environment: EnvironmentOutput, names: RevisionNames): string | null {
  return (
    names.get(environment.deployed_app_variant_revision_id ?? '') ?? presentOrNull(environment.deployed_variant_name)
  );
}
