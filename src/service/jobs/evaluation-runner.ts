import type { Hosting } from '../hosting/hosting.ts';
import type { EvaluationJobs } from './evaluation-jobs.ts';
import type { EvaluationLeaseStore } from './queries/evaluation-leases.ts';
import type { ServiceTools } from '../operation/operation.ts';

/** Runs evaluations in the background. */
export interface EvaluationRunner extends AsyncDisposable {
  /** Says that an evaluation may be waiting, and which this process is asked to run. Returns at once. */
  wake(evaluationIds?: readonly string[]): void;
  /**
   * Why the last run of an evaluation here broke off without a word in its record, since the database took none. It rests,
   * and is tried again. `null`: nothing is wrong.
   */
  problemOf(evaluationId: string): unknown;
  /** Resolves when no evaluation is waiting or running here. */
  whenIdle(): Promise<void>;
  /** Leaves running evaluations where they are, to be resumed. */
  close(): Promise<void>;
}

/** What the runner needs of the service around it. */
export interface EvaluationBackend {
  readonly jobs: EvaluationJobs;
  readonly leases: EvaluationLeaseStore;
  readonly hosting: Hosting;
  readonly tools: ServiceTools;
  readonly now: () => Date;
}
