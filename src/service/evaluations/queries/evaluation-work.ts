import type { ModelUse, Result, JudgedResult } from '../../../contract/evaluations/result.ts';
import type { FinishedScenario, StoredCell, StoredScore, StoredSince } from '../evaluation-job.ts';
import { isErroneous } from '../../../contract/evaluations/evaluation-status.ts';
import { createInsertRows, inBatches, readBatches } from '../../store/insert-rows.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { sql } from 'kysely';
import type { EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { SpentBefore } from '../../../evaluation/engine/call-budget.ts';
import type { Spending } from '../../../evaluation/engine/spending.ts';
import { sumOf } from '../../../foundation/numbers.ts';

interface WorkToSave {
  readonly id: string;
  readonly scenarios: readonly FinishedScenario[];
  readonly cells: readonly StoredCell[];
  readonly scores: readonly StoredScore[];
  readonly since?: StoredSince;
  readonly instant: string;
}

const REPLACE_NOTHING: StoredSince = { cells: null, scores: null };

export type WorkStore = ReturnType<typeof createWorkStore>;

/** Creates the store of results. Existing rows are never changed: each has its own copy of its output. */
export function createWorkStore() {
  const insertOutcomes = createInsertRows({
    table: 'evaluation_outcomes',
    columns: [
      'scenario_id',
      'evaluation_id',
      'outputs',
      'results',
      'cost',
      'latency',
      'is_called',
      'is_error',
      'judge_calls',
      'judge_cost',
      'cell_hash',
    ],
    unless: 'scenario_id',
  });
  const cells = {
    table: 'cells',
    columns: ['hash', 'output', 'cost', 'latency', 'usage', 'warm_up', 'call_group', 'created_at'],
  } as const;
  const scores = { table: 'scores', columns: ['hash', 'result', 'created_at', 'cell_hash'] } as const;
  const insertCells = createInsertRows({ ...cells, unless: 'hash' });
  const replaceCells = createInsertRows({ ...cells, replaces: 'hash' });
  const insertScores = createInsertRows({ ...scores, unless: 'hash' });
  const replaceScores = createInsertRows({ ...scores, replaces: 'hash' });
  return {
    async save(db: Db, { id, scenarios, cells, scores, since = REPLACE_NOTHING, instant }: WorkToSave): Promise<void> {
      const outcomes = scenarios.map((scenario) => toOutcome(id, scenario));
      if ((await insertOutcomes(db, outcomes)) < scenarios.length) await addRepeated(db, id, scenarios);
      if (since.cells !== null) await detachRows(db, id, cells);
      await (since.cells === null ? insertCells : replaceCells)(
        db,
        inOrder(cells).map(
          ({ hash, output, cost, latency, usage, warm_up: warmUp = null, call_group: group = null }) => {
            const uses = usage === undefined ? null : JSON.stringify(usage);
            return [hash, JSON.stringify(output), cost, latency, uses, warmUp, group, instant];
          },
        ),
      );
      await (since.scores === null ? insertScores : replaceScores)(
        db,
        inOrder(scores).map(({ hash, result, cellHash = null }) => [hash, JSON.stringify(result), instant, cellHash]),
      );
    },
    /** Answers which outputs are stored, without reading them. */
    async whichCells(db: Db, hashes: readonly string[], since: string | null): Promise<ReadonlySet<string>> {
      const cells = db
        .selectFrom('cells')
        .select('hash')
        .where('created_at', '>', since ?? '');
      const rows = await readBatches(hashes, (batch) => cells.where('hash', 'in', batch).execute());
      return new Set(rows.map(({ hash }) => hash));
    },
    async findCells(db: Db, hashes: readonly string[], since: string | null): Promise<Map<string, StoredCell>> {
      const cells = db
        .selectFrom('cells')
        .selectAll()
        .where('created_at', '>', since ?? '');
      const rows = await readBatches(hashes, (batch) => cells.where('hash', 'in', batch).execute());
      return new Map(
        rows.map(({ hash, output, cost, latency, usage, warm_up, call_group }) => {
          const uses = usage === null ? {} : { usage: fromJson<ModelUse[]>(usage) };
          const made = { ...(warm_up === null ? {} : { warm_up }), ...(call_group === null ? {} : { call_group }) };
          return [hash, { hash, output: fromJson<Result>(output), cost, latency, ...uses, ...made }];
        }),
      );
    },
    async findScores(db: Db, hashes: readonly string[], since: string | null): Promise<Map<string, JudgedResult>> {
      const scores = db
        .selectFrom('scores')
        .select(['hash', 'result'])
        .where('created_at', '>', since ?? '');
      const rows = await readBatches(hashes, (batch) => scores.where('hash', 'in', batch).execute());
      return new Map(rows.map(({ hash, result }) => [hash, fromJson<JudgedResult>(result)]));
    },
  };
}

/** Adds what rows cost that another process has stored meanwhile: both paid for them. */
async function addRepeated(db: Db, id: string, scenarios: readonly FinishedScenario[]): Promise<void> {
  const ids = scenarios.map((scenario) => scenario.id);
  const outcomes = db.selectFrom('evaluation_outcomes').select(['scenario_id', 'outputs', 'results']);
  const stored = await readBatches(ids, (batch) => outcomes.where('scenario_id', 'in', batch).execute());
  const known = new Map(
    stored.map((row) => [row.scenario_id, JSON.stringify([fromJson(row.outputs), fromJson(row.results)])]),
  );
  const repeated = scenarios.filter((row) => known.get(row.id) !== JSON.stringify([row.outputs, row.results]));
  const spent = repeated.flatMap(({ isCalled, cost, judging }) => [
    ...(isCalled ? [{ cost }] : []),
    ...(judging.calls > 0 ? [{ cost: judging.cost }] : []),
  ]);
  if (spent.length > 0) await addAbandoned(db, id, spent);
}

/** Detaches the rows of other evaluations from outputs that are about to be replaced: they are not theirs any more. */
async function detachRows(db: Db, id: string, cells: readonly StoredCell[]): Promise<void> {
  for (const batch of inBatches(cells.map(({ hash }) => hash))) {
    const outcomes = db.updateTable('evaluation_outcomes').set({ cell_hash: null });
    await outcomes.where('cell_hash', 'in', batch).where('evaluation_id', '<>', id).execute();
  }
}

function toOutcome(evaluationId: string, scenario: FinishedScenario) {
  const { id, outputs, results, cost, latency, isCalled, judging, cellHash = null } = scenario;
  const [called, failed] = [isCalled ? 1 : 0, isErroneous(scenario) ? 1 : 0];
  const judgeCost = judging.calls === 0 ? null : judging.cost;
  return [
    id,
    evaluationId,
    JSON.stringify(outputs),
    JSON.stringify(results),
    cost,
    latency,
    called,
    failed,
    judging.calls,
    judgeCost,
    cellHash,
  ];
}

/** Sorts rows: on PostgreSQL, transactions that insert the same rows in different orders deadlock. */
function inOrder<T extends { readonly hash: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
}

/** Lists the evaluations of a run that are left, oldest first. */
export async function readRunIds(db: Db, { id, runId }: { readonly id: string; readonly runId: string | null }) {
  if (runId === null) return [id];
  const rows = await db.selectFrom('evaluations').select('id').where('run_id', '=', runId).orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Adds up the known cost of the calls and judges of some evaluations, and finds the most expensive ones. */
export async function readSpent(db: Db, ids: readonly string[]): Promise<SpentBefore> {
  const called = await db
    .selectFrom('evaluation_outcomes')
    .select([sql<number | null>`sum(cost)`.as('cost'), sql<number | null>`max(cost)`.as('dearest')])
    .where('evaluation_id', 'in', ids)
    .where('is_called', '=', 1)
    .executeTakeFirstOrThrow();
  const judged = await db
    .selectFrom('evaluation_outcomes')
    .select([sql<number | null>`sum(judge_cost)`.as('cost'), sql<number | null>`max(judge_cost)`.as('dearest')])
    .where('evaluation_id', 'in', ids)
    // Written out, so that both databases find the partial index.
    .where(sql<boolean>`judge_calls > 0`)
    .executeTakeFirstOrThrow();
  const { before, lost } = await db
    .selectFrom('evaluations')
    .select([
      sql<number | null>`sum(spent_before)`.as('before'),
      sql<number | string | null>`sum(unpriced_before)`.as('lost'),
    ])
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return {
    cost: called.cost ?? 0,
    dearest: called.dearest ?? 0,
    judgeCost: judged.cost ?? 0,
    dearestJudged: judged.dearest ?? 0,
    before: before ?? 0,
    lostCalls: Number(lost ?? 0),
  };
}

/**
 * Notes calls that a process had in flight when it was killed: nobody knows what they cost, unless all calls before were
 * free.
 */
export async function addLostCalls(db: Db, id: string, calls: number): Promise<void> {
  if (calls === 0) return;
  const { done, called, paid } = await db
    .selectFrom('evaluation_outcomes')
    .select([
      sql<number | string>`count(*)`.as('done'),
      sql<number | string>`count(case when is_called = 1 then 1 end)`.as('called'),
      sql<
        number | string
      >`count(case when is_called = 1 and (cost is null or cost > 0) or judge_calls > 0 then 1 end)`.as('paid'),
    ])
    .where('evaluation_id', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(called) > 0 && Number(paid) === 0) return;
  // No more calls were in flight than rows were left.
  const lost = sql<number>`case when row_count - ${Number(done)} < ${calls} then row_count - ${Number(done)} else ${calls} end`;
  await db
    .updateTable('evaluations')
    .set((the) => ({ unpriced_before: the('unpriced_before', '+', lost) }))
    .where('id', '=', id)
    .execute();
}

/** Adds what calls cost whose rows have no result. */
export async function addAbandoned(db: Db, id: string, spent: readonly Spending[]): Promise<void> {
  const cost = sumOf(spent, (each) => each.cost ?? 0);
  const unpriced = spent.filter((each) => each.cost === null).length;
  await db
    .updateTable('evaluations')
    .set((the) => ({
      spent_before: the('spent_before', '+', cost),
      failed_before: the('failed_before', '+', cost),
      unpriced_before: the('unpriced_before', '+', unpriced),
    }))
    .where('id', '=', id)
    .execute();
}

export async function readJudging(db: Db, id: string) {
  const row = await db
    .selectFrom('evaluation_outcomes')
    .select([
      sql<number | string | null>`sum(judge_calls)`.as('calls'),
      sql<number | string>`count(judge_cost)`.as('known'),
      sql<number | null>`sum(judge_cost)`.as('cost'),
    ])
    .where('evaluation_id', '=', id)
    // Written out, so that both databases find the partial index.
    .where(sql<boolean>`judge_calls > 0`)
    .executeTakeFirstOrThrow();
  return { calls: Number(row.calls), known: Number(row.known), cost: row.cost ?? 0 };
}

const PAST_JUDGED = 1000;

export interface PastScore {
  readonly config: Pick<EvaluatorConfig, 'evaluator_key' | 'settings_values'>;
  readonly result: JudgedResult;
}

/** Reads the scores of an app's latest rows that judges called a model for. */
export async function selectPastScores(db: Db, appId: string): Promise<PastScore[]> {
  const rows = await db
    .selectFrom('evaluation_outcomes')
    .innerJoin('evaluations', 'evaluations.id', 'evaluation_outcomes.evaluation_id')
    .select(['evaluation_outcomes.results', 'evaluations.evaluator_configs'])
    .where('evaluations.app_id', '=', appId)
    .where(sql<boolean>`evaluation_outcomes.judge_calls > 0`)
    .orderBy('evaluation_outcomes.evaluation_id', 'desc')
    .limit(PAST_JUDGED)
    .execute();
  return rows.flatMap(({ results, evaluator_configs }) => {
    const configs = fromJson<EvaluatorConfig[]>(evaluator_configs);
    return fromJson<EvaluationScenario['results']>(results).flatMap(({ evaluator_config, result }) => {
      const config = configs.find(({ id }) => id === evaluator_config);
      return config === undefined ? [] : [{ config, result }];
    });
  });
}
