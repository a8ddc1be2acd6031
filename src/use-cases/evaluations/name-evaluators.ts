import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';

/** Rows of an evaluation that tell which evaluators it has: all rows have the same. */
const ROWS = 20;

/**
 * Adds the evaluators to an evaluation that has no results as a whole, because it runs or was stopped: its rows have scores,
 * and name only the ids of evaluators. One that was deleted since then stays unnamed.
 */
export async function nameEvaluators<E extends Evaluation>(client: Client, evaluation: E): Promise<E> {
  const { id: evaluation_id, app_id, status, aggregated_results } = evaluation;
  if (aggregated_results.length > 0 || hasFinished(status)) return evaluation;
  const rows = await client.listEvaluationScenarios({ evaluation_id, limit: ROWS });
  const ids = new Set(rows.flatMap(({ results }) => results.map(({ evaluator_config }) => evaluator_config)));
  if (ids.size === 0) return evaluation;
  const configs = await orUnsupported(Array.fromAsync(client.paginate('listEvaluatorConfigs', { app_id })), []);
  const named = [...ids].flatMap((id) => configs.find((config) => config.id === id) ?? []);
  const result = { type: 'number', value: null };
  return { ...evaluation, aggregated_results: named.map((evaluator_config) => ({ evaluator_config, result })) };
}
