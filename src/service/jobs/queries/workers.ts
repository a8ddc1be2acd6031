import type { Db } from '../../store/schema.ts';

export interface SeenWorker {
  readonly id: string;
  /** Chunks that it runs at a time. */
  readonly concurrency: number;
  /** RFC 3339 in UTC. */
  readonly seenAt: string;
}

/** Records a sign of life of a worker. */
export async function noteWorker(db: Db, { id, concurrency, seenAt }: SeenWorker): Promise<void> {
  await db
    .insertInto('workers')
    .values({ id, concurrency, seen_at: seenAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ concurrency, seen_at: seenAt }))
    .execute();
}

/** Deletes a worker that stopped, and those without a sign of life since `before`. */
export async function dropWorkers(
  db: Db,
  { id, before }: { readonly id: string; readonly before: string },
): Promise<void> {
  await db
    .deleteFrom('workers')
    .where((the) => the.or([the('id', '=', id), the('seen_at', '<', before)]))
    .execute();
}

/** Counts the chunks that live workers can run at a time; 0 without a worker. */
export async function countCapacity(db: Db, { since }: { readonly since: string }): Promise<number> {
  const query = db.selectFrom('workers').select((the) => the.fn.sum<number | null>('concurrency').as('capacity'));
  return (await query.where('seen_at', '>=', since).executeTakeFirst())?.capacity ?? 0;
}
