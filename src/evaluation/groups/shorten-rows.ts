import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import type { JudgedResult, Result } from '../../contract/evaluations/result.ts';
import { cutText, shortenValue } from '../../foundation/shorten.ts';
import { LONG_VALUE } from '../../foundation/sizes.ts';

/** Most characters of the rows that a summary or a comparison lists, together. */
const ALL_ROWS = 4 * 1024 * 1024;

/** What a listed row has of the inputs and the answers. */
interface ListedRow {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly expected?: Readonly<Record<string, unknown>>;
  readonly error?: string | null;
  readonly model_answer?: string | null | undefined;
  readonly output?: unknown;
  readonly baseline_output?: unknown;
  readonly candidate_output?: unknown;
}

/**
 * Returns how to cut the long values of listed rows.
 *
 * @param rows - most rows that are listed
 */
export function createShortener(rows: number): <Row extends ListedRow>(row: Row) => Row {
  const room = ALL_ROWS / Math.max(1, rows);
  return (row) => {
    const { inputs, expected = {} } = row;
    const values = Object.keys(inputs).length + Object.keys(expected).length + OTHERS.length;
    const most = Math.min(LONG_VALUE.most, Math.floor(room / values));
    const others = OTHERS.filter((name) => row[name] != null).map((name) => [name, shortenValue(row[name], most)]);
    return {
      ...row,
      inputs: shortenAll(inputs, most),
      ...(row.expected === undefined ? {} : { expected: shortenAll(expected, most) }),
      ...Object.fromEntries(others),
    };
  };
}

/** Cuts the long values of a row. */
export function shortenRow<Row extends EvaluationScenario>(row: Row): Row {
  const shorten = <Cell extends { readonly value?: unknown }>(cell: Cell) => ({
    ...cell,
    value: shortenValue(cell.value),
  });
  return {
    ...row,
    inputs: row.inputs.map(shorten),
    correct_answers: row.correct_answers.map(shorten),
    outputs: row.outputs.map((output) => ({ ...output, result: shortenResult(output.result) })),
    results: row.results.map(({ result, ...scored }) => ({ ...scored, result: shortenJudged(result) })),
  };
}

function shortenJudged(result: JudgedResult): JudgedResult {
  const { reason } = result;
  return { ...shortenResult(result), ...(reason == null ? {} : { reason: cutText(reason) }) };
}

function shortenResult<R extends Result>(result: R): R {
  const { value, error } = result;
  return {
    ...result,
    value: shortenValue(value),
    ...(error == null ? {} : { error: shortenError(error) }),
  };
}

function shortenError<E extends NonNullable<Result['error']>>(error: E): E {
  const { message, model_answer: answer } = error;
  return { ...error, message: cutText(message), ...(answer == null ? {} : { model_answer: cutText(answer) }) };
}

const OTHERS = ['error', 'model_answer', 'output', 'baseline_output', 'candidate_output'] as const;

function shortenAll(cells: Readonly<Record<string, unknown>>, most: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, shortenValue(value, most)]));
}
