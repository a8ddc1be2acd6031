import { caseInputs, expectedColumns } from '../../../contract/evaluations/case-inputs.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { isRecord } from '../../../foundation/record.ts';
import { requireAnswerColumns, requireInputColumns } from '../../evaluations/require-columns.ts';
import { parseJsonSource, readJsonObject } from '../../files/read-json-source.ts';
import { nameOfSource, type TextSource } from '../../files/read-text-source.ts';
import type { OpenedEvaluator } from './open-evaluators.ts';
import type { ChosenRow } from './read-trial-rows.ts';
import type { NumberedRow } from './run-trial.ts';

export interface ToInputsOptions {
  /** The test set as typed. */
  readonly testset: string;
  readonly rows: readonly ChosenRow[];
  readonly route: RouteSchema;
  readonly evaluators: readonly OpenedEvaluator[];
}

/**
 * Reads the inputs and the expected answers of rows, as an evaluation does.
 *
 * @throws {WF_TESTSET_INVALID} when a row lacks an input, or the column that an evaluator reads
 */
export function prepareRows({ testset: typed, rows, route, evaluators }: ToInputsOptions): NumberedRow[] {
  const testset = nameOfSource(typed);
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  requireAnswerColumns({ testset, columns, evaluators });
  for (const { row, cells } of rows) requireInputColumns({ testset, rows: [cells], start: row - 1, route });
  const expected = expectedColumns(evaluators.map(({ settings }) => settings));
  const toInputs = caseInputs(route, expected);
  return rows.map(({ row, cells }) => ({
    row,
    cells,
    inputs: toInputs(cells),
    expected: Object.fromEntries(Object.entries(cells).filter(([column]) => expected.has(column))),
  }));
}

/**
 * Reads the configurations of `--with`: JSON objects, or `@FILE`.
 *
 * @throws {WF_INVALID_INPUT} for anything else
 */
export async function readConfigurations(
  typed: readonly string[],
  from: Omit<TextSource, 'source'>,
): Promise<Parameters[]> {
  const configurations: Parameters[] = [];
  // One after the other: the error of the first bad one is the one that is shown.
  for (const text of typed) configurations.push(await readConfiguration(text, from));
  return configurations;
}

async function readConfiguration(text: string, from: Omit<TextSource, 'source'>): Promise<Parameters> {
  if (text.startsWith('@')) return await readJsonObject({ source: text.slice(1), ...from });
  const value = parseJsonSource('--with', text);
  if (isRecord(value)) return { ...value };
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `--with ${text} must be a JSON object with configuration values.`,
    nextSteps: [`--with '{"words": 80}'`, '--with @FILE'],
  });
}
