import type { Hosting } from '../hosting/hosting.ts';
import type { EvaluationJobs } from './evaluation-jobs.ts';
import type { EvaluationLeaseStore } from './queries/evaluation-leases.ts';
import type { ServiceTools } from '../operation/context.ts';

/** Runs evaluations in the background. */
export interface EvaluationRunner extends AsyncDisposable {
  /** Looks for waiting evaluations, soon, and notes which ones this process is asked to run. */
  wake(evaluationIds?: readonly string[]): void;
  /**
   * Answers why the last run of an evaluation failed without a status, because the database stored none. The run is
   * retried later. `null`: nothing is wrong.
   */
  problemOf(evaluationId: string): unknown;
  /** Resolves when no evaluation is waiting or running here. */
  whenIdle(): Promise<void>;
  /** Stops running evaluations, to be resumed later. */
  close(): Promise<void>;
}

/** What the runner needs from the service. */
export interface EvaluationBackend {
  readonly jobs: EvaluationJobs;
  readonly leases: EvaluationLeaseStore;
  readonly hosting: Hosting;
  readonly tools: ServiceTools;
  readonly now: () => Date;
}
