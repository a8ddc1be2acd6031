import type { ResultError } from '../../contract/records/result.ts';
import { isWfError, UserError } from '../../errors/wf-error.ts';
import { isUnfinished, statusResult } from '../../evaluation/evaluation-status.ts';
import { runEvaluation } from '../../evaluation/run-evaluation.ts';
import type { EvaluationCase, FinishedCase } from '../../evaluation/engine/evaluation-case.ts';
import type { EvaluationJob, EvaluationJobs, Hosting, ServiceTools } from '../ports.ts';
import { aggregateEvaluation } from './aggregate-evaluation.ts';
import { createCallRoute } from './call-route.ts';
import { planEvaluation, type EvaluationPlan } from './plan-evaluation.ts';
import { fromCell, toCells, toScenario } from './to-scenario.ts';

export interface RunJobOptions {
  readonly evaluationId: string;
  readonly jobs: EvaluationJobs;
  readonly hosting: Hosting;
  readonly tools: ServiceTools;
  /** Fires when this process shall leave the evaluation as it is. */
  readonly signal: AbortSignal;
}

/** Longest time of one call. @source facts §2.7, row execution */
const CALL_TIMEOUT_MS = 900_000;

/**
 * Runs what is missing of an evaluation and brings it to its end. What goes wrong is its status, with the reason.
 *
 * @throws the signal's reason, and what the store throws
 */
export async function runJob({ evaluationId, jobs, hosting, tools, signal }: RunJobOptions): Promise<void> {
  const job = await jobs.load(evaluationId);
  // Somebody else may have finished it between our seeing it and our having it.
  if (!isUnfinished(job.status)) return;
  await jobs.setStatus(job.id, statusResult('EVALUATION_STARTED'));
  try {
    const plan = planEvaluation(job, tools);
    await requireColumns(jobs, job, plan);
    await requireHealth(hosting, job, signal);
    await runRows({ job, jobs, hosting, plan, signal });
  } catch (error) {
    signal.throwIfAborted();
    await jobs.setStatus(job.id, statusResult('EVALUATION_FAILED', toResultError(error)));
    return;
  }
  await finish(jobs, job);
}

async function finish(jobs: EvaluationJobs, job: EvaluationJob): Promise<void> {
  try {
    const { status, aggregatedResults } = await aggregateEvaluation(jobs, job);
    await jobs.finish(job.id, { status: statusResult(status), aggregatedResults });
  } catch (error) {
    await jobs.setStatus(job.id, statusResult('EVALUATION_AGGREGATION_FAILED', toResultError(error)));
  }
}

/** A column that is missing is missing for every call: better said before the first one. */
async function requireColumns(jobs: EvaluationJobs, job: EvaluationJob, plan: EvaluationPlan): Promise<void> {
  if (plan.requiredColumns.length === 0) return;
  for await (const page of jobs.pendingScenarios(job.id)) {
    for (const { row, position } of page) {
      const missing = plan.requiredColumns.filter((column) => !Object.hasOwn(row, column));
      if (missing.length === 0) continue;
      const [names, columns] = [missing, Object.keys(row)].map((list) =>
        list.map((name) => JSON.stringify(name)).join(', '),
      );
      throw new UserError({
        code: 'WF_TESTSET_INVALID',
        message: `Route ${plan.route.path} needs the input ${names}, which row ${position + 1} of the test set does not have. It has: ${columns}.`,
      });
    }
  }
}

/** Code that does not even start would fail every row, each after all its retries. */
async function requireHealth(hosting: Hosting, { deployment }: EvaluationJob, signal: AbortSignal): Promise<void> {
  const request = new Request('http://evaluation/', { signal });
  const response = await hosting.call({ deployment, path: '/health', request, revisionId: null });
  const text = await response.text();
  if (response.ok) return;
  throw new UserError({
    code: 'WF_ROUTE_FAILED',
    message: `The workflow is not ready to be called: ${detailOf(text)}`,
  });
}

interface RunRowsOptions extends Omit<RunJobOptions, 'evaluationId' | 'tools'> {
  readonly job: EvaluationJob;
  readonly plan: EvaluationPlan;
}

async function runRows({ job, jobs, hosting, plan, signal }: RunRowsOptions): Promise<void> {
  const { rateLimit } = job;
  // Rows in hand: a few hundred, since a row leaves when it is saved.
  const scenarioIds = new Map<number, string>();
  await runEvaluation({
    cases: readCases(jobs, job, plan, scenarioIds),
    evaluators: plan.evaluators,
    cellKey: plan.cellKey,
    callRoute: createCallRoute(hosting, job, plan),
    findCells: async (keys) => new Map([...(await jobs.findCells(keys))].map(([key, cell]) => [key, fromCell(cell)])),
    save: async (cases) => {
      const scenarios = cases.map((finished) => toScenario(job, takeId(scenarioIds, finished), finished));
      await jobs.saveScenarios(job.id, scenarios, toCells(cases));
    },
    concurrency: rateLimit.batch_size,
    restMs: rateLimit.delay_between_batches * 1000,
    retries: rateLimit.max_retries,
    retryDelayMs: rateLimit.retry_delay * 1000,
    callTimeoutMs: CALL_TIMEOUT_MS,
    signal,
  });
}

async function* readCases(
  jobs: EvaluationJobs,
  job: EvaluationJob,
  plan: EvaluationPlan,
  scenarioIds: Map<number, string>,
): AsyncGenerator<EvaluationCase> {
  for await (const page of jobs.pendingScenarios(job.id)) {
    for (const { id, position, row } of page) {
      scenarioIds.set(position, id);
      yield { index: position, row, input: plan.toInput(row) };
    }
  }
}

function takeId(scenarioIds: Map<number, string>, { index }: FinishedCase): string {
  const id = scenarioIds.get(index) ?? '';
  scenarioIds.delete(index);
  return id;
}

function toResultError(error: unknown): ResultError {
  if (!(error instanceof Error)) return { message: String(error) };
  // A person's mistake needs no stack; ours does.
  return { message: error.message, stacktrace: isWfError(error) ? null : (error.stack ?? null) };
}

function detailOf(text: string): string {
  try {
    // Whatever it is, it is only put into words.
    const body = JSON.parse(text) as { detail?: unknown } | null;
    return typeof body?.detail === 'string' ? body.detail : text;
  } catch {
    return text;
  }
}
