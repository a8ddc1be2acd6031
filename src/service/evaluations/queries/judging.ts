import { sql } from 'kysely';
import type { EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { SpentBefore } from '../../../evaluation/engine/call-budget.ts';
import { fromJson } from '../../store/json-column.ts';
import type { Db } from '../../store/schema.ts';

/** Adds up the known cost of an evaluation's calls and judges, and counts the answered calls and the judged rows. */
export async function readSpent(db: Db, id: string): Promise<SpentBefore> {
  const row = await db
    .selectFrom('evaluation_outcomes')
    .select([sql<number | string>`count(latency)`.as('calls'), sql<number | null>`sum(cost)`.as('cost')])
    .where('evaluation_id', '=', id)
    .where('is_called', '=', 1)
    .executeTakeFirstOrThrow();
  const judged = await readJudging(db, id);
  const { before } = await db
    .selectFrom('evaluations')
    .select('spent_before as before')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { calls: Number(row.calls), cost: row.cost ?? 0, judged: judged.known, judgeCost: judged.cost, before };
}

/** Adds up what judges called for an evaluation's rows, and the known cost of it. */
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

/** Rows that a forecast of judges is based on. */
const PAST_JUDGED = 1000;

/** A score of an earlier evaluation. */
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
