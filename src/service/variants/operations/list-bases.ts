import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { readBases, requireBase } from '../queries/deployments.ts';
import { readAllVariants } from '../queries/variant-lists.ts';
import { requireVariant, toVariantResponse, type VariantRow } from '../queries/variants.ts';
import type { Db } from '../../store/schema.ts';
import type { Operation } from '../../operation/operation.ts';
import { toPage, readPageAfter } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';

export const listBases: Operation<'listBases'> = {
  access: 'read',
  run: async ({ app_id, base_name, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const page = readPageAfter(paging, '');
    const rows = await readBases(db, app.id, { name: base_name, ...page });
    return toPage(rows, paging, 'name', (row) => ({ base_id: row.id, base_name: row.name }));
  },
};

export const getServiceUrl: Operation<'getServiceUrl'> = {
  access: 'read',
  run: async ({ base_id, variant_id }, { db, service: { addressOf } }) => {
    const { uri } = toVariantResponse(await requireServed(db, base_id, variant_id), addressOf);
    if (uri !== null) return { uri };
    throw userError('WF_NOT_FOUND', 'No server serves it.');
  },
};

/** The address of a base is that of its first variant. */
async function requireServed(db: Db, baseId: string | undefined, variantId: string | undefined): Promise<VariantRow> {
  if (variantId !== undefined) return await requireVariant(db, variantId);
  if (baseId === undefined) throw invalidField(['query', 'variant_id'], 'Name a base or a variant', 'missing');
  const base = await requireBase(db, baseId);
  const variant = (await readAllVariants(db, base.app_id)).find(({ base_id }) => base_id === base.id);
  if (variant !== undefined) return variant;
  throw userError('WF_NOT_FOUND', `Base ${JSON.stringify(base.name)} has no variant.`);
}
