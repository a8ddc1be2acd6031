import type { BundlePart } from '../../../contract/deployments/bundle-parts.ts';
import type { Db } from '../../store/schema.ts';

/** Rows that one statement inserts: a statement has a limited number of parameters. */
const BATCH_SIZE = 1000;

/** Answers whether a stored bundle is a list of parts. */
export async function hasBundleParts(db: Db, bundle_sha256: string): Promise<boolean> {
  const part = await db
    .selectFrom('bundle_parts')
    .select('sha256')
    .where('bundle_sha256', '=', bundle_sha256)
    .limit(1)
    .executeTakeFirst();
  return part !== undefined;
}

/** Records what a bundle consists of; repeating it changes nothing. */
export async function insertBundleParts(db: Db, bundle_sha256: string, parts: readonly BundlePart[]): Promise<void> {
  const rows = [...new Set(parts.map(({ sha256 }) => sha256))].map((sha256) => ({ bundle_sha256, sha256 }));
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    await db
      .insertInto('bundle_parts')
      .values(rows.slice(from, from + BATCH_SIZE))
      .onConflict((conflict) => conflict.columns(['bundle_sha256', 'sha256']).doNothing())
      .execute();
  }
}
