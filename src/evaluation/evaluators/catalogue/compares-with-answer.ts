import { findEvaluator } from './evaluators.ts';
import type { EvaluatorSettings } from '../definition/evaluator-definition.ts';
import { expectedColumn } from '../definition/read-answers.ts';

/** Answers whether an evaluator compares the output with an expected answer, and so needs a column for it. */
export function comparesWithAnswer(key: string): boolean {
  return findEvaluator(key)?.evaluator.settings_template['correct_answer_key'] !== undefined;
}

/** Lists the test set columns that an evaluator requires. */
export function columnsToRead(key: string, settings: EvaluatorSettings): readonly string[] {
  const { isAnswerOptional = false, reads } = findEvaluator(key) ?? {};
  const answer = comparesWithAnswer(key) && !isAnswerOptional ? [expectedColumn(settings)] : [];
  return [...answer, ...(reads?.(settings) ?? [])];
}
