import { setTimeout as delay } from 'node:timers/promises';
import type { AdaptiveLimit } from '../../../evaluation/engine/adaptive-limit.ts';
import {
  type EvaluationCase,
  type FinishedCase,
  type CallRoute,
  type CellOutcome,
  outputResult,
  spentOn,
} from '../../../evaluation/engine/evaluation-case.ts';
import type { InterleavedRun } from '../../../evaluation/engine/interleave-calls.ts';
import { runCases } from '../../../evaluation/engine/run-cases.ts';
import { backOffMs } from '../../../foundation/back-off.ts';
import type {
  EvaluationJob,
  PendingPart,
  PendingScenario,
  FinishedScenario,
  StoredCell,
  StoredScore,
} from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import type { EvaluationPlan } from '../../evaluations/plan/plan-evaluation.ts';
import type { RunLimits } from './run-limits.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { askAttempt } from '../../evaluations/plan/ask-attempt.ts';
import type { ModelUse } from '../../../contract/evaluations/result.ts';
import type { ServiceTools } from '../../operation/operation.ts';
import type { Spending } from '../../../evaluation/engine/spending.ts';

interface RunRowsOptions {
  readonly job: EvaluationJob;
  readonly jobs: EvaluationJobs;
  readonly hosting: Hosting;
  readonly tools: Pick<ServiceTools, 'priceModel' | 'slices'>;
  readonly plan: EvaluationPlan;
  /** Which of the pending rows to run. @defaultValue all */
  readonly part?: PendingPart;
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
  const abandoned: Spending[] = [];
  let part = options.part ?? {};
  try {
    for (let looks = 0; ; looks += 1) {
      const { elsewhere } = await runPart(options, part, (spent) => void abandoned.push(spent));
      if (elsewhere === null || (budget !== null && budget.refusal !== null)) return;
      part = { ...options.part, from: elsewhere.first, ...(elsewhere.last === null ? {} : { to: elsewhere.last }) };
      await delay(backOffMs(looks, FIRST_LOOK_MS, MAX_LOOK_MS), undefined, { signal });
    }
  } finally {
    if (abandoned.length > 0) await options.jobs.noteAbandoned(options.job.id, abandoned);
  }
}

async function runPart(options: RunRowsOptions, part: PendingPart, onAbandoned: (spent: Spending) => void) {
  const { job, jobs, hosting, tools, plan, limit, limits, others } = options;
  const { max_retries, retry_delay, delay_between_batches, batch_size } = job.rateLimit;
  const { concurrency = batch_size } = options;
  const { budget, callTimeoutMs, signal } = limits;
  // Ids of the rows that are running, by position; removed when a row is saved.
  const ids = new Map<number, string>();
  await using cells = jobs.openCells(
    plan.code,
    { concurrency, hasPauses: delay_between_batches > 0 },
    plan.storedSince.cells,
  );
  using judgements = jobs.judgements.open(plan.storedSince.scores ?? '');
  return await runCases({
    pages: readCases(job, plan, jobs.pendingScenarios(job.id, part), ids),
    evaluators: plan.evaluators,
    cellKey: plan.cellKey,
    callRoute: createCallRoute(hosting, job, { plan, tools }),
    findCells: cells.find,
    findScores: (keys) => jobs.findScores(keys, plan.storedSince.scores),
    judgements,
    save: (cases) => saveCases(cases, ids, options),
    concurrency,
    pauseMs: delay_between_batches * 1000,
    retries: max_retries,
    retryDelayMs: retry_delay * 1000,
    callTimeoutMs,
    limit,
    signal,
    onAbandoned,
    ...(budget === null ? {} : { budget }),
    ...(others === undefined ? {} : { others }),
  });
}

async function* readCases(
  { options }: EvaluationJob,
  plan: EvaluationPlan,
  pages: AsyncIterable<readonly PendingScenario[]>,
  ids: Map<number, string>,
): AsyncGenerator<EvaluationCase[]> {
  const repeats = options.repeat ?? 1;
  for await (const page of pages) {
    yield page.map(({ id, position, row }) => {
      ids.set(position, id);
      return { index: position, repeat: position % repeats, row, input: plan.toInput(row) };
    });
  }
}

async function saveCases(cases: readonly FinishedCase[], ids: Map<number, string>, options: RunRowsOptions) {
  const { job, jobs, plan } = options;
  // Their keys name the variables at the start: other evaluations must not find answers under others.
  const isStored = !plan.variables.haveChanged;
  const scenarios = cases.map((finished) => {
    const id = ids.get(finished.index) ?? '';
    ids.delete(finished.index);
    return toScenario(job, id, finished, isStored);
  });
  const computed = isStored ? { cells: toCells(cases), scores: toScores(cases) } : { cells: [], scores: [] };
  await jobs.saveScenarios(job.id, scenarios, { ...computed, since: plan.storedSince });
}

/** Creates the function that calls the route under evaluation, with the variant's revision pinned. */
function createCallRoute(
  hosting: Hosting,
  { deployment: { url }, revisionId }: EvaluationJob,
  { plan, tools }: Pick<RunRowsOptions, 'plan' | 'tools'>,
): CallRoute {
  const { path, toBody } = url === null ? deployedForm(plan) : playgroundForm(plan);
  return async (input, signal) => {
    const { deployment } = plan.variables;
    const question = { deployment, path, body: JSON.stringify(toBody(input)), revisionId, signal };
    return await askAttempt(question, { hosting, tools, variables: plan.variables });
  };
}

interface CallForm {
  readonly path: string;
  readonly toBody: (input: Parameters) => Parameters;
}

/** The call as production sends it; the pinned revision selects the configuration. */
function deployedForm({ route }: EvaluationPlan): CallForm {
  return { path: `/run${route.path === '/' ? '' : route.path}?inline=true`, toBody: (input) => input };
}

/** A self-hosted workflow does not know our revisions, so each call carries the configuration. */
function playgroundForm({ route, config }: EvaluationPlan): CallForm {
  return {
    path: `/playground/run${route.path === '/' ? '' : route.path}`,
    toBody: (input) => ({ ...input, ag_config: config }),
  };
}

function toScenario(
  { evaluatorConfigs }: EvaluationJob,
  id: string,
  finished: FinishedCase,
  isStored: boolean,
): FinishedScenario {
  const { outcome, scores, isCached, judging, cellKey } = finished;
  const { cost, usage } = spentOn(outcome);
  const latency = outcome.error === null ? outcome.latency : null;
  const failed = outcome.error === null ? outcome.failed : undefined;
  return {
    id,
    outputs: [
      {
        result: outputResult(outcome),
        cost,
        latency,
        ...originOf(outcome),
        ...(usage === undefined ? {} : { usage: [...usage] }),
        ...(failed === undefined ? {} : { failed_cost: failed.cost }),
        ...(isCached ? { reused: true } : {}),
      },
    ],
    results: scores.map((result, index) => ({ evaluator_config: evaluatorConfigs[index]?.id ?? '', result })),
    cost,
    latency,
    isCalled: !isCached,
    judging,
    ...(outcome.error === null && isStored ? { cellHash: cellKey } : {}),
  };
}

/** Lists the outputs that these cases' calls returned. Failures are not stored: the next evaluation tries again. */
function toCells(cases: readonly FinishedCase[]): StoredCell[] {
  const cells = new Map<string, StoredCell>();
  for (const { cellKey: hash, outcome, isCached } of cases) {
    if (isCached || outcome.error !== null) continue;
    const { cost, latency } = outcome;
    cells.set(hash, { hash, output: outputResult(outcome), cost, latency, ...originOf(outcome) });
  }
  return [...cells.values()];
}

interface CallOrigin extends Pick<StoredCell, 'warm_up' | 'call_group'> {
  readonly usage?: ModelUse[];
}

/** What is known about the call, besides its figures. */
function originOf(outcome: CellOutcome): CallOrigin {
  if (outcome.error !== null) return {};
  const { usage, warmUp, callGroup } = outcome;
  return {
    ...(usage === undefined ? {} : { usage: [...usage] }),
    ...(warmUp === undefined ? {} : { warm_up: warmUp }),
    ...(callGroup === undefined ? {} : { call_group: callGroup }),
  };
}

/** Lists the scores that were computed for these cases and are worth storing. */
function toScores(cases: readonly FinishedCase[]): StoredScore[] {
  const scores = cases.flatMap(({ newScores, cellKey: cellHash }) =>
    newScores.map(({ key: hash, result }) => [hash, { hash, result, cellHash }] as const),
  );
  return [...new Map(scores).values()];
}
