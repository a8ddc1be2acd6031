import type { Client } from '../client/create-client.ts';
import type { EvaluationRow } from '../contract/evaluation-row.ts';
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

/** More rows than a test set has. */
const ALL = 1_000_000;

/**
 * Walks rows of an evaluation: as they come from the service where all are wanted in their order, else once all are
 * there.
 *
 * @yields the rows, each with its place in the test set
 */
export async function* walkEvaluationRows(
  client: Client,
  evaluation: Evaluation,
  order: Pick<ListEvaluationRowsOptions, 'where' | 'sort' | 'isDescending'>,
): AsyncGenerator<EvaluationRow> {
  if (order.where.length > 0 || order.sort !== null) {
    const { rows } = await listEvaluationRows(client, evaluation, { ...order, limit: ALL, page: 1 });
    return yield* rows;
  }
  let place = 0;
  for await (const scenario of readEvaluationRows(client, evaluation).rows()) {
    place += 1;
    yield { ...scenario, row: scenario.row ?? place };
  }
}
