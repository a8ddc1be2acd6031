import type { EvaluationLeaseStore } from '../queries/evaluation-leases.ts';
import { isGone, nameOwner } from '../../evaluations/process-owner.ts';

/** A right to run one evaluation, kept as long as its holder lives. */
export interface HeldLease extends AsyncDisposable {
  /** Fires when the lease is lost: taken over, or the evaluation was cancelled or deleted. */
  readonly signal: AbortSignal;
}

/** This process's leases. */
export interface EvaluationLeases {
  /** Takes an evaluation that nobody runs, or whose runner is gone. Answers whether it is ours now. */
  claim(evaluationId: string): Promise<boolean>;
  /** Renews a claimed lease until it is disposed, which gives it back. */
  hold(evaluationId: string, parent: AbortSignal): HeldLease;
}

export interface EvaluationLeasesOptions {
  readonly store: EvaluationLeaseStore;
  readonly now: () => Date;
  /** How long a lease outlives its last renewal. */
  readonly leaseMs: number;
  /** Told when a lease could not be renewed for an error of the store. */
  readonly onProblem: (error: unknown) => void;
}

/** Takes leases in the name of this process, and renews them in time. */
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
