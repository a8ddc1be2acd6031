import type { AdaptiveLimit } from '../../evaluation/engine/adaptive-limit.ts';
import type { EvaluationCase, FinishedCase } from '../../evaluation/engine/evaluation-case.ts';
import { runEvaluation } from '../../evaluation/run-evaluation.ts';
import type { EvaluationJob, EvaluationJobs, Hosting, PendingScenario } from '../ports.ts';
import { createCallRoute, createCallEarly } from './call-route.ts';
import type { EvaluationPlan } from './plan-evaluation.ts';
import type { RunLimits } from './run-limits.ts';
import { fromCell, toCells, toScenario, toScores } from './to-scenario.ts';

export interface RunRowsOptions {
  readonly job: EvaluationJob;
  readonly jobs: EvaluationJobs;
  readonly hosting: Hosting;
  readonly plan: EvaluationPlan;
  /** The rows to run: all that are pending, or a chunk of them. */
  readonly pages: AsyncIterable<readonly PendingScenario[]>;
  /** What the target bears. */
  readonly limit: AdaptiveLimit;
  readonly limits: RunLimits;
  /** Calls at a time. @defaultValue as many as the evaluation may have */
  readonly concurrency?: number;
}

/**
 * Runs some rows of an evaluation, and stores what comes out. Needs no word with whoever runs the others: what two run
 * both is stored once.
 */
export async function runRows({
  job,
  jobs,
  hosting,
  plan,
  pages,
  limit,
  limits,
  ...rest
}: RunRowsOptions): Promise<void> {
  const { rateLimit } = job;
  const { concurrency = rateLimit.batch_size } = rest;
  const { budget, callTimeoutMs, signal } = limits;
  // Rows in hand: a few hundred, since a row leaves when it is saved.
  const scenarioIds = new Map<number, string>();
  await runEvaluation({
    pages: readCases(job, plan, pages, scenarioIds),
    evaluators: plan.evaluators,
    cellKey: plan.cellKey,
    callRoute: createCallRoute(hosting, job, plan),
    callEarly: createCallEarly(hosting, job, plan),
    findCells: async (keys) => new Map([...(await jobs.findCells(keys))].map(([key, cell]) => [key, fromCell(cell)])),
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
  });
}

async function* readCases(
  { options }: EvaluationJob,
  plan: EvaluationPlan,
  pages: RunRowsOptions['pages'],
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
