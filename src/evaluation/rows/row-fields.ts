import type { Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { notFound } from '../../errors/not-found.ts';
import { UserError } from '../../errors/wf-error.ts';
import { isErroneous, metricsOf } from '../compare/metrics.ts';
import type { Condition } from './parse-condition.ts';

/** Reads one field of a row; `null` where the row has none. */
export type ReadField = (row: EvaluationScenario) => unknown;

/**
 * Finds what a name means on the rows of an evaluation: an evaluator, `cost`, `latency`, `error` (whether the row went
 * wrong), `output`, or else a column of the test set.
 */
export function fieldOf(evaluation: Evaluation, name: string): ReadField {
  const metric = metricsOf(evaluation).find((candidate) => candidate.name === name);
  if (metric !== undefined) return metric.read;
  if (name === 'error') return isErroneous;
  if (name === 'output') return ({ outputs }) => outputs[0]?.result.value ?? null;
  return (row) => cellOf(row, name);
}

/**
 * Finds what a condition is about. An error is asked for by whether there is one, or by its words.
 *
 * @throws {WF_USAGE} for a word where the field holds numbers
 */
export function conditionField(evaluation: Evaluation, { field, sign, wanted }: Condition): ReadField {
  if (field === 'error' && wanted !== 'true' && wanted !== 'false') return errorOf;
  if (metricsOf(evaluation).some(({ name }) => name === field)) requireFigure(field, sign, wanted);
  return fieldOf(evaluation, field);
}

function errorOf({ outputs, results }: EvaluationScenario): string {
  const failed = [...outputs, ...results].filter(({ result }) => result.type === 'error');
  return failed.map(({ result }) => result.error?.message ?? '').join('\n');
}

function requireFigure(field: string, sign: string, wanted: string): void {
  const isVerdict = /^(true|false|)$/.test(wanted) && (sign === '=' || sign === '!=');
  const isFigure = wanted !== '' && !Number.isNaN(Number(wanted));
  if (isVerdict || isFigure || sign === '~') return;
  throw new UserError({
    code: 'WF_USAGE',
    message: `${field} cannot be held against ${JSON.stringify(wanted)}: a score is a number, or true or false.`,
    nextSteps: [`--where ${field}=false`, `--where "${field}>1"`],
  });
}

/**
 * Tells a column that no row had from one that is there.
 *
 * @param columns - that the rows had
 * @throws {WF_NOT_FOUND} with the names that come near
 */
export function requireField(evaluation: Evaluation, name: string, columns: ReadonlySet<string>): void {
  const own = [...metricsOf(evaluation).map((metric) => metric.name), 'error', 'output'];
  if (own.includes(name) || columns.has(name)) return;
  throw notFound({ kind: 'field of the rows', name, available: [...own, ...columns] });
}

/** Names the columns of the test set that a row was made from. */
export function columnsOf({ inputs, correct_answers }: EvaluationScenario): string[] {
  return [...inputs.map(({ name }) => name), ...correct_answers.map(({ key }) => key)];
}

function cellOf({ inputs, correct_answers }: EvaluationScenario, column: string): unknown {
  const input = inputs.find(({ name }) => name === column);
  return (input ?? correct_answers.find(({ key }) => key === column))?.value ?? null;
}
