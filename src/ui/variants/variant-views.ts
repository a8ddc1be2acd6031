import type { AppVariantResponse, Parameters } from '../../contract/variants/variant.ts';
import { maskKeys } from '../../contract/keys/key-in-address.ts';
import { flattenParameters, setValuesOf } from '../../contract/variants/route-parameters.ts';
import { describeEmpty, labelColumns, type Filtered } from '../labels/label-columns.ts';
import type { View } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';

export function variantsView(variants: readonly AppVariantResponse[], filtered: Filtered = {}): View {
  const empty = describeEmpty('variant', `No variants yet. Create one: ${filtered.deploy ?? 'wf deploy'}`, filtered);
  return [toTable({ columns: [...variantColumns(variants), ...labelColumns(variants)], rows: variants, empty })];
}

/**
 * Creates the columns of a list of variants. Programs get the same ones for every list; on a terminal, the base has one where
 * it tells variants apart, and the name of the configuration where it is not the variant's.
 */
export function variantColumns(variants: readonly AppVariantResponse[]): Column<AppVariantResponse>[] {
  const isBaseTelling = new Set(variants.map((variant) => variant.base_name)).size > 1;
  const isConfigTelling = variants.some((variant) => variant.config_name !== variant.variant_name);
  const where = (isTelling: boolean) => (isTelling ? {} : { only: 'written' as const });
  return [
    { header: 'name', value: (variant) => variant.variant_name },
    { header: 'revision', kind: 'integer', value: (variant) => variant.revision },
    { header: 'set', value: (variant) => namesOf(setValuesOf(variant)), dropOrder: 5 },
    { header: 'base', value: (variant) => variant.base_name, dropOrder: 2, ...where(isBaseTelling) },
    { header: 'config', value: (variant) => variant.config_name, dropOrder: 3, ...where(isConfigTelling) },
    { header: 'id', kind: 'id', value: (variant) => variant.variant_id },
    { header: 'updated', kind: 'time', value: (variant) => variant.updated_at, dropOrder: 1 },
    { header: 'uri', value: (variant) => maskKeys(variant.uri ?? '') || null, dropOrder: 4 },
  ];
}

function namesOf(set: Parameters): string | null {
  return Object.keys(flattenParameters(set)).join(', ') || null;
}
