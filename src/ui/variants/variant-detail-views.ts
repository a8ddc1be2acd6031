import type { AppVariantResponse, AppVariantRevision, Parameters } from '../../contract/variants/variant.ts';
import type { VariantField } from '../../contract/develop/configuration-diff.ts';
import { maskKeys } from '../../contract/keys/key-in-address.ts';
import { flattenParameters, knowsDefaults, setValuesOf } from '../../contract/variants/route-parameters.ts';
import { labelFields } from '../labels/label-columns.ts';
import { drawn, type View, toRecord, written } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { toCell } from '../layout/text/format-value.ts';
import { describeChanges } from './diff-views.ts';

export function variantView(variant: AppVariantResponse & { readonly fields?: readonly VariantField[] }): View {
  return [
    toRecord([
      { label: 'name', value: variant.variant_name },
      { label: 'app', value: variant.app_name },
      { label: 'base', value: variant.base_name },
      { label: 'config', value: variant.config_name },
      { label: 'revision', kind: 'integer', value: variant.revision },
      { label: 'id', kind: 'id', value: variant.variant_id },
      { label: 'uri', value: maskKeys(variant.uri ?? '') || null },
      { label: 'created', kind: 'time', value: variant.created_at },
      { label: 'updated', kind: 'time', value: variant.updated_at },
      ...labelFields(variant),
    ]),
    toTable({
      columns: fieldColumns,
      rows: variant.fields ?? storedFields(variant),
      empty: knowsDefaults(variant) ? 'Nothing is set: every field has its default.' : 'Nothing is set.',
    }),
  ];
}

/** Shows the revisions of a variant: oldest first for programs, newest first on a terminal. */
export function variantRevisionsView(
  revisions: readonly AppVariantRevision[],
  runningIn: RunningIn,
  before: AppVariantRevision | null = null,
): View {
  const known = before === null ? revisions : [before, ...revisions];
  const setOf = new Map(known.map(({ revision, config }) => [revision, setValuesOf(config)]));
  const columns = variantRevisionColumns(setOf, runningIn);
  const empty = 'No revisions.';
  return [
    ...written(toTable({ columns, rows: revisions, empty })),
    ...drawn(toTable({ columns, rows: revisions.toReversed(), empty })),
  ];
}

/** The values of a revision whose code is not at hand. */
function storedFields(variant: AppVariantResponse): VariantField[] {
  const set = flattenParameters(setValuesOf(variant));
  const values = Object.entries(flattenParameters(variant.parameters ?? {}));
  return values.map(([field, value]) => ({ field, route: null, value, is_default: !Object.hasOwn(set, field) }));
}

const fieldColumns: readonly Column<VariantField>[] = [
  { header: 'parameter', value: ({ field }) => field },
  {
    header: 'value',
    kind: 'prose',
    value: ({ value, is_default }) => (is_default ? `${String(toCell(value))} (default)` : toCell(value)),
  },
];

/** Names of the environments that run a revision, by revision id. */
export type RunningIn = ReadonlyMap<string, readonly string[]>;

/**
 * Creates the columns of a variant's history; on a terminal, with what each revision changed and where it runs.
 *
 * @param setOf - what each shown revision and the previous one set
 */
export function variantRevisionColumns(
  setOf: ReadonlyMap<number, Parameters>,
  runningIn: RunningIn,
): Column<AppVariantRevision>[] {
  const runs = ({ id = '' }: AppVariantRevision) => runningIn.get(id)?.join(', ');
  return [
    { header: '', kind: 'mark', value: (revision) => (runs(revision) === undefined ? '○' : '●'), only: 'drawn' },
    { header: 'revision', kind: 'integer', value: ({ revision }) => revision },
    { header: 'by', value: (revision) => revision.modified_by, only: 'written' },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at, only: 'written' },
    { header: 'id', kind: 'id', value: (revision) => revision.id, only: 'written' },
    {
      header: 'parameters',
      value: ({ config: { parameters } }) => (parameters === null ? null : JSON.stringify(parameters)),
      only: 'written',
    },
    { header: 'set', value: ({ config }) => JSON.stringify(setValuesOf(config)), only: 'written' },
    {
      header: 'what changed',
      value: ({ revision, config }) =>
        describeChanges(setOf.get(revision - 1), setValuesOf(config), knowsDefaults(config)),
      only: 'drawn',
    },
    { header: 'runs in', value: runs, dropOrder: 1, only: 'drawn' },
    { header: 'by', value: (revision) => revision.modified_by, dropOrder: 3, only: 'drawn' },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at, dropOrder: 2, only: 'drawn' },
  ];
}
