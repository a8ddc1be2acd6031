import type { AppVariantResponse, AppVariantRevision, Parameters } from '../../contract/variants/variant.ts';
import { describeChanges } from './describe-changes.ts';
import type { Column } from '../layout/table-model.ts';

export const variantColumns: readonly Column<AppVariantResponse>[] = [
  { header: 'name', value: (variant) => variant.variant_name },
  { header: 'revision', kind: 'integer', value: (variant) => variant.revision },
  { header: 'base', value: (variant) => variant.base_name, dropOrder: 2 },
  { header: 'config', value: (variant) => variant.config_name, dropOrder: 3 },
  { header: 'id', kind: 'id', value: (variant) => variant.variant_id },
  { header: 'updated', kind: 'time', value: (variant) => variant.updated_at, dropOrder: 1 },
  { header: 'uri', value: (variant) => variant.uri, dropOrder: 4 },
];

/** Names of the environments that run a revision, by revision id. */
export type RunningIn = ReadonlyMap<string, readonly string[]>;

/**
 * Creates the columns of a variant's history; on a terminal, with what each revision changed and where it runs.
 *
 * @param parametersOf - parameters of each shown revision and of the previous one
 */
export function variantRevisionColumns(
  parametersOf: ReadonlyMap<number, Parameters | null>,
  runningIn: RunningIn,
): Column<AppVariantRevision>[] {
  const runs = ({ id = '' }: AppVariantRevision) => runningIn.get(id)?.join(', ');
  return [
    { header: '', kind: 'mark', value: (revision) => (runs(revision) === undefined ? '○' : '●'), only: 'drawn' },
    { header: 'revision', kind: 'integer', value: ({ revision }) => revision },
    { header: 'by', value: (revision) => revision.modified_by, only: 'written' },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at, only: 'written' },
    { header: 'id', kind: 'id', value: (revision) => revision.id, only: 'written' },
    { header: 'parameters', value: (revision) => JSON.stringify(revision.config.parameters), only: 'written' },
    {
      header: 'what changed',
      value: ({ revision, config }) => describeChanges(parametersOf.get(revision - 1), config.parameters),
      only: 'drawn',
    },
    { header: 'runs in', value: runs, dropOrder: 1, only: 'drawn' },
    { header: 'by', value: (revision) => revision.modified_by, dropOrder: 3, only: 'drawn' },
    { header: 'created', kind: 'time', value: (revision) => revision.created_at, dropOrder: 2, only: 'drawn' },
  ];
}
