import type { EvaluationLeaseStore } from '../queries/claims.ts';
import { isGone, nameOwner } from '../../evaluations/process-owner.ts';

/** A lease on one evaluation, renewed as long as its holder lives. */
export interface HeldLease extends AsyncDisposable {
  /** Fires when the lease is lost: taken over, or the evaluation was cancelled or deleted. */
  readonly signal: AbortSignal;
}

/** This process's leases. */
export interface EvaluationLeases {
  /** Claims an evaluation that nobody runs, or whose runner is gone. @returns whether it is ours now */
  claim(evaluationId: string): Promise<boolean>;
  /** Renews a claimed lease until it is disposed, which releases it. */
  hold(evaluationId: string, parent: AbortSignal): HeldLease;
}

export interface EvaluationLeasesOptions {
  readonly store: EvaluationLeaseStore;
  readonly now: () => Date;
  /** How long a lease outlives its last renewal. */
  readonly leaseMs: number;
  /** Called when an error of the store prevented a renewal. */
  readonly onProblem: (error: unknown) => void;
}

/** Creates the leases of this process. */
export function createEvaluationLeases({ store, now, leaseMs, onProblem }: EvaluationLeasesOptions): EvaluationLeases {
  const owner = nameOwner();
  const leaseOf = (evaluationId: string) => {
    return { evaluationId, owner, expiresAt: new Date(now().getTime() + leaseMs).toISOString() };
  };
  return {
    async claim(evaluationId) {
      const holder = await store.findOwner(evaluationId);
      const from = holder !== null && isGone(holder) ? holder : null;
      return store.take(leaseOf(evaluationId), { now: now().toISOString(), from });
    },
    hold(evaluationId, parent) {
      const lost = new AbortController();
      const lose = () => lost.abort(new Error('The evaluation was cancelled, deleted or taken over.'));
      const renew = () => void store.renew(leaseOf(evaluationId)).then((isOurs) => isOurs || lose(), onProblem);
      const timer = setInterval(renew, leaseMs / 3);
      return {
        signal: AbortSignal.any([parent, lost.signal]),
        async [Symbol.asyncDispose]() {
          clearInterval(timer);
          await store.drop(evaluationId, owner);
        },
      };
    },
  };
}
