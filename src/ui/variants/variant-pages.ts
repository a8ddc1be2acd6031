import type { AppVariantResponse, AppVariantRevision } from '../../contract/variants/variant.ts';
import { flattenParameters } from '../../contract/variants/route-parameters.ts';
import { type RunningIn, variantColumns, variantRevisionColumns } from './variant-columns.ts';
import { describeEmpty, type Narrowed } from '../labels/describe-empty.ts';
import { labelColumns, labelFields } from '../labels/label-columns.ts';
import { drawn, toRecord, written, type Page } from '../layout/page.ts';
import { toTable, type Column } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';

/** Shows the variants of an app. */
export function variantsPage(variants: readonly AppVariantResponse[], narrowed: Narrowed = {}): Page {
  const empty = describeEmpty('variant', 'No variants yet. Create one: wf deploy', narrowed);
  return [toTable({ columns: [...variantColumns, ...labelColumns(variants)], rows: variants, empty })];
}

/** A value of a variant. */
interface FieldView {
  readonly field: string;
  readonly value: unknown;
  /** Whether it is the code's default rather than stored. */
  readonly is_default: boolean;
}

/** Shows a variant and the values of its fields. */
export function variantPage(variant: AppVariantResponse & { readonly fields?: readonly FieldView[] }): Page {
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
      ...labelFields(variant),
    ]),
    toTable({
      columns: fieldColumns,
      rows: variant.fields ?? storedFields(variant),
      empty: 'No parameters: every field has its default.',
    }),
  ];
}

/** Shows the revisions of a variant: oldest first for programs, newest first on a terminal. */
export function variantRevisionsPage(
  revisions: readonly AppVariantRevision[],
  runningIn: RunningIn,
  before: AppVariantRevision | null = null,
): Page {
  const known = before === null ? revisions : [before, ...revisions];
  const parametersOf = new Map(known.map(({ revision, config }) => [revision, config.parameters]));
  const columns = variantRevisionColumns(parametersOf, runningIn);
  const empty = 'No revisions.';
  return [
    ...written(toTable({ columns, rows: revisions, empty })),
    ...drawn(toTable({ columns, rows: revisions.toReversed(), empty })),
  ];
}

/** The values of a revision whose code is not at hand. */
function storedFields({ parameters }: AppVariantResponse): FieldView[] {
  const values = Object.entries(flattenParameters(parameters ?? {}));
  return values.map(([field, value]) => ({ field, value, is_default: false }));
}

const fieldColumns: readonly Column<FieldView>[] = [
  { header: 'parameter', value: ({ field }) => field },
  {
    header: 'value',
    kind: 'prose',
    value: ({ value, is_default }) => (is_default ? `${String(toCell(value))} (default)` : toCell(value)),
  },
];
