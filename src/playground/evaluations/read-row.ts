import { textOf } from '../text/text-of.ts';
import { describeUse } from '../../contract/evaluations/describe-use.ts';
import type { Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { sumOrNull } from '../../foundation/numbers.ts';
import { cutText } from '../../foundation/shorten.ts';
import { resultText } from './result-text.ts';

/** The part of a row that the list shows, its long texts cut: memory must hold a hundred thousand of them. */
export interface Row {
  readonly id: string;
  /** Index in the test set, from 1; `7.2` is the second repetition of row 7. */
  readonly name: string;
  /** Index of the first row of its case; `null` where the service does not know cases. */
  readonly firstOfCase: number | null;
  readonly inputs: string;
  readonly expected: string;
  readonly output: string;
  /** Whether it has no result yet. */
  readonly isPending: boolean;
  readonly isFailed: boolean;
  /** Whether the call failed, or an evaluator could not judge the row. */
  readonly hasError: boolean;
  readonly cost: number | null;
  /** Which models and tokens it came from, or why it is unknown; empty where nobody says. */
  readonly costFrom: string;
  readonly latency: number | null;
  /** Scores as text, by the id of the evaluator's configuration. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** Why judges scored so, by the same ids. */
  readonly reasons: Readonly<Record<string, string>>;
}

/**
 * Converts a row. Tolerates fields that another version of the service omits or adds.
 *
 * @param index - position in the list, from 0
 */
export function readRow(scenario: EvaluationScenario, index = 0): Row {
  const {
    id,
    row,
    repeat,
    case: firstOfCase,
    inputs,
    outputs,
    correct_answers,
    results,
  }: Partial<EvaluationScenario> & { id: string } = scenario;
  const all = outputs ?? [];
  const isFailed = all.some(({ result }) => result?.type === 'error');
  return {
    id,
    name: `${row ?? index + 1}${(repeat ?? 1) > 1 ? `.${repeat}` : ''}`,
    firstOfCase: firstOfCase ?? null,
    inputs: cutLines((inputs ?? []).map(({ name, value }) => `${name}: ${textOf(value)}`)),
    expected: cutLines((correct_answers ?? []).map(({ value }) => textOf(value))),
    output: cutLines(all.map(({ result }) => resultText(result))),
    isPending: all.length === 0,
    isFailed,
    hasError: isFailed || (results ?? []).some(({ result }) => result?.error != null),
    cost: totalOf(all.map(({ cost }) => cost)),
    costFrom: cutLines(all.flatMap(({ usage }) => (usage == null ? [] : describeUse(usage)))),
    latency: totalOf(all.map(({ latency }) => latency)),
    verdicts: Object.fromEntries(
      // Of a row that failed, evaluators only repeat its error.
      (results ?? []).map(({ evaluator_config, result }) => [
        evaluator_config,
        isFailed && result?.error != null ? '-' : cutText(resultText(result)),
      ]),
    ),
    reasons: Object.fromEntries(
      (results ?? []).flatMap(({ evaluator_config, result }) =>
        result?.reason == null ? [] : [[evaluator_config, cutText(reasonText(result.reason, result.votes))]],
      ),
    ),
  };
}

function cutLines(lines: readonly string[]): string {
  return cutText(lines.join('\n'));
}

function reasonText(reason: string, votes: readonly number[] | null | undefined): string {
  return votes == null ? reason : `Votes: ${votes.join(', ')}\n${reason}`;
}

/** `null` without outputs, and when one of them does not say it. */
function totalOf(values: readonly (number | null | undefined)[]): number | null {
  return values.length === 0 ? null : sumOrNull(values.map((value) => value ?? null));
}

export interface EvaluatorColumn {
  readonly id: string;
  readonly name: string;
  /** Whether it scores with numbers. */
  readonly isNumber: boolean;
}

/** Most rows to search for what the evaluation does not say of its evaluators. */
const MAX_ROWS = 100;

/**
 * Finds the evaluator columns: those in the evaluation's summary and, while it runs, those of its rows.
 *
 * @param names - names of the app's evaluator configurations, by id
 */
export function evaluatorColumns(
  { aggregated_results }: Pick<Evaluation, 'aggregated_results'>,
  rows: readonly Row[],
  names: ReadonlyMap<string, string>,
): readonly EvaluatorColumn[] {
  const columns = new Map(aggregated_results.map(({ evaluator_config: { id, name } }) => [id, name]));
  const first = rows.slice(0, MAX_ROWS);
  for (const { verdicts } of first) {
    for (const id of Object.keys(verdicts)) if (!columns.has(id)) columns.set(id, names.get(id) ?? id);
  }
  return [...columns].map(([id, name]) => ({
    id,
    name,
    isNumber: first.some(({ verdicts }) => isNumeric(verdicts[id])),
  }));
}

function isNumeric(verdict: string | undefined): boolean {
  return verdict !== undefined && verdict !== '' && Number.isFinite(Number(verdict));
}
