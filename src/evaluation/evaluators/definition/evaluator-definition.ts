import type { Evaluator, EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { EvaluatorTools } from '../../judges/evaluator-tools.ts';

/** Settings that passed the evaluator's template, defaults filled in. */
export type EvaluatorSettings = Readonly<Record<string, unknown>>;

/** What an evaluator judges: a route's output, beside the row of the test set it was made from. */
export interface ScoreInput {
  readonly output: unknown;
  readonly row: TestsetRow;
  /** What the call cost, in US dollars; `null` when unknown. */
  readonly cost?: number | null;
  /** How long the call took, in seconds; `null` when unknown. */
  readonly latency?: number | null;
}

/** Judges one output: at once, or in its time where it asks somebody, until the signal fires. */
export type Score = (input: ScoreInput, signal?: AbortSignal) => JudgedResult | Promise<JudgedResult>;

/**
 * What a score depends on, besides the rule and its settings: the output and the expected answer, those and the whole
 * row, or a figure of the call.
 */
export type ScoreBasis = 'answer' | 'row' | 'cost' | 'latency';

/** A built-in evaluator: how it is listed, and how it judges. */
export interface EvaluatorDefinition {
  readonly evaluator: Evaluator;
  /** Counts changes of the rule, so that stored scores of an older rule are not taken for today's. */
  readonly version: number;
  /** @defaultValue answer */
  readonly basis?: ScoreBasis;
  /** It judges rows without an expected answer, too. @defaultValue false */
  readonly isAnswerOptional?: boolean;
  /** Columns of the test set, beside that of the expected answer, without which it can judge nothing. */
  readonly reads?: (settings: EvaluatorSettings) => readonly string[];
  /** Finds what is wrong with settings that the template lets pass. */
  readonly check?: (settings: EvaluatorSettings) => Promise<SettingProblem | null>;
  /** Its scores cost something, a model's call for one: they are kept by content. @defaultValue for those that ask models */
  readonly keepsScores?: boolean;
  /** Which way its scores are better. @defaultValue higher */
  readonly goal?: (settings: EvaluatorSettings) => 'higher' | 'lower';
  /** Does once what does not depend on the row. */
  readonly prepare: (settings: EvaluatorSettings, tools: EvaluatorTools) => Score;
}

export interface SettingProblem {
  /** Name of the setting. */
  readonly setting: string;
  readonly message: string;
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
