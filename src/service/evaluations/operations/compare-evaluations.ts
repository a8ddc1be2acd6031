import { COMPARED_ROWS, COMPARED_ROW_COUNT, formatSize } from '../../../foundation/sizes.ts';
import { measureScenarios } from '../queries/scenario-rows.ts';
import type { ComparisonResults, EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { sumOf } from '../../../foundation/numbers.ts';
import type { Db } from '../../store/schema.ts';
import type { Operation } from '../../operation/operation.ts';
import { readEvaluationIds, requireEvaluation } from '../queries/evaluations.ts';
import { readStoredEvaluation } from '../scenario-records.ts';

export const listEvaluationsOfResources: Operation<'listEvaluationsOfResources'> = {
  run: async ({ resource_type: type, resource_ids: ids }, { db }) => await readEvaluationIds(db, type, ids),
};

/** Rows that one answer may have: unlike the lists, it has no pages. */
const MAX_ROWS = COMPARED_ROW_COUNT.most;

export const compareEvaluations: Operation<'compareEvaluations'> = {
  run: async (input, { db }) => groupByInput(await readScenarios(db, input)),
  parts: async (input, { db }) => writeGroups(groupByInput(await readScenarios(db, input))),
};

/** @throws {WF_INVALID_INPUT} when the answer would be too long */
async function readScenarios(
  db: Db,
  { evaluations_ids: listed }: { readonly evaluations_ids: string },
): Promise<EvaluationScenario[]> {
  const ids = new Set(listed.split(',').map((id) => id.trim()));
  const rows = [];
  for (const id of ids) rows.push(await requireEvaluation(db, id));
  if (sumOf(rows, (row) => row.row_count) > MAX_ROWS) throw tooMany(`${MAX_ROWS} rows`);
  if ((await measureScenarios(db, [...ids])) > COMPARED_ROWS.most) throw tooMany(formatSize(COMPARED_ROWS));
  const scenarios: EvaluationScenario[] = [];
  let length = 0;
  for (const row of rows) {
    const stored = await readStoredEvaluation(db, row);
    for await (const scenario of stored.rows()) {
      // The answer has it once for each input.
      length += JSON.stringify(scenario).length * scenario.inputs.length;
      if (length > COMPARED_ROWS.most) throw tooMany(formatSize(COMPARED_ROWS));
      scenarios.push(scenario);
    }
  }
  return scenarios;
}

/** @yields the JSON, a row at a time: all of it in one piece would stop the service for long */
async function* writeGroups({ inputs, data }: ComparisonResults): AsyncGenerator<string> {
  yield '{"inputs":[';
  for (const [index, input] of inputs.entries()) yield `${index === 0 ? '' : ','}${JSON.stringify(input)}`;
  yield '],"data":[';
  for (const [index, { scenarios, ...input }] of data.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(input).slice(0, -1)},"scenarios":[`;
    for (const [place, scenario] of scenarios.entries()) yield `${place === 0 ? '' : ','}${JSON.stringify(scenario)}`;
    yield ']}';
  }
  yield ']}';
}

function groupByInput(scenarios: readonly EvaluationScenario[]): ComparisonResults {
  const groups = new Map<string, ComparisonResults['data'][number]>();
  for (const scenario of scenarios) {
    for (const { name, value } of scenario.inputs) {
      const key = JSON.stringify([name, value]);
      const group = groups.get(key) ?? { input_name: name, input_value: value, scenarios: [] };
      group.scenarios.push(scenario);
      groups.set(key, group);
    }
  }
  const data = [...groups.values()];
  return { inputs: data.map(({ input_name, input_value }) => ({ input_name, input_value })), data };
}

function tooMany(most: string): UserError {
  const msg = `The evaluations have more than ${most} together; list the rows of each instead`;
  const details = [{ loc: ['query', 'evaluations_ids'], msg, type: 'too_long' }];
  return new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
}
