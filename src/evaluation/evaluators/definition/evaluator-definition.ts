import type { Evaluator, EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { EvaluatorTools } from '../../judges/evaluator-tools.ts';
import { FROM_ZERO, type ScoreRange, SHARE } from '../../statistics/score-range.ts';

/** Settings that passed the evaluator's template, defaults filled in. */
export type EvaluatorSettings = Readonly<Record<string, unknown>>;

/** What an evaluator scores: a route's output and the test set row it came from. */
export interface ScoreInput {
  readonly output: unknown;
  readonly row: TestsetRow;
  /** Cost of the call in US dollars; `null` when unknown. */
  readonly cost?: number | null;
  /** Duration of the call in seconds; `null` when unknown. */
  readonly latency?: number | null;
}

/**
 * Scores one output: synchronously, or as a promise where it calls a model or server, until the signal fires. One that
 * knows what it paid until then tells `onAbandoned`.
 */
export type Score = (
  input: ScoreInput,
  signal?: AbortSignal,
  onAbandoned?: (spent: { readonly cost: number | null }) => void,
) => JudgedResult | Promise<JudgedResult>;

/**
 * What a score depends on, besides the evaluator and its settings: the output and the expected answer, the output and the
 * whole row, or a figure of the call.
 */
export type ScoreBasis = 'answer' | 'row' | 'cost' | 'latency';

/** A built-in evaluator: how it is listed, and how it scores. */
export interface EvaluatorDefinition {
  readonly evaluator: Evaluator;
  /** Counts changes of its behaviour, so that scores of an older version are not reused. */
  readonly version: number;
  /** @defaultValue answer */
  readonly basis?: ScoreBasis;
  /** It also scores rows without an expected answer. @defaultValue false */
  readonly isAnswerOptional?: boolean;
  /** Test set columns that it requires, besides the expected answer. */
  readonly reads?: (settings: EvaluatorSettings) => readonly string[];
  /** Checks what the settings template cannot express. */
  readonly check?: (settings: EvaluatorSettings) => Promise<SettingProblem | null>;
  /** Describes what works, but perhaps not as expected; `null`: nothing. */
  readonly warn?: (settings: EvaluatorSettings) => string | null;
  /** Its scores are expensive (a model call), so they are stored by content. @defaultValue true where it needs a model */
  readonly storesScores?: boolean;
  /** Model calls that one score takes. @defaultValue 1 where it needs a model, else 0 */
  readonly modelCalls?: (settings: EvaluatorSettings) => number;
  /** Range of its scores; `null`: unknown. @defaultValue 0 to 1 */
  readonly range?: (settings: EvaluatorSettings) => ScoreRange | null;
  /** Whether it passes or fails, or may do so, instead of scoring between. @defaultValue never */
  readonly isPassFail?: (settings: EvaluatorSettings) => boolean;
  /** Whether higher or lower scores are better. @defaultValue higher */
  readonly goal?: (settings: EvaluatorSettings) => 'higher' | 'lower';
  /**
   * Estimates the most steps of a score; one takes a few nanoseconds. Scores of many steps are computed in a process that
   * can be killed. @defaultValue the size of the settings times the size of output and row
   */
  readonly steps?: (settings: EvaluatorSettings) => (input: ScoreInput) => number;
  /** `check` compiles code or a schema, which may take long. @defaultValue false */
  readonly isCheckHeavy?: boolean;
  /** It waits for a server and computes little. @defaultValue true where it needs a model */
  readonly isRemote?: boolean;
  /** Does once the work that does not depend on the row. */
  readonly prepare: (settings: EvaluatorSettings, tools: EvaluatorTools) => Score;
}

export interface SettingProblem {
  readonly setting: string;
  readonly message: string;
}

export const CORRECT_ANSWER_KEY = setting(
  'Expected answer column',
  'string',
  'Test set column with the expected answer.',
  { default: 'correct_answer', advanced: true, ground_truth_key: true },
);

export const CASE_SENSITIVE = setting('Case sensitive', 'boolean', 'Distinguish upper and lower case.', {
  default: true,
});

/** The model that judges, by default a current one with a low price. */
export const MODEL = setting('Model', 'string', 'Model name at the OpenAI-compatible endpoint.', {
  default: 'gpt-6-luna',
  required: true,
  advanced: true,
});

/** The range and the goal of a score that passes or fails where a setting limits it, and is a figure otherwise. */
export function limitedBy(limit: string): Required<Pick<EvaluatorDefinition, 'range' | 'goal' | 'isPassFail'>> {
  return {
    isPassFail: (settings) => typeof settings[limit] === 'number',
    range: (settings) => (typeof settings[limit] === 'number' ? SHARE : FROM_ZERO),
    goal: (settings) => (typeof settings[limit] === 'number' ? 'higher' : 'lower'),
  };
}

/** Creates a setting of a template, which is optional unless it says otherwise. */
export function setting(
  label: string,
  type: EvaluatorSetting['type'],
  description: string,
  { default: value, required = false, ...more }: Partial<EvaluatorSetting> = {},
): EvaluatorSetting {
  return { label, type, ...(value === undefined ? {} : { default: value }), description, required, ...more };
}
