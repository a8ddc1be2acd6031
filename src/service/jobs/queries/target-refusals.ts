import type { Db } from '../../store/schema.ts';

/** The refusals of a target, to any process. */
export interface TargetRefusals {
  /** Number of refusals that were reported. */
  readonly refusals: number;
  /** Time until which it asked for no calls. */
  readonly closedUntil: string;
}

/** Reports to all processes that a target refused calls. The latest retry time holds. */
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

/** Reads the refusals of targets. One that never refused is not in the map. */
export async function readRefusals(db: Db, targets: readonly string[]): Promise<ReadonlyMap<string, TargetRefusals>> {
  if (targets.length === 0) return new Map();
  const rows = await db.selectFrom('target_refusals').selectAll().where('target', 'in', targets).execute();
  return new Map(rows.map((row) => [row.target, { refusals: row.refusals, closedUntil: row.closed_until }]));
}
