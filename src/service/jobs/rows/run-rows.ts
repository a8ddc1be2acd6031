import { setTimeout as delay } from 'node:timers/promises';
import type { AdaptiveLimit } from '../../../evaluation/engine/adaptive-limit.ts';
import type { EvaluationCase, FinishedCase } from '../../../evaluation/engine/evaluation-case.ts';
import type { InterleavedRun } from '../../../evaluation/engine/interleave-calls.ts';
import { type RunEnd, runEvaluation } from '../../../evaluation/engine/run-evaluation.ts';
import type { EvaluationJob, PendingPart, PendingScenario } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import { createCallRoute } from './call-route.ts';
import type { EvaluationPlan } from '../../evaluations/plan/plan-evaluation.ts';
import type { RunLimits } from './run-limits.ts';
import { toCells, toScenario, toScores } from './to-scenario.ts';

export interface RunRowsOptions {
  readonly job: EvaluationJob;
  readonly jobs: EvaluationJobs;
  readonly hosting: Hosting;
  readonly plan: EvaluationPlan;
  /** Which of the pending rows to run. @defaultValue all */
  readonly part?: PendingPart;
  /** How many calls the target accepts at a time. */
  readonly limit: AdaptiveLimit;
  readonly limits: RunLimits;
  /** Runs of other variants over the same rows, to keep step with. */
  readonly others?: InterleavedRun;
  /** Calls at a time. @defaultValue as many as the evaluation allows */
  readonly concurrency?: number;
}

/** How long to wait for outputs that other runs are computing; doubled each time. */
const FIRST_LOOK_MS = 50;
const MAX_LOOK_MS = 1000;

/**
 * Runs some rows of an evaluation and stores the results. An output that another run is computing is not computed
 * twice: this run continues with other rows and uses the stored output later.
 */
export async function runRows(options: RunRowsOptions): Promise<void> {
  const { signal, budget } = options.limits;
  let part = options.part ?? {};
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 2, MAX_LOOK_MS)) {
    const { elsewhere } = await runOnce(options, part);
    if (elsewhere === null || (budget !== null && budget.refusal !== null)) return;
    part = { ...options.part, from: elsewhere.first, ...(elsewhere.last === null ? {} : { to: elsewhere.last }) };
    await delay(lookMs, undefined, { signal });
  }
}

async function runOnce(options: RunRowsOptions, part: PendingPart): Promise<RunEnd> {
  const { job, jobs, hosting, plan, limit, limits, others } = options;
  const { rateLimit } = job;
  const { concurrency = rateLimit.batch_size } = options;
  const { budget, callTimeoutMs, signal } = limits;
  // Ids of the rows that are running, by position; removed when a row is saved.
  const scenarioIds = new Map<number, string>();
  await using cells = jobs.openCells(plan.code, {
    concurrency,
    hasPauses: rateLimit.delay_between_batches > 0,
  });
  return await runEvaluation({
    pages: readCases(job, plan, jobs.pendingScenarios(job.id, part), scenarioIds),
    evaluators: plan.evaluators,
    cellKey: plan.cellKey,
    callRoute: createCallRoute(hosting, job, plan),
    findCells: cells.find,
    findScores: (keys) => jobs.findScores(keys),
    save: async (cases) => {
      const scenarios = cases.map((finished) => toScenario(job, takeId(scenarioIds, finished), finished));
      await jobs.saveScenarios(job.id, scenarios, { cells: toCells(cases), scores: toScores(cases) });
    },
    concurrency,
    restMs: rateLimit.delay_between_batches * 1000,
    retries: rateLimit.max_retries,
    retryDelayMs: rateLimit.retry_delay * 1000,
    callTimeoutMs,
    limit,
    signal,
    ...(budget === null ? {} : { budget }),
    ...(others === undefined ? {} : { others }),
  });
}

async function* readCases(
  { options }: EvaluationJob,
  plan: EvaluationPlan,
  pages: AsyncIterable<readonly PendingScenario[]>,
  scenarioIds: Map<number, string>,
): AsyncGenerator<EvaluationCase[]> {
  const repeats = options.repeat ?? 1;
  for await (const page of pages) {
    yield page.map(({ id, position, row }) => {
      scenarioIds.set(position, id);
      return { index: position, repeat: position % repeats, row, input: plan.toInput(row) };
    });
  }
}

function takeId(scenarioIds: Map<number, string>, { index }: FinishedCase): string {
  const id = scenarioIds.get(index) ?? '';
  scenarioIds.delete(index);
  return id;
}
