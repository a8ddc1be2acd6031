import type { Db } from '../../schema.ts';
import type { Migration } from '../migration.ts';

/**
 * Stores of a variant's revision only what somebody set. Before, the first deployment and others stored the defaults of
 * the code as well, so that a changed default never reached the variant.
 */
export const setParameters: Migration = {
  number: 9,
  name: 'set parameters',
  statements: () => ['alter table variant_revisions add column set_only integer'],
  convert: unsetDefaults,
};

/** Converts what an older wf stored; also rows that an archive brings. Most databases have none. */
export async function unsetDefaults(db: Db): Promise<void> {
  const old = db.selectFrom('variant_revisions').select('id').where('set_only', 'is', null).limit(1);
  if ((await old.executeTakeFirst()) === undefined) return;
  const { convertDefaults } = await import('./convert-defaults.ts');
  await convertDefaults(db);
}
