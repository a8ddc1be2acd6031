import type { Evaluator, EvaluatorSetting } from '../../contract/records/evaluator.ts';
import type { Result } from '../../contract/records/result.ts';
import type { TestsetRow } from '../../contract/records/testset.ts';

/** Settings that passed the evaluator's template, defaults filled in. */
export type EvaluatorSettings = Readonly<Record<string, unknown>>;

/** What an evaluator judges: a route's output, beside the row of the test set it was made from. */
export interface ScoreInput {
  readonly output: unknown;
  readonly row: TestsetRow;
}

export type Score = (input: ScoreInput) => Result;

/** A built-in evaluator: how it is listed, and how it judges. */
export interface EvaluatorDefinition {
  readonly evaluator: Evaluator;
  /** Counts changes of the rule, so that stored scores of an older rule are not taken for today's. */
  readonly version: number;
  /** Which way its scores are better. @defaultValue higher */
  readonly goal?: (settings: EvaluatorSettings) => 'higher' | 'lower';
  /** Does once what does not depend on the row. */
  readonly prepare: (settings: EvaluatorSettings) => Score;
}

export const CORRECT_ANSWER_KEY: EvaluatorSetting = {
  label: 'Expected answer column',
  type: 'string',
  default: 'correct_answer',
  description: 'Column of the test set that holds the expected answer.',
  required: false,
  advanced: true,
  ground_truth_key: true,
};

export const CASE_SENSITIVE: EvaluatorSetting = {
  label: 'Case sensitive',
  type: 'boolean',
  default: true,
  description: 'Tell upper case from lower case.',
  required: false,
};
