import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import type { EvaluationRow, Evaluation } from '../../contract/evaluations/evaluation.ts';
import { parseCondition } from '../../evaluation/rows/parse-condition.ts';
import { shortenRow } from '../../evaluation/groups/shorten-rows.ts';
import { matchRows, selectRows } from '../../evaluation/rows/select-rows.ts';
import { readEvaluationRows } from './require-finished.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';

export interface ListEvaluationRowsOptions {
  readonly where: readonly string[];
  readonly sort: string | null;
  readonly isDescending: boolean;
  /** Whether rows are needed whole; otherwise long values are cut, so that many fit into memory. @defaultValue true */
  readonly isWhole?: boolean;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

/**
 * Selects rows of an evaluation.
 *
 * @throws {WF_USAGE} for an invalid condition
 * @throws {WF_NOT_FOUND} for a field that the rows do not have
 */
export async function listEvaluationRows(
  client: Client,
  evaluation: Evaluation,
  { where, limit, page, isWhole = true, ...order }: ListEvaluationRowsOptions,
) {
  const conditions = where.map(parseCondition);
  const rows = readEvaluationRows(client, evaluation);
  return await selectRows(rows, { ...order, isWhole, conditions, limit, offset: (page - 1) * limit });
}

/**
 * Reads rows of an evaluation as the service sends them. Sorting loads all of them first.
 *
 * @yields the rows, each with its row number in the test set
 * @throws {WF_NOT_FOUND} for a field that the rows do not have, before the first row
 */
export async function* readSelectedRows(
  client: Client,
  evaluation: Evaluation,
  { isWhole = true, ...order }: Pick<ListEvaluationRowsOptions, 'where' | 'sort' | 'isDescending' | 'isWhole'>,
): AsyncGenerator<EvaluationRow> {
  const conditions = order.where.map(parseCondition);
  const rows = readEvaluationRows(client, evaluation);
  if (order.sort !== null) return yield* (await selectRows(rows, { ...order, isWhole, conditions })).rows;
  for await (const row of matchRows(rows, conditions)) yield isWhole ? row : shortenRow(row);
}

export function isFiltered({ where, sort }: Pick<ListEvaluationRowsOptions, 'where' | 'sort'>): boolean {
  return where.length > 0 || sort !== null;
}

/**
 * Reads the rows of an evaluation from the last to the first.
 *
 * @yields the rows; their number is 0 if the service does not send it
 */
export async function* readRowsBackwards(
  client: Client,
  { id, route = null }: Evaluation,
): AsyncGenerator<EvaluationRow> {
  const input = { evaluation_id: id, limit: PAGE_SIZE, order: 'desc' } as const;
  for await (const scenario of client.paginate('listEvaluationScenarios', input))
    yield { ...scenario, row: scenario.row ?? 0, route };
}

/** Counts the rows of an evaluation; `null` if the service is not ours and has no counts. */
export async function countEvaluationRows(client: Client, { id }: Evaluation): Promise<number | null> {
  const progress = await orUnsupported(client.getEvaluationProgress({ evaluation_id: id }), null);
  return progress?.rows ?? null;
}
