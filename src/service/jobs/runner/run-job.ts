import { askHealth, toAnswer } from '../../hosting/calls/ask-route.ts';
import type { ResultError } from '../../../contract/evaluations/result.ts';
import { isWfError, UserError } from '../../../foundation/errors/wf-error.ts';
import { isUnfinished, statusResult } from '../../../contract/evaluations/evaluation-status.ts';
import type { Interleaver } from '../../../evaluation/engine/interleave-calls.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import type { ServiceTools } from '../../operation/operation.ts';
import { aggregateEvaluation } from './aggregate-evaluation.ts';
import { planEvaluation, type EvaluationPlan } from '../../evaluations/plan/plan-evaluation.ts';
import { openLimits, type RunLedgers, type TargetLimits } from '../rows/run-limits.ts';
import { runRows } from '../rows/run-rows.ts';
import { isServerFailure } from '../../store/explain-database-error.ts';
import { fieldOf } from '../../../foundation/record.ts';
import { shorten } from '../../evaluations/plan/read-answer.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

interface RunJobOptions {
  readonly evaluationId: string;
  readonly jobs: EvaluationJobs;
  readonly hosting: Hosting;
  readonly tools: ServiceTools;
  readonly targets: TargetLimits;
  readonly ledgers: RunLedgers;
  /** Where the evaluations of this process that call for the same rows meet. */
  readonly interleaver: Interleaver;
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
  const { hosting, tools, targets, ledgers, interleaver, spread, signal } = dependencies;
  const job = await jobs.load(evaluationId);
  // Another process may have finished or cancelled it before our lease.
  const isOurs = isUnfinished(job.status) && (await jobs.setStatus(job.id, statusResult('EVALUATION_STARTED')));
  if (!isOurs) return;
  try {
    const plan = await planEvaluation(job, tools, hosting);
    await jobs.setVariables(job.id, await plan.variables.hash());
    // Joined before the first wait, so that evaluations that start together begin with the same row.
    using others = interleaver.join(rowsOf(job));
    await requireColumns(jobs, job, plan);
    await requireHealth(hosting, job, signal);
    using limits = await openLimits(job, jobs, { signal, ledgers });
    const run = { job, jobs, hosting, tools, plan, limits, others };
    const rows = spread?.(job, limits.signal) ?? runRows({ ...run, limit: targets.of(job.deployment) });
    await rows.catch((error: unknown) => {
      if (!limits.isOutOfTime || signal.aborted) throw error;
    });
    const stopped = limits.describeStop();
    if (stopped !== null) return void (await jobs.setStatus(job.id, statusResult('EVALUATION_CANCELLED', stopped)));
    // A worker may have found a reason to end it.
    if (!(await jobs.isUnfinished(job.id))) return;
  } catch (error) {
    signal.throwIfAborted();
    if (isServerFailure(error)) throw error;
    return void (await jobs.setStatus(job.id, statusResult('EVALUATION_FAILED', toResultError(error))));
  }
  await aggregate(jobs, job);
}

/** Names the rows of an evaluation, for others that have the same at the same positions. */
function rowsOf({ appId, testset, options: { repeat, shard, subset } }: EvaluationJob): string {
  return JSON.stringify([appId, testset, repeat ?? 1, shard ?? null, subset ?? null]);
}

async function aggregate(jobs: EvaluationJobs, job: EvaluationJob): Promise<void> {
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

/** @throws {WF_TESTSET_INVALID} before the first call, when a row lacks a column that the route needs */
async function requireColumns(jobs: EvaluationJobs, job: EvaluationJob, plan: EvaluationPlan): Promise<void> {
  if (plan.requiredColumns.length === 0) return;
  const repeat = job.options.repeat ?? 1;
  for await (const page of jobs.rows(job.id)) {
    for (const { row, position } of page) {
      const missing = plan.requiredColumns.filter((column) => !Object.hasOwn(row, column));
      if (missing.length === 0) continue;
      const number = Math.floor(position / repeat) + 1;
      throw new UserError({
        code: 'WF_TESTSET_INVALID',
        message: `Route ${plan.route.path} needs the input ${quote(missing)}, which row ${number} of the test set does not have. It has: ${quote(Object.keys(row))}.`,
      });
    }
  }
}

function quote(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

/** Otherwise every row would fail after all its retries. @throws {WF_ROUTE_FAILED} with what the workflow says */
async function requireHealth(hosting: Hosting, { deployment }: EvaluationJob, signal: AbortSignal): Promise<void> {
  const reason = await (deployment.url === null ? askProcess : askAddress)(hosting, deployment, signal);
  if (reason === null) return;
  throw new UserError({
    code: 'WF_ROUTE_FAILED',
    message: `The workflow is not ready to be called: ${shorten(detailOf(reason))}`,
  });
}

async function askProcess(hosting: Hosting, deployment: EvaluationJob['deployment'], signal: AbortSignal) {
  const { status, text } = await askHealth(hosting, deployment, signal);
  return status < 500 ? null : text;
}

async function askAddress(hosting: Hosting, deployment: EvaluationJob['deployment'], signal: AbortSignal) {
  const request = new Request('http://evaluation/', { signal });
  const response = await hosting.call({ deployment, path: '/health', request, revisionId: null });
  const { text } = await toAnswer(response);
  return response.ok ? null : text;
}

function detailOf(text: string): string {
  const detail = fieldOf(parseJson(text), 'detail');
  return typeof detail === 'string' ? detail : text;
}
