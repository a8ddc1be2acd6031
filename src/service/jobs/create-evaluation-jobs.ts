import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { EvaluationOptions, RateLimit } from '../../contract/evaluations/evaluation.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { UserError } from '../../errors/wf-error.ts';
import { UNFINISHED } from '../../evaluation/results/evaluation-status.ts';
import { openCellClaims } from './claims/cell-claims.ts';
import type { EvaluationJob } from '../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from './evaluation-jobs.ts';
import type { JudgedScenario, PendingPart, PendingScenario, PlacedRow } from '../evaluations/evaluation-rows.ts';
import { readRevisionParameters } from '../variants/queries/revisions.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import { openProviderKeys } from '../keys/provider-keys.ts';
import { fromJson } from '../store/json-column.ts';
import type { Store } from '../store/open-store.ts';
import { findDeployment, evaluatorsOf, routesOf, toHostedDeployment } from '../variants/queries/deployments.ts';
import { createWorkStore } from '../evaluations/queries/evaluation-work.ts';
import { readProgress, readSpent, readTotalsOf, requireEvaluation, selectPendingPositions, selectScenarios, statusColumns } from '../evaluations/queries/evaluations.ts';
import type { Db } from '../store/schema.ts';

const PAGE = 500;
/** The largest integer that a column holds. */
const LAST_POSITION = 2 ** 31 - 1;

/** The stored evaluations, as the runner sees them. */
export function createEvaluationJobs(store: Store, secrets: SecretBox, now: () => Date): EvaluationJobs {
  const { db } = store;
  const work = createWorkStore();
  const change = async (id: string, columns: Partial<Parameters<typeof updateUnfinished>[2]>): Promise<boolean> =>
    await updateUnfinished(db, id, { ...columns, updated_at: now().toISOString() });
  return {
    load: (id) => loadJob(db, secrets, id),
    listUnfinished: async () => {
      const query = db.selectFrom('evaluations').select('id').where('status_value', 'in', UNFINISHED).orderBy('id');
      return (await query.execute()).map((row) => row.id);
    },
    setStatus: (id, status) => change(id, statusColumns(status)),
    isUnfinished: async (id) => {
      const query = db.selectFrom('evaluations').select('id').where('id', '=', id);
      return (await query.where('status_value', 'in', UNFINISHED).executeTakeFirst()) !== undefined;
    },
    pendingScenarios: (id, part = {}) => streamPending(db, id, part),
    listPending: async (id, after, limit) => {
      const rows = await selectPendingPositions(db, id, after).limit(limit).execute();
      return rows.map(({ position }) => position);
    },
    readProgress: async (id) => await readProgress(db, await requireEvaluation(db, id)),
    rows: (id) => streamRows(db, id),
    saveScenarios: async (id, scenarios, kept = { cells: [], scores: [] }) => {
      const instant = now().toISOString();
      const save = store.transaction((transaction) => work.save(transaction, { id, scenarios, ...kept, instant }));
      // An evaluation may fail of it, and a person then reads why.
      await save.catch((error: unknown) => {
        throw store.explain(error);
      });
    },
    finishedScenarios: (id, pageSize = PAGE) => streamFinished(db, id, pageSize),
    readSpent: (id) => readSpent(db, id),
    finish: async (id, { status, aggregatedResults, summary }) => {
      const aggregated_results = JSON.stringify(aggregatedResults);
      const totals = JSON.stringify(await readTotalsOf(db, id));
      await change(id, { ...statusColumns(status), aggregated_results, summary, totals });
    },
    openCells: (code, ahead) => openCellClaims({ store, work, now, ahead }, code),
    findScores: (hashes) => work.findScores(db, hashes),
  };
}

/** What somebody cancelled meanwhile stays cancelled. */
async function updateUnfinished(
  db: Db,
  id: string,
  columns: {
    readonly status?: string;
    readonly status_value?: string;
    readonly aggregated_results?: string;
    readonly summary?: string;
    readonly totals?: string;
    readonly updated_at: string;
  },
): Promise<boolean> {
  const updated = await db
    .updateTable('evaluations')
    .set(columns)
    .where('id', '=', id)
    .where('status_value', 'in', UNFINISHED)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
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
    deployment: toHostedDeployment(deployment),
    routes: routesOf(deployment),
    evaluatorCode: evaluatorsOf(deployment),
    route: row.route,
    rateLimit: fromJson<RateLimit>(row.rate_limit),
    options: fromJson<EvaluationOptions>(row.options),
    correctAnswerColumn: row.correct_answer_column,
    providerKeys: await openProviderKeys(secrets, row),
    evaluatorConfigs: fromJson<EvaluatorConfig[]>(row.evaluator_configs),
    status: fromJson<Result>(row.status),
  };
}

async function* streamPending(db: Db, id: string, part: PendingPart): AsyncGenerator<PendingScenario[]> {
  const { from = 0, to = LAST_POSITION } = part;
  let after = from - 1;
  while (true) {
    const rows = await selectScenarios(db, id)
      .where('evaluation_scenarios.position', '>', after)
      .where('evaluation_scenarios.position', '<=', to)
      .where('evaluation_outcomes.scenario_id', 'is', null)
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return;
    yield rows.map((row) => ({ id: row.id, position: row.position, row: fromJson<TestsetRow>(row.cells) }));
    after = rows.at(-1)?.position ?? after;
  }
}

async function* streamRows(db: Db, id: string): AsyncGenerator<PlacedRow[]> {
  let after = -1;
  while (true) {
    const rows = await db
      .selectFrom('evaluation_scenarios')
      .select(['position', 'cells'])
      .where('evaluation_id', '=', id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ position, cells }) => ({ position, row: fromJson<TestsetRow>(cells) }));
    after = rows.at(-1)?.position ?? after;
  }
}

async function* streamFinished(db: Db, id: string, pageSize: number): AsyncGenerator<JudgedScenario[]> {
  let after = -1;
  while (true) {
    const rows = await selectScenarios(db, id)
      .where('evaluation_scenarios.position', '>', after)
      .where('evaluation_outcomes.scenario_id', 'is not', null)
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows.map((row) => ({
      id: row.id,
      position: row.position,
      row: fromJson<TestsetRow>(row.cells),
      outputs: fromJson<JudgedScenario['outputs']>(row.outputs ?? '[]'),
      results: fromJson<JudgedScenario['results']>(row.results ?? '[]'),
      cost: row.cost,
      latency: row.latency,
      isCalled: row.is_called === 1,
    }));
    after = rows.at(-1)?.position ?? after;
  }
}
