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

/** Makes the columns of an environment's history. */
export function environmentRevisionColumns(names: RevisionNames): Column<EnvironmentRevision>[] {
  return [
    { header: 'revision', kind: 'integer', value: ({ revision }) => revision },
    { header: 'runs', value: (revision) => names.get(revision.deployed_app_variant_revision ?? '') },
    { header: 'by', value: (revision) => revision.modified_by, dropOrder: 3 },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at },
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

/** Names what an environment runs: the variant at its revision, or the variant alone where that is not known. */
export function runsOf(environment: EnvironmentOutput, names: RevisionNames): string | null {
  return (
    names.get(environment.deployed_app_variant_revision_id ?? '') ?? presentOrNull(environment.deployed_variant_name)
  );
}
