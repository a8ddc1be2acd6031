import type { Hosting } from '../hosting/hosting.ts';
import { createLeaseStore, type EvaluationLeaseStore } from './queries/claims.ts';
import type { ServiceTools } from '../operation/operation.ts';
import type { AggregatedResult, EvaluationOptions, RateLimit } from '../../contract/evaluations/evaluation.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import { type ClaimTiming, openCellClaims } from './cell-claims.ts';
import type { EvaluationJob, PendingPart, FinishedScenario, StoredWork } from '../evaluations/evaluation-job.ts';
import { addAbandoned, readRunIds, readSpent, createWorkStore } from '../evaluations/queries/evaluation-work.ts';
import type { Spending } from '../../evaluation/engine/spending.ts';
import { streamRows, streamPending, listPendingPositions } from '../evaluations/queries/scenario-rows.ts';
import { streamFinished } from '../evaluations/queries/cases.ts';
import { updateUnfinished, listUnfinished, isUnfinishedNow } from '../evaluations/queries/unfinished-evaluations.ts';
import { createSharedWork } from '../../evaluation/engine/shared-work.ts';
import type { SharedScore } from '../../evaluation/engine/score-case.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { readSetParameters } from '../variants/queries/revisions.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import { openProviderKeys } from '../keys/provider-keys.ts';
import { type Db, fromJson } from '../store/schema.ts';
import { eventsOfStatus, queueEvents } from '../webhooks/queue-events.ts';
import type { Store } from '../store/open-store.ts';
import { findDeployment, evaluatorsOf, routesOf, toHostedDeployment } from '../variants/queries/deployments.ts';
import { readTotalsOf } from '../evaluations/queries/evaluation-totals.ts';
import { readProgress, requireEvaluation, statusColumns } from '../evaluations/queries/evaluations.ts';

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

/** What a service gives its runner, which most commands never start. */
export interface RunnerDependencies {
  readonly store: Store;
  readonly secrets: SecretBox;
  readonly hosting: Hosting;
  readonly tools: ServiceTools;
  readonly now: () => Date;
}

export interface EvaluationBackend extends Pick<RunnerDependencies, 'hosting' | 'tools' | 'now'> {
  readonly jobs: EvaluationJobs;
  readonly leases: EvaluationLeaseStore;
}

export function createEvaluationBackend({ store, secrets, ...others }: RunnerDependencies): EvaluationBackend {
  const jobs = createEvaluationJobs(store, secrets, others.now);
  return { jobs, leases: createLeaseStore(store), ...others };
}

export interface EvaluationEnd {
  readonly status: Result;
  readonly aggregatedResults: readonly AggregatedResult[];
  readonly summary: string;
}

export type EvaluationJobs = ReturnType<typeof createEvaluationJobs>;

export function createEvaluationJobs(store: Store, secrets: SecretBox, now: () => Date) {
  const { db } = store;
  const work = createWorkStore();
  /** @returns false when it was cancelled or deleted meanwhile */
  const change = async (id: string, columns: Parameters<typeof updateUnfinished>[2]): Promise<boolean> =>
    await updateUnfinished(db, id, { ...columns, updated_at: now().toISOString() });
  /** Stores a status, and queues what webhooks are told of it. */
  const end = async (id: string, status: Result, columns: Parameters<typeof updateUnfinished>[2] = {}) => {
    const instant = now().toISOString();
    return await store.transaction(async (transaction) => {
      const changes = { ...columns, ...statusColumns(status), updated_at: instant };
      if (!(await updateUnfinished(transaction, id, changes))) return false;
      await queueEvents(transaction, eventsOfStatus(await requireEvaluation(transaction, id), status), instant);
      return true;
    });
  };
  return {
    /** @throws {WF_NOT_FOUND} when it was deleted */
    load: (id: string) => loadJob(db, secrets, id),
    /** Lists the evaluations that are neither finished nor failed, oldest first: a restart runs them again. */
    listUnfinished: () => listUnfinished(db),
    /** Stores the status of an unfinished one. @returns false when it was cancelled or deleted meanwhile */
    setStatus: (id: string, status: Result) => end(id, status),
    /** Stores the hash of the variables that the workflow sees; `null`: nobody knows them. */
    setVariables: (id: string, variables_hash: string | null) => change(id, { variables_hash }),
    isUnfinished: (id: string) => isUnfinishedNow(db, id),
    /** Streams the rows without a verdict in pages, so that memory does not grow with their number. */
    pendingScenarios: (id: string, part: PendingPart = {}) => streamPending(db, id, part),
    listPending: (id: string, after: number, limit: number) => listPendingPositions(db, id, { after, limit }),
    /** Counts the rows and those with a verdict, and averages the latency of a call in seconds. */
    readProgress: async (id: string) => await readProgress(db, await requireEvaluation(db, id), now().toISOString()),
    /** Streams all rows in pages, whether they have a verdict or not. */
    rows: (id: string) => streamRows(db, id),
    /** Stores finished rows with their outputs and scores, all or none. A row that has a verdict keeps it. */
    saveScenarios: async (
      id: string,
      scenarios: readonly FinishedScenario[],
      computed: StoredWork = { cells: [], scores: [] },
    ): Promise<void> => {
      const instant = now().toISOString();
      const save = store.transaction((transaction) => work.save(transaction, { id, scenarios, ...computed, instant }));
      // The error may become the evaluation's status, which people read.
      await save.catch((error: unknown) => {
        throw store.explain(error);
      });
    },
    /**
     * Streams the rows with a verdict; those of a case are adjacent.
     *
     * @yields pages of rows
     */
    finishedScenarios: async function* (id: string, pageSize?: number) {
      yield* streamFinished(db, await requireEvaluation(db, id), pageSize);
    },
    /** Reads what the evaluations of a run have spent. */
    readSpent: async (job: Pick<EvaluationJob, 'id' | 'runId'>) => await readSpent(db, await readRunIds(db, job)),
    /** Names the run of an evaluation to all processes, by the oldest evaluation that is left of it. */
    nameRun: async (job: Pick<EvaluationJob, 'id' | 'runId'>) => (await readRunIds(db, job))[0] ?? job.id,
    /** Adds what calls cost whose rows have no result, because the run was stopped. */
    noteAbandoned: (id: string, spent: readonly Spending[]) => addAbandoned(db, id, spent),
    finish: async (id: string, { status, aggregatedResults, summary }: EvaluationEnd): Promise<void> => {
      const aggregated_results = JSON.stringify(aggregatedResults);
      const totals = JSON.stringify(await readTotalsOf(db, id));
      await end(id, status, { aggregated_results, summary, totals });
    },
    /**
     * Opens the stored outputs for a run, by the hashes of their inputs.
     *
     * @param code - the code that computes them
     * @param timing - decides how many are claimed at a time; left out: all
     * @param since - from when on the outputs were stored; `null`: all
     */
    openCells: (code: string, timing?: ClaimTiming, since: string | null = null) =>
      openCellClaims(store, work, now, { code, since, timing }),
    /** Looks scores up by the hash of what decides them. */
    findScores: (hashes: readonly string[], since: string | null) => work.findScores(db, hashes, since),
    /** The scores that runs of this process are computing. */
    judgements: createSharedWork<SharedScore>(),
  };
}

async function loadJob(db: Db, secrets: SecretBox, id: string): Promise<EvaluationJob> {
  const row = await requireEvaluation(db, id);
  const deployment = await findDeployment(db, row.deployment_id);
  if (deployment === null)
    throw new UserError({ code: 'WF_NOT_FOUND', message: `The code that evaluation ${id} runs is gone.` });
  return {
    id: row.id,
    appId: row.app_id,
    variantId: row.variant_id,
    variantName: row.variant_name,
    revision: row.revision,
    revisionId: row.variant_revision_id,
    parameters: await readSetParameters(db, row.variant_revision_id),
    testset: `${row.testset_id}@${row.testset_revision}`,
    deployment: toHostedDeployment(deployment),
    routes: routesOf(deployment),
    evaluatorCode: evaluatorsOf(deployment),
    route: row.route,
    rateLimit: fromJson<RateLimit>(row.rate_limit),
    options: fromJson<EvaluationOptions>(row.options),
    createdAt: row.created_at,
    correctAnswerColumn: row.correct_answer_column,
    providerKeys: await openProviderKeys(secrets, row),
    startedByKey: row.started_by_key,
    runId: row.run_id,
    evaluatorConfigs: fromJson<EvaluatorConfig[]>(row.evaluator_configs),
    status: fromJson<Result>(row.status),
  };
}
