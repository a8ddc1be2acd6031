import type { ResultError } from '../../../contract/evaluations/result.ts';
import { isWfError } from '../../../foundation/errors/wf-error.ts';
import { isUnfinished, statusResult } from '../../../contract/evaluations/evaluation-status.ts';
import type { Interleaver } from '../../../evaluation/engine/interleave-calls.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import type { ServiceTools } from '../../operation/context.ts';
import { aggregateEvaluation } from './aggregate-evaluation.ts';
import { requireColumns, requireHealth } from './check-job.ts';
import { planEvaluation } from '../../evaluations/plan/plan-evaluation.ts';
import { openLimits } from '../rows/run-limits.ts';
import { runRows } from '../rows/run-rows.ts';
import { isServerFailure } from '../../store/explain-database-error.ts';
import type { TargetLimits } from '../rows/target-limits.ts';

export interface RunJobOptions {
  readonly evaluationId: string;
  readonly jobs: EvaluationJobs;
  readonly hosting: Hosting;
  readonly tools: ServiceTools;
  readonly targets: TargetLimits;
  /** Where the evaluations of this process that call for the same rows meet. */
  readonly interleaver: Interleaver;
  /** Runs the rows on workers instead of in this process. */
  readonly spread?: SpreadRows;
  /** Fires when this process must stop and leave the evaluation as it is. */
  readonly signal: AbortSignal;
}

/**
 * Distributes the missing rows of an evaluation to workers.
 *
 * @returns whether all rows have a verdict; otherwise the evaluation ended in another way
 */
export type SpreadRows = (job: EvaluationJob, signal: AbortSignal) => Promise<boolean>;

/**
 * Runs the missing rows of an evaluation and finishes it. A failure becomes its status, with the reason.
 *
 * @throws the signal's reason, and errors of the database server: another process may continue
 */
export async function runJob({ evaluationId, jobs, ...dependencies }: RunJobOptions): Promise<void> {
  const job = await jobs.load(evaluationId);
  // Another process may have finished or cancelled it before our lease.
  const isOurs = isUnfinished(job.status) && (await jobs.setStatus(job.id, statusResult('EVALUATION_STARTED')));
  if (!isOurs) return;
  try {
    const stopped = await runMissing(job, jobs, dependencies);
    if (stopped !== null) {
      await jobs.setStatus(job.id, statusResult('EVALUATION_CANCELLED', stopped));
      return;
    }
    // A worker may have found a reason to end it.
    if (!(await jobs.isUnfinished(job.id))) return;
  } catch (error) {
    dependencies.signal.throwIfAborted();
    if (isServerFailure(error)) throw error;
    await jobs.setStatus(job.id, statusResult('EVALUATION_FAILED', toResultError(error)));
    return;
  }
  await finish(jobs, job);
}

/** @returns why it stopped before its end; `null` when all rows have a result */
async function runMissing(
  job: EvaluationJob,
  jobs: EvaluationJobs,
  { hosting, tools, targets, interleaver, spread, signal }: Omit<RunJobOptions, 'evaluationId' | 'jobs'>,
): Promise<ResultError | null> {
  const plan = planEvaluation(job, tools, hosting);
  // Joined before the first wait, so that evaluations that start together begin with the same row.
  using others = interleaver.join(rowsOf(job));
  await requireColumns(jobs, job, plan);
  await requireHealth(hosting, job, signal);
  using limits = await openLimits(job, jobs, signal);
  try {
    if (spread !== undefined) {
      await spread(job, limits.signal);
      return limits.describeStop();
    }
    await runRows({ job, jobs, hosting, plan, limit: targets.of(job.deployment), limits, others });
  } catch (error) {
    if (!limits.isOutOfTime || signal.aborted) throw error;
  }
  return limits.describeStop();
}

/** Names the rows of an evaluation, for others that have the same at the same positions. */
function rowsOf({ appId, testset, options: { repeat, shard } }: EvaluationJob): string {
  return JSON.stringify([appId, testset, repeat ?? 1, shard ?? null]);
}

async function finish(jobs: EvaluationJobs, job: EvaluationJob): Promise<void> {
  try {
    await jobs.finish(job.id, await aggregateEvaluation(jobs, job));
  } catch (error) {
    if (isServerFailure(error)) throw error;
    await jobs.setStatus(job.id, statusResult('EVALUATION_AGGREGATION_FAILED', toResultError(error)));
  }
}

function toResultError(error: unknown): ResultError {
  if (!(error instanceof Error)) return { message: String(error) };
  // A user's mistake needs no stack trace; ours does.
  return { message: error.message, stacktrace: isWfError(error) ? null : (error.stack ?? null) };
}
