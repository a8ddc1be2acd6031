import { findEvaluator } from './evaluators.ts';

/** Answers whether an evaluator compares the output with an expected answer, so that its rows need a column for it. */
export function comparesWithAnswer(key: string): boolean {
  return findEvaluator(key)?.evaluator.settings_template['correct_answer_key'] !== undefined;
}

/** Answers whether an evaluator can judge no row without an expected answer. */
export function needsAnswer(key: string): boolean {
  return comparesWithAnswer(key) && findEvaluator(key)?.isAnswerOptional !== true;
}
