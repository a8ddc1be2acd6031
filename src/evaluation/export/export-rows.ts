import Papa from 'papaparse';
import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { describeErrors, evaluatorNames, modelAnswerOf } from '../../contract/evaluations/describe-results.ts';
import { type EvaluationRows, evaluatorsOf } from '../compare/metrics.ts';

/**
 * Writes an evaluation's rows as JSON Lines: the wire records with their position and route.
 *
 * @yields one line per row
 */
export async function* exportJsonl({ evaluation: { route = null }, rows }: EvaluationRows): AsyncGenerator<string> {
  for await (const scenario of numberRows(rows)) yield `${JSON.stringify({ ...scenario, route })}\n`;
}

/**
 * Numbers the rows of services that do not.
 *
 * @yields the rows, each with its position from 1
 */
export async function* numberRows(rows: EvaluationRows['rows']): AsyncGenerator<NumberedRow> {
  let position = 0;
  for await (const scenario of rows()) {
    position += 1;
    yield { ...scenario, row: scenario.row ?? position };
  }
}

export type NumberedRow = EvaluationScenario & { readonly row: number };

/**
 * Writes an evaluation's rows as csv. Reads them twice: a later row may have columns that the first does not.
 *
 * @returns the header line, then one record per row
 */
export function exportCsv(evaluation: EvaluationRows): AsyncGenerator<string> {
  return writeRecords(evaluation, toRecord);
}

/**
 * Writes the same csv for a spreadsheet: prefixes an apostrophe to text that a spreadsheet would run as a formula, such
 * as `=HYPERLINK(...)` in a model's output.
 *
 * @returns the header line, then one record per row
 * @source https://owasp.org/www-community/attacks/CSV_Injection
 */
export function exportSpreadsheet(evaluation: EvaluationRows): AsyncGenerator<string> {
  return writeRecords(evaluation, (cells) => toRecord(cells.map(toInert)));
}

function toInert(cell: unknown): unknown {
  return typeof cell === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
}

async function* writeRecords(evaluation: EvaluationRows, write: typeof toRecord): AsyncGenerator<string> {
  const evaluators = evaluatorsOf(evaluation.evaluation);
  const names = evaluatorNames(evaluation.evaluation);
  const { inputs, answers, judges, hasModelAnswers } = await collectColumns(evaluation);
  const reasoned = evaluation.evaluation.aggregated_results.flatMap(({ evaluator_config: { id, name } }) =>
    judges.has(id) ? [{ id, name }] : [],
  );
  yield write([
    'row',
    ...inputs.map((name) => `input.${name}`),
    ...answers.map((name) => `expected.${name}`),
    'output',
    'error',
    ...(hasModelAnswers ? ['model_answer'] : []),
    ...evaluators.map(({ name }) => `score.${name}`),
    ...reasoned.map(({ name }) => `reason.${name}`),
    'cost',
    'latency',
    'route',
  ]);
  for await (const scenario of numberRows(evaluation.rows)) {
    const [output] = scenario.outputs;
    const cells = new Map<string, unknown>(scenario.inputs.map(({ name, value }) => [name, value]));
    const expected = new Map<string, unknown>(scenario.correct_answers.map(({ key, value }) => [key, value]));
    yield write([
      scenario.row,
      ...inputs.map((name) => cells.get(name)),
      ...answers.map((name) => expected.get(name)),
      output?.result.value,
      describeErrors(scenario, names),
      ...(hasModelAnswers ? [modelAnswerOf(scenario)] : []),
      ...evaluators.map(({ read }) => read(scenario)),
      ...reasoned.map(({ id }) => scenario.results.find((each) => each.evaluator_config === id)?.result.reason),
      output?.cost,
      output?.latency,
      evaluation.evaluation.route,
    ]);
  }
}

async function collectColumns({ rows }: EvaluationRows) {
  const [inputs, answers, judges] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let hasModelAnswers = false;
  for await (const scenario of rows()) {
    hasModelAnswers ||= modelAnswerOf(scenario) !== null;
    for (const { name } of scenario.inputs) inputs.add(name);
    for (const { key } of scenario.correct_answers) answers.add(key);
    for (const { evaluator_config, result } of scenario.results)
      if (result.reason != null) judges.add(evaluator_config);
  }
  return { inputs: [...inputs], answers: [...answers], judges, hasModelAnswers };
}

/** Writes one record: text unchanged, a missing value as an empty cell, anything else as JSON. */
export function toRecord(cells: readonly unknown[]): string {
  const texts = cells.map((cell) =>
    cell === null || cell === undefined ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell),
  );
  // Without quotes, it would look like a blank line.
  if (texts.length === 1 && texts[0] === '') return '""\n';
  // Quotes text with another delimiter, which a reader could detect.
  return `${Papa.unparse([texts], { newline: '\n', quotes: (cell: unknown) => /[;|\t]/.test(String(cell)) })}\n`;
}
