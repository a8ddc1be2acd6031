import type { AppVariantResponse, AppVariantRevision } from '../../contract/records/variant.ts';
import type { Column } from '../table-model.ts';

export const variantColumns: readonly Column<AppVariantResponse>[] = [
  { header: 'name', value: (variant) => variant.variant_name },
  { header: 'revision', kind: 'integer', value: (variant) => variant.revision },
  { header: 'base', value: (variant) => variant.base_name, dropOrder: 2 },
  { header: 'config', value: (variant) => variant.config_name, dropOrder: 3 },
  { header: 'id', kind: 'id', value: (variant) => variant.variant_id },
  { header: 'updated', kind: 'time', value: (variant) => variant.updated_at, dropOrder: 1 },
  { header: 'uri', value: (variant) => variant.uri, dropOrder: 4 },
];

export const variantRevisionColumns: readonly Column<AppVariantRevision>[] = [
  { header: 'revision', kind: 'integer', value: ({ revision }) => revision },
  { header: 'by', value: (revision) => revision.modified_by, dropOrder: 2 },
  { header: 'created', kind: 'time', value: (revision) => revision.created_at },
  { header: 'id', kind: 'id', value: (revision) => revision.id, dropOrder: 3 },
  { header: 'parameters', value: (revision) => JSON.stringify(revision.config.parameters), dropOrder: 1 },
];
