import type { Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { notFound } from '../../foundation/errors/not-found.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { isErroneous } from '../compare/is-erroneous.ts';
import { metricsOf } from '../compare/metrics.ts';
import { cellOf, type ReadField } from '../groups/row-cells.ts';
import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import { isUnscored } from '../results/make-result.ts';
import type { Condition } from './parse-condition.ts';

/**
 * Finds the field that a name means: an evaluator, `cost`, `latency`, `error` (whether the row failed), `output`, or else
 * a test set column.
 */
export function fieldOf(evaluation: Evaluation, name: string): ReadField {
  const metric = metricsOf(evaluation).find((candidate) => candidate.name === name);
  if (metric !== undefined) return metric.read;
  if (name === 'error') return (row) => isErroneous(row) && (isReached(row) || hasFinished(evaluation.status));
  if (name === 'output') return ({ outputs }) => outputs[0]?.result.value ?? null;
  return (row) => cellOf(row, name);
}

/**
 * Finds the field of a condition. A condition on `error` is about whether there is one, or about its message.
 *
 * @throws {WF_USAGE} for text where the field has numbers
 */
export function conditionField(evaluation: Evaluation, { field, sign, wanted }: Condition): ReadField {
  if (field === 'error' && wanted !== 'true' && wanted !== 'false') return errorOf;
  if (metricsOf(evaluation).some(({ name }) => name === field)) requireFigure(field, sign, wanted);
  return fieldOf(evaluation, field);
}

/** A stopped evaluation has rows that nobody called; in a finished one, a row without an output failed. */
function isReached({ outputs, results }: EvaluationScenario): boolean {
  return outputs.length > 0 || results.length > 0;
}

function errorOf({ outputs, results }: EvaluationScenario): string {
  const failed = [...outputs, ...results].filter(({ result }) => isUnscored(result));
  return failed.map(({ result }) => result.error?.message ?? '').join('\n');
}

function requireFigure(field: string, sign: string, wanted: string): void {
  const isVerdict = /^(true|false|)$/.test(wanted) && (sign === '=' || sign === '!=');
  const isFigure = wanted !== '' && !Number.isNaN(Number(wanted));
  if (isVerdict || isFigure || sign === '~') return;
  throw new UserError({
    code: 'WF_USAGE',
    message: `Cannot compare ${field} with ${JSON.stringify(wanted)}: write a number, true or false.`,
    nextSteps: [`--where ${field}=false`, `--where "${field}>1"`],
  });
}

/**
 * Refuses a field that no row had.
 *
 * @param columns - the columns of the rows
 * @throws {WF_NOT_FOUND} with similar names
 */
export function requireField(evaluation: Evaluation, name: string, columns: ReadonlySet<string>): void {
  const own = [...metricsOf(evaluation).map((metric) => metric.name), 'error', 'output'];
  if (own.includes(name) || columns.has(name)) return;
  throw notFound({ kind: 'field of the rows', name, available: [...own, ...columns] });
}
