import { countOf } from '../../foundation/numbers.ts';
import type { Evaluation, EvaluationScenario } from './evaluation.ts';
import type { Result } from './result.ts';

/** Describes how certain the intervals of a summary are, in one line. A page has the methods. */
export function describeIntervals(level: number): string {
  return `Each interval is certain at ${percent(level)}. How: wf help methods`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(4))} %`;
}

/** Counts rows and, where some repeat others, their cases: `80 rows, 10 cases`. */
export function describeRows(rows: number, cases: number): string {
  const count = (number: number, noun: string) =>
    countOf(number, noun).replace(String(number), number.toLocaleString('en'));
  return `${count(rows, 'row')}${cases === rows ? '' : `, ${count(cases, 'case')}`}`;
}

/** Adds to a mean's text how many rows it is over, unless it is over all: `0.795 (39 of 40)`. */
export function describeMean(mean: string, scored: number, rows: number): string {
  return scored < rows ? `${mean} (${scored.toLocaleString('en')} of ${rows.toLocaleString('en')})` : mean;
}

/** Marks the text of a total: where the cost of some rows is unknown, it is a lower bound. */
export function describeTotalCost(text: string, result: Result | null | undefined): string {
  return isPartial(result) ? `at least ${text}` : text;
}

/** Says what part of a total was paid for calls without an answer; `null`: none was, or nobody knows. */
export function describeFailedCost(result: Result | null | undefined, format: (cost: number) => string): string | null {
  if (typeof result?.value !== 'number' || result.value === 0) return null;
  return `of which failed ${describeTotalCost(format(result.value), result)}`;
}

/** Marks the text of a mean: where the cost of some rows is unknown, it is over the others. */
export function describeAverageCost(text: string, result: Result | null | undefined): string {
  return isPartial(result) ? `${text} of known` : text;
}

/** Answers whether a cost counts some rows only; its error says how many. */
export function isPartial(result: Result | null | undefined): boolean {
  return typeof result?.value === 'number' && result.error != null;
}

/**
 * Describes all errors of a row: that of the call, and those of its evaluators, with their names if there are several. One
 * that only repeats the call's, because there was nothing to score, is left out.
 *
 * @param names - the evaluators' names by the ids of their configurations
 * @returns `null` when there is none
 */
export function describeErrors(
  { outputs, results }: Pick<EvaluationScenario, 'outputs' | 'results'>,
  names: ReadonlyMap<string, string>,
): string | null {
  const ofCall = outputs.flatMap(({ result }) => result.error?.message ?? []);
  const failed = results.flatMap(({ evaluator_config: id, result: { error } }) =>
    error == null || ofCall.some((message) => error.message.includes(message))
      ? []
      : [{ name: names.get(id) ?? id, message: error.message }],
  );
  const errors = [
    ...ofCall,
    ...failed.map(({ name, message }) => (failed.length > 1 ? `${name}: ${message}` : message)),
  ];
  return errors.length === 0 ? null : errors.join('; ');
}

/** Returns what the model answered before a row's call, or one of its evaluators, failed; `null`: no answer is known. */
export function modelAnswerOf({ outputs, results }: Pick<EvaluationScenario, 'outputs' | 'results'>): string | null {
  const [answer = null] = [...outputs, ...results].flatMap(({ result }) => result.error?.model_answer ?? []);
  return answer;
}

/** Adds to the text of an error what the model had answered. */
export function withModelAnswer(error: string, answer: string | null | undefined): string {
  return answer == null ? error : `${error}\nThe model answered: ${answer}`;
}

/** Maps the ids of an evaluation's evaluators to their names. */
export function evaluatorNames({ aggregated_results }: Pick<Evaluation, 'aggregated_results'>): Map<string, string> {
  return new Map(aggregated_results.map(({ evaluator_config: { id, name } }) => [id, name]));
}
