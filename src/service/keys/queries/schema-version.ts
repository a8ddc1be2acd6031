import type { Db } from '../../store/schema.ts';

/** Reads the number of the newest applied migration; 0 without any. */
export async function readSchemaVersion(db: Db): Promise<number> {
  const newest = db.selectFrom('wf_migrations').select((the) => the.fn.max('number').as('number'));
  return (await newest.executeTakeFirst())?.number ?? 0;
}
