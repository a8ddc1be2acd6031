import { readRevisions, requireRevision, toRevisionRecord } from '../queries/revisions.ts';
import { requireVariant } from '../queries/variants.ts';
import type { Operation } from '../../operation/operation.ts';
import { readNumberStart, rowsToRead, toPage } from '../../store/page.ts';

export const listVariantRevisions: Operation<'listVariantRevisions'> = {
  access: 'read',
  run: async ({ variant_id, ...paging }, { db }) => {
    const variant = await requireVariant(db, variant_id);
    const page = { ...readNumberStart(paging), limit: rowsToRead(paging) };
    const rows = await readRevisions(db, variant.variant_id, page);
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
