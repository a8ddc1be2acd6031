import type { ModelUse } from '../../../contract/evaluations/model-use.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import type { FinishedScenario, StoredCell, StoredScore } from '../evaluation-rows.ts';
import { isErroneous } from '../../../evaluation/results/make-result.ts';
import { createInsertRows } from '../../store/insert-rows.ts';
import { inBatches } from '../../store/in-batches.ts';
import { fromJson } from '../../store/json-column.ts';
import type { Db } from '../../store/schema.ts';

export interface WorkToSave {
  readonly id: string;
  readonly scenarios: readonly FinishedScenario[];
  readonly cells: readonly StoredCell[];
  readonly scores: readonly StoredScore[];
  readonly instant: string;
}

/** The store of results: outcomes of rows, and the cells and scores that later evaluations reuse. */
export interface WorkStore {
  save(db: Db, work: WorkToSave): Promise<void>;
  /** Answers which outputs are stored, without reading them. */
  whichCells(db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>>;
  findCells(db: Db, hashes: readonly string[]): Promise<Map<string, StoredCell>>;
  findScores(db: Db, hashes: readonly string[]): Promise<Map<string, Result>>;
}

/** Creates the store of results. Existing rows are never changed. */
export function createWorkStore(): WorkStore {
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
  const insertCells = createInsertRows({
    table: 'cells',
    columns: ['hash', 'output', 'cost', 'latency', 'usage', 'warm_up', 'call_group', 'created_at'],
    unless: 'hash',
  });
  const insertScores = createInsertRows({
    table: 'scores',
    columns: ['hash', 'result', 'created_at', 'cell_hash'],
    unless: 'hash',
  });
  return {
    async save(db, { id, scenarios, cells, scores, instant }) {
      await insertOutcomes(
        db,
        scenarios.map((scenario) => toOutcome(id, scenario)),
      );
      await insertCells(
        db,
        inOrder(cells).map(
          ({ hash, output, cost, latency, usage, warm_up: warmUp = null, call_group: group = null }) => {
            const uses = usage === undefined ? null : JSON.stringify(usage);
            return [hash, JSON.stringify(output), cost, latency, uses, warmUp, group, instant];
          },
        ),
      );
      await insertScores(
        db,
        inOrder(scores).map(({ hash, result, cellHash = null }) => [hash, JSON.stringify(result), instant, cellHash]),
      );
    },
    async whichCells(db, hashes) {
      const found = new Set<string>();
      for (const batch of inBatches(hashes)) {
        const rows = await db.selectFrom('cells').select('hash').where('hash', 'in', batch).execute();
        for (const { hash } of rows) found.add(hash);
      }
      return found;
    },
    async findCells(db, hashes) {
      const found = new Map<string, StoredCell>();
      for (const batch of inBatches(hashes)) {
        const rows = await db.selectFrom('cells').selectAll().where('hash', 'in', batch).execute();
        for (const { hash, output, cost, latency, usage, warm_up, call_group } of rows) {
          const uses = usage === null ? {} : { usage: fromJson<ModelUse[]>(usage) };
          const made = { ...(warm_up === null ? {} : { warm_up }), ...(call_group === null ? {} : { call_group }) };
          found.set(hash, { hash, output: fromJson<Result>(output), cost, latency, ...uses, ...made });
        }
      }
      return found;
    },
    async findScores(db, hashes) {
      const found = new Map<string, Result>();
      for (const batch of inBatches(hashes)) {
        const rows = await db.selectFrom('scores').select(['hash', 'result']).where('hash', 'in', batch).execute();
        for (const { hash, result } of rows) found.set(hash, fromJson<Result>(result));
      }
      return found;
    },
  };
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
