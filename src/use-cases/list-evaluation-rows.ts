import type { Client } from '../client/create-client.ts';
import type { Evaluation } from '../contract/records/evaluation.ts';
import { parseCondition } from '../evaluation/rows/parse-condition.ts';
import { selectRows, type SelectedRows } from '../evaluation/rows/select-rows.ts';
import { readEvaluationRows } from './read-evaluation-rows.ts';

export interface ListEvaluationRowsOptions {
  /** Conditions as typed, all of which must hold. */
  readonly where: readonly string[];
  readonly sort: string | null;
  readonly isDescending: boolean;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

/**
 * Picks rows of an evaluation.
 *
 * @throws {WF_USAGE} for a condition that is none
 * @throws {WF_NOT_FOUND} for a field the rows do not have
 */
export async function listEvaluationRows(
  client: Client,
  evaluation: Evaluation,
  { where, limit, page, ...order }: ListEvaluationRowsOptions,
): Promise<SelectedRows> {
  const conditions = where.map(parseCondition);
  const rows = readEvaluationRows(client, evaluation);
  return await selectRows(rows, { ...order, conditions, limit, offset: (page - 1) * limit });
}
