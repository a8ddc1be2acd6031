import { readSpent, createWorkStore } from '../evaluations/queries/evaluation-work.ts';
import {
  streamRows,
  streamPending,
  streamFinished,
  listPendingPositions,
} from '../evaluations/queries/scenario-rows.ts';
import { updateUnfinished, listUnfinished, isUnfinishedNow } from '../evaluations/queries/unfinished-evaluations.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { EvaluationOptions, RateLimit } from '../../contract/evaluations/evaluation.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { openCellClaims } from './claims/cell-claims.ts';
import type { EvaluationJob } from '../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from './evaluation-jobs.ts';
import { readRevisionParameters } from '../variants/queries/revisions.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import { openProviderKeys } from '../keys/provider-keys.ts';
import { fromJson } from '../store/json-column.ts';
import type { Store } from '../store/open-store.ts';
import { findDeployment, evaluatorsOf, routesOf, toHostedDeployment } from '../variants/queries/deployments.ts';
import { readProgress, readTotalsOf, requireEvaluation, statusColumns } from '../evaluations/queries/evaluations.ts';
import type { Db } from '../store/schema.ts';

/** Creates the runner's access to the stored evaluations. */
export function createEvaluationJobs(store: Store, secrets: SecretBox, now: () => Date): EvaluationJobs {
  const { db } = store;
  const work = createWorkStore();
  const change = async (id: string, columns: Parameters<typeof updateUnfinished>[2]): Promise<boolean> =>
    await updateUnfinished(db, id, { ...columns, updated_at: now().toISOString() });
  return {
    load: (id) => loadJob(db, secrets, id),
    listUnfinished: () => listUnfinished(db),
    setStatus: (id, status) => change(id, statusColumns(status)),
    isUnfinished: (id) => isUnfinishedNow(db, id),
    pendingScenarios: (id, part = {}) => streamPending(db, id, part),
    listPending: (id, after, limit) => listPendingPositions(db, id, { after, limit }),
    readProgress: async (id) => await readProgress(db, await requireEvaluation(db, id), now().toISOString()),
    rows: (id) => streamRows(db, id),
    saveScenarios: async (id, scenarios, computed = { cells: [], scores: [] }) => {
      const instant = now().toISOString();
      const save = store.transaction((transaction) => work.save(transaction, { id, scenarios, ...computed, instant }));
      // The error may become the evaluation's status, which people read.
      await save.catch((error: unknown) => {
        throw store.explain(error);
      });
    },
    finishedScenarios: (id, pageSize) => streamFinished(db, id, pageSize),
    readSpent: (id) => readSpent(db, id),
    finish: async (id, { status, aggregatedResults, summary }) => {
      const aggregated_results = JSON.stringify(aggregatedResults);
      const totals = JSON.stringify(await readTotalsOf(db, id));
      await change(id, { ...statusColumns(status), aggregated_results, summary, totals });
    },
    openCells: (code, timing) => openCellClaims({ store, work, now, timing }, code),
    findScores: (hashes) => work.findScores(db, hashes),
  };
}

async function loadJob(db: Db, secrets: SecretBox, id: string): Promise<EvaluationJob> {
  const row = await requireEvaluation(db, id);
  const deployment = await findDeployment(db, row.deployment_id);
  if (deployment === null) {
    throw new UserError({ code: 'WF_NOT_FOUND', message: `The code that evaluation ${id} runs is gone.` });
  }
  return {
    id: row.id,
    appId: row.app_id,
    variantId: row.variant_id,
    variantName: row.variant_name,
    revision: row.revision,
    revisionId: row.variant_revision_id,
    parameters: await readRevisionParameters(db, row.variant_revision_id),
    testset: `${row.testset_id}@${row.testset_revision}`,
    deployment: toHostedDeployment(deployment),
    routes: routesOf(deployment),
    evaluatorCode: evaluatorsOf(deployment),
    route: row.route,
    rateLimit: fromJson<RateLimit>(row.rate_limit),
    options: fromJson<EvaluationOptions>(row.options),
    correctAnswerColumn: row.correct_answer_column,
    providerKeys: await openProviderKeys(secrets, row),
    startedByKey: row.started_by_key,
    evaluatorConfigs: fromJson<EvaluatorConfig[]>(row.evaluator_configs),
    status: fromJson<Result>(row.status),
  };
}
