import { createInterleaver } from '../../../evaluation/engine/interleave-calls.ts';
import { backOffMs } from '../../../foundation/back-off.ts';
import type { RateLimit } from '../../../contract/evaluations/evaluation.ts';
import { isWfError } from '../../../foundation/errors/wf-error.ts';
import { isGone, nameOwner } from '../../evaluations/process-owner.ts';
import type { EvaluationBackend } from '../evaluation-jobs.ts';
import type { EvaluationLeaseStore } from '../queries/claims.ts';
import { createRunLedgers, createTargetLimits } from '../rows/run-limits.ts';
import { runJob, type SpreadRows } from './run-job.ts';

interface LeasedRunOptions extends EvaluationBackend {
  readonly spread?: SpreadRows;
  readonly backedOff: BackedOffJobs;
  /** How long a lease outlives its last renewal. @defaultValue 15,000 */
  readonly leaseMs?: number;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Creates the claims and runs of this process. Each evaluation runs under a lease, and backs off when its results could
 * not be stored.
 *
 * @param closing - fires when this process stops
 */
export function createLeasedRun(options: LeasedRunOptions, closing: AbortSignal) {
  const { leases: store, now, leaseMs = 15_000, backedOff, onProblem, ...dependencies } = options;
  // Workers note what they had in flight themselves.
  const lostCalls = options.spread === undefined ? ({ batch_size }: RateLimit) => batch_size : () => 0;
  const leases = createEvaluationLeases({ store, now, leaseMs, onProblem, lostCalls });
  const [targets, ledgers, interleaver] = [createTargetLimits(), createRunLedgers(), createInterleaver()];
  return {
    /** Claims an evaluation. @returns whether it is ours now */
    claim: async (evaluationId: string): Promise<boolean> => {
      try {
        return await leases.claim(evaluationId);
      } catch (error) {
        backedOff.note(evaluationId, error);
        throw error;
      }
    },
    /** Runs a claimed evaluation until its end, or until it must be left to others. */
    run: async (evaluationId: string, stop: AbortSignal): Promise<void> => {
      await using lease = leases.hold(evaluationId, AbortSignal.any([closing, stop]));
      try {
        await runJob({ ...dependencies, evaluationId, targets, ledgers, interleaver, signal: lease.signal });
        backedOff.forget(evaluationId);
      } catch (error) {
        const isLeft = lease.signal.aborted || (isWfError(error) && error.code === 'WF_NOT_FOUND');
        if (isLeft) return;
        backedOff.note(evaluationId, error);
        onProblem(error);
      }
    },
  };
}

interface EvaluationLeasesOptions extends Required<Pick<LeasedRunOptions, 'now' | 'leaseMs' | 'onProblem'>> {
  readonly store: EvaluationLeaseStore;
  readonly lostCalls: (rateLimit: RateLimit) => number;
}

function createEvaluationLeases({ store, now, leaseMs, onProblem, lostCalls }: EvaluationLeasesOptions) {
  const owner = nameOwner();
  const leaseOf = (evaluationId: string) => {
    return { evaluationId, owner, expiresAt: new Date(now().getTime() + leaseMs).toISOString() };
  };
  return {
    /** Claims an evaluation that nobody runs, or whose runner is gone. */
    async claim(evaluationId: string): Promise<boolean> {
      return store.take(leaseOf(evaluationId), { now: now().toISOString(), isGone, lostCalls });
    },
    /** Renews a claimed lease until it is disposed, which releases it. Its signal fires when the lease is lost. */
    hold(evaluationId: string, parent: AbortSignal) {
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

/** Evaluations that wait before their next run, because the database did not store why the last one failed. */
type BackedOffJobs = ReturnType<typeof createBackedOffJobs>;

const FIRST_DELAY_MS = 15_000;
const MAX_DELAY_MS = 600_000;

interface BackOff {
  readonly problem: unknown;
  readonly failures: number;
  until: number;
}

/** Delays runs whose results cannot be stored: each would pay for calls and lose their answers. */
export function createBackedOffJobs(now: () => number) {
  const backOffs = new Map<string, BackOff>();
  return {
    /** Notes why a run failed. Each failure in a row doubles the delay. */
    note(id: string, problem: unknown) {
      const failures = backOffs.get(id)?.failures ?? 0;
      const until = now() + backOffMs(failures, FIRST_DELAY_MS, MAX_DELAY_MS);
      backOffs.set(id, { problem, failures: failures + 1, until });
    },
    forget: (id: string) => void backOffs.delete(id),
    isBackedOff: (id: string) => (backOffs.get(id)?.until ?? 0) > now(),
    /** Ends all delays, because somebody asked for a run. */
    retryNow() {
      for (const backOff of backOffs.values()) backOff.until = 0;
    },
    /** Answers why the last run failed; `null` when it did not. */
    problemOf: (id: string): unknown => backOffs.get(id)?.problem ?? null,
  };
}
