import type { Db } from '../../store/schema.ts';

/** What a target refused so far, of whoever called it. */
export interface TargetRefusals {
  /** Counts each time that one told of it. */
  readonly refusals: number;
  /** It asked to be left alone until then. */
  readonly closedUntil: string;
}

/** Tells all that a target refused calls. The latest time that it named holds. */
export async function noteRefusal(
  db: Db,
  { target, closedUntil, now }: { readonly target: string; readonly closedUntil: string; readonly now: string },
): Promise<void> {
  await db
    .insertInto('target_refusals')
    .values({ target, refusals: 1, closed_until: closedUntil, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('target').doUpdateSet((the) => ({
        refusals: the('target_refusals.refusals', '+', 1),
        closed_until: the
          .case()
          .when('target_refusals.closed_until', '<', closedUntil)
          .then(closedUntil)
          .else(the.ref('target_refusals.closed_until'))
          .end(),
        updated_at: now,
      })),
    )
    .execute();
}

/** Reads what targets refused. Of one that never did, there is nothing. */
export async function readRefusals(db: Db, targets: readonly string[]): Promise<ReadonlyMap<string, TargetRefusals>> {
  if (targets.length === 0) return new Map();
  const rows = await db.selectFrom('target_refusals').selectAll().where('target', 'in', targets).execute();
  return new Map(rows.map((row) => [row.target, { refusals: row.refusals, closedUntil: row.closed_until }]));
}
