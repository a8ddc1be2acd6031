import { findEvaluator } from './evaluators.ts';

/** Answers whether an evaluator compares the output with an expected answer, so that its rows need a column for it. */
export function comparesWithAnswer(key: string): boolean {
  return findEvaluator(key)?.evaluator.settings_template['correct_answer_key'] !== undefined;
}
