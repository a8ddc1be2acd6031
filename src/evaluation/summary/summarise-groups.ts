import type { EvaluationGroups } from '../../contract/evaluations/evaluation-groups.ts';
import type { EvaluationRows } from '../compare/compare-rows.ts';
import { groupRepeats } from '../compare/group-repeats.ts';
import { bySize, createRowGroups, SMALL_GROUP } from '../groups/group-rows.ts';
import { fieldOf, requireField } from '../rows/row-fields.ts';
import { createSummariser } from './summarise-evaluation.ts';

const LEVEL = 0.95;

/**
 * Summarises an evaluation's rows by the values of one field, in one pass.
 *
 * @param field - as in `fieldOf`
 * @throws {WF_NOT_FOUND} for a field that no row has
 * @throws {WF_INVALID_INPUT} for one with more different values than anybody could compare
 */
export async function summariseGroups({ evaluation, rows }: EvaluationRows, field: string): Promise<EvaluationGroups> {
  const create = () => createSummariser(evaluation, { level: LEVEL, maxRows: 0 });
  const grouped = createRowGroups(field, fieldOf(evaluation, field), create);
  for await (const row of groupRepeats(rows())) grouped.of(row[0]).add(row);
  const { groups, columns } = grouped.read();
  if (groups.length > 0) requireField(evaluation, field, columns);
  const summaries = groups.map(({ value, collected }) => {
    const { rows: count, errors, metrics } = collected.read();
    return { value, rows: count, errors, is_small: count < SMALL_GROUP, metrics };
  });
  return { field, level: LEVEL, groups: summaries.toSorted(bySize) };
}
