import { UNFINISHED } from '../../../contract/evaluations/evaluation-status.ts';
import type { Db } from '../../store/schema.ts';

/** Creates the store of leases, in the same database as the evaluations. */
export function createLeaseStore(db: Db): EvaluationLeaseStore {
  return {
    async findOwner(evaluationId) {
      const query = db.selectFrom('evaluation_leases').select('owner').where('evaluation_id', '=', evaluationId);
      return (await query.executeTakeFirst())?.owner ?? null;
    },
    async take({ evaluationId, owner, expiresAt }, { now, from }) {
      const taken = await db
        .insertInto('evaluation_leases')
        .values({ evaluation_id: evaluationId, owner, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column('evaluation_id')
            .doUpdateSet((the) => ({ owner: the.ref('excluded.owner'), expires_at: the.ref('excluded.expires_at') }))
            .where((the) =>
              the.or([the('evaluation_leases.expires_at', '<', now), the('evaluation_leases.owner', '=', from ?? '')]),
            ),
        )
        .returning('evaluation_id')
        .execute();
      return taken.length === 1;
    },
    async renew({ evaluationId, owner, expiresAt }) {
      const renewed = await db
        .updateTable('evaluation_leases')
        .set({ expires_at: expiresAt })
        .where('evaluation_id', '=', evaluationId)
        .where('owner', '=', owner)
        .where('evaluation_id', 'in', (the) =>
          the.selectFrom('evaluations').select('evaluations.id').where('evaluations.status_value', 'in', UNFINISHED),
        )
        .returning('evaluation_id')
        .execute();
      return renewed.length === 1;
    },
    async drop(evaluationId, owner) {
      await db
        .deleteFrom('evaluation_leases')
        .where('evaluation_id', '=', evaluationId)
        .where('owner', '=', owner)
        .execute();
    },
  };
}

/** A lease: one process's right to run an evaluation. */
export interface EvaluationLease {
  readonly evaluationId: string;
  /** Names one process. */
  readonly owner: string;
  /** RFC 3339 in UTC. */
  readonly expiresAt: string;
}

/** Which process runs which evaluation. */
export interface EvaluationLeaseStore {
  findOwner(evaluationId: string): Promise<string | null>;
  /** Takes a lease that is free, expired before `now`, or held by `from`. @returns whether it did */
  take(lease: EvaluationLease, when: { readonly now: string; readonly from: string | null }): Promise<boolean>;
  /** @returns false when another process holds the lease, or its evaluation was cancelled or deleted */
  renew(lease: EvaluationLease): Promise<boolean>;
  drop(evaluationId: string, owner: string): Promise<void>;
}
