import type { Operation } from '../../operation/operation.ts';
import { readNumberStart, rowsToRead, toPage } from '../../store/page.ts';
import { requireRevision, requireVariant, toRevisionRecord } from '../queries/variants.ts';

export const listVariantRevisions: Operation<'listVariantRevisions'> = {
  access: 'read',
  run: async ({ variant_id, ...paging }, { db }) => {
    const variant = await requireVariant(db, variant_id);
    const { order, isBehind, key } = readNumberStart(paging);
    const rows = await db
      .selectFrom('variant_revisions')
      .selectAll()
      .where('variant_id', '=', variant.variant_id)
      .where('revision', isBehind, key)
      .orderBy('revision', order)
      .limit(rowsToRead(paging))
      .execute();
    return toPage(
      rows,
      paging,
      (row) => row.revision,
      (row) => toRevisionRecord(row, variant.config_name),
    );
  },
};

export const getVariantRevision: Operation<'getVariantRevision'> = {
  access: 'read',
  run: async ({ variant_id, revision }, { db }) => {
    const variant = await requireVariant(db, variant_id);
    return toRevisionRecord(await requireRevision(db, variant, revision), variant.config_name);
  },
};
