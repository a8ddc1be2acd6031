import type { AppVariantResponse, AppVariantRevision, Parameters } from '../../contract/variants/variant.ts';
import { type RunningIn, variantColumns, variantRevisionColumns } from './variant-columns.ts';
import { drawn, toRecord, written, type Page } from '../layout/page.ts';
import { toTable, type Column } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';

/** Shows the variants of an app. */
export function variantsPage(variants: readonly AppVariantResponse[]): Page {
  const empty = 'No variants yet. Create one: wf deploy';
  return [toTable({ columns: variantColumns, rows: variants, empty })];
}

/** Shows a variant and its parameters. */
export function variantPage(variant: AppVariantResponse): Page {
  return [
    toRecord([
      { label: 'name', value: variant.variant_name },
      { label: 'app', value: variant.app_name },
      { label: 'base', value: variant.base_name },
      { label: 'config', value: variant.config_name },
      { label: 'revision', kind: 'integer', value: variant.revision },
      { label: 'id', kind: 'id', value: variant.variant_id },
      { label: 'uri', value: variant.uri },
      { label: 'created', kind: 'time', value: variant.created_at },
      { label: 'updated', kind: 'time', value: variant.updated_at },
    ]),
    toTable({
      columns: parameterColumns,
      rows: Object.entries(variant.parameters ?? {}),
      empty: 'No parameters: every field has its default.',
    }),
  ];
}

/** Shows the revisions of a variant: oldest first for programs, newest first on a terminal. */
export function variantRevisionsPage(revisions: readonly AppVariantRevision[], runningIn: RunningIn): Page {
  const parametersOf = new Map(revisions.map(({ revision, config }) => [revision, config.parameters]));
  const columns = variantRevisionColumns(parametersOf, runningIn);
  const empty = 'No revisions.';
  return [
    ...written(toTable({ columns, rows: revisions, empty })),
    ...drawn(toTable({ columns, rows: revisions.toReversed(), empty })),
  ];
}

const parameterColumns: readonly Column<readonly [string, Parameters[string]]>[] = [
  { header: 'parameter', value: ([name]) => name },
  { header: 'value', kind: 'prose', value: ([, value]) => toCell(value) },
];
