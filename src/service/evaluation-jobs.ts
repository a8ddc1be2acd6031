import type { EvaluatorConfig } from '../contract/records/evaluator.ts';
import type { RateLimit } from '../contract/records/evaluation.ts';
import type { Result } from '../contract/records/result.ts';
import type { TestsetRow } from '../contract/records/testset.ts';
import { UserError } from '../errors/wf-error.ts';
import type { EvaluationJob, EvaluationJobs, FinishedScenario, PendingScenario, StoredCell } from './ports.ts';
import { readRevisionParameters } from './resolve-configuration.ts';
import type { SecretBox } from './secrets/create-secret-box.ts';
import { openProviderKeys } from './secrets/provider-keys.ts';
import { fromJson } from './store/json-column.ts';
import type { Store } from './store/open-store.ts';
import { findDeployment, routesOf, toHostedDeployment } from './store/queries/deployments.ts';
import { requireEvaluation, selectScenarios } from './store/queries/evaluations.ts';
import type { Database, Db } from './store/schema.ts';

const PAGE = 500;

/** The stored evaluations, as the runner sees them. */
export function createEvaluationJobs(store: Store, secrets: SecretBox, now: () => Date): EvaluationJobs {
  const { db } = store;
  return {
    load: (id) => loadJob(db, secrets, id),
    listUnfinished: async () => {
      const statuses = ['EVALUATION_INITIALIZED', 'EVALUATION_STARTED'];
      const query = db.selectFrom('evaluations').select('id').where('status_value', 'in', statuses).orderBy('id');
      return (await query.execute()).map((row) => row.id);
    },
    setStatus: async (id, status) => {
      const columns = { ...statusColumns(status), updated_at: now().toISOString() };
      const updated = await db.updateTable('evaluations').set(columns).where('id', '=', id).executeTakeFirst();
      return updated.numUpdatedRows === 1n;
    },
    pendingScenarios: (id, pageSize = PAGE) => streamPending(db, id, pageSize),
    saveScenarios: async (id, scenarios, cells = []) => {
      const instant = now().toISOString();
      await store.transaction((transaction) => insertOutcomes(transaction, id, scenarios, cells, instant));
    },
    finishedScenarios: (id, pageSize = PAGE) => streamFinished(db, id, pageSize),
    finish: async (id, { status, aggregatedResults }) => {
      const columns = { ...statusColumns(status), aggregated_results: JSON.stringify(aggregatedResults) };
      await db
        .updateTable('evaluations')
        .set({ ...columns, updated_at: now().toISOString() })
        .where('id', '=', id)
        .execute();
    },
    findCells: (hashes) => findCells(db, hashes),
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
    revisionId: row.variant_revision_id,
    parameters: await readRevisionParameters(db, row.variant_revision_id),
    deployment: toHostedDeployment(deployment),
    routes: routesOf(deployment),
    route: row.route,
    rateLimit: fromJson<RateLimit>(row.rate_limit),
    correctAnswerColumn: row.correct_answer_column,
    providerKeys: await openProviderKeys(secrets, row),
    evaluatorConfigs: fromJson<EvaluatorConfig[]>(row.evaluator_configs),
    status: fromJson<Result>(row.status),
  };
}

function statusColumns(status: Result): Pick<Database['evaluations'], 'status' | 'status_value'> {
  return { status: JSON.stringify(status), status_value: typeof status.value === 'string' ? status.value : '' };
}

async function* streamPending(db: Db, id: string, pageSize: number): AsyncGenerator<PendingScenario[]> {
  let after = -1;
  while (true) {
    const rows = await selectScenarios(db, id)
      .where('evaluation_scenarios.position', '>', after)
      .where('evaluation_outcomes.scenario_id', 'is', null)
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows.map((row) => ({ id: row.id, position: row.position, row: fromJson<TestsetRow>(row.cells) }));
    after = rows.at(-1)?.position ?? after;
  }
}

async function* streamFinished(db: Db, id: string, pageSize: number): AsyncGenerator<FinishedScenario[]> {
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
      outputs: fromJson<FinishedScenario['outputs']>(row.outputs ?? '[]'),
      results: fromJson<FinishedScenario['results']>(row.results ?? '[]'),
      cost: row.cost,
      latency: row.latency,
    }));
    after = rows.at(-1)?.position ?? after;
  }
}

/** Rows per statement: SQLite takes 32,766 values. */
const BATCH = 500;

async function insertOutcomes(
  db: Db,
  evaluationId: string,
  scenarios: readonly FinishedScenario[],
  cells: readonly StoredCell[],
  instant: string,
): Promise<void> {
  for (const batch of inBatches(scenarios)) {
    const rows = batch.map(({ id, outputs, results, cost, latency }) => ({
      scenario_id: id,
      evaluation_id: evaluationId,
      outputs: JSON.stringify(outputs),
      results: JSON.stringify(results),
      cost,
      latency,
    }));
    await db
      .insertInto('evaluation_outcomes')
      .values(rows)
      .onConflict((conflict) => conflict.column('scenario_id').doNothing())
      .execute();
  }
  for (const batch of inBatches(cells)) {
    const rows = batch.map((cell) => ({ ...cell, output: JSON.stringify(cell.output), created_at: instant }));
    await db
      .insertInto('cells')
      .values(rows)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
}

async function findCells(db: Db, hashes: readonly string[]): Promise<Map<string, StoredCell>> {
  const found = new Map<string, StoredCell>();
  for (const batch of inBatches(hashes)) {
    const rows = await db.selectFrom('cells').selectAll().where('hash', 'in', batch).execute();
    for (const { hash, output, cost, latency } of rows) {
      found.set(hash, { hash, output: fromJson<Result>(output), cost, latency });
    }
  }
  return found;
}

function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
