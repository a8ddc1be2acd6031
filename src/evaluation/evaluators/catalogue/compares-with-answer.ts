import { findEvaluator } from './evaluators.ts';
import type { EvaluatorSettings } from '../definition/evaluator-definition.ts';
import { expectedColumn } from '../definition/read-answers.ts';

/** Answers whether an evaluator compares the output with an expected answer, so that its rows need a column for it. */
export function comparesWithAnswer(key: string): boolean {
  return findEvaluator(key)?.evaluator.settings_template['correct_answer_key'] !== undefined;
}

/** The columns of a test set without which an evaluator can judge no row. */
export function columnsToRead(key: string, settings: EvaluatorSettings): readonly string[] {
  const { isAnswerOptional = false, reads } = findEvaluator(key) ?? {};
  const answer = comparesWithAnswer(key) && !isAnswerOptional ? [expectedColumn(settings)] : [];
  return [...answer, ...(reads?.(settings) ?? [])];
}
