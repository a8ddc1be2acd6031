import type { JudgedResult, Result } from '../../../contract/evaluations/result.ts';
import type { ScoreInput, EvaluatorDefinition, EvaluatorSettings, Score } from '../definition/evaluator-definition.ts';
import { type EvaluatorTools, NO_TOOLS, type SentEvaluator } from '../../judges/evaluator-tools.ts';
import { findEvaluator, resolveEvaluatorKey } from '../catalogue/evaluators.ts';
import { errorResult } from '../../results/create-result.ts';
import { requireEvaluatorSettings } from '../settings/evaluator-settings.ts';
import { expectedColumn, sizeOf } from '../definition/read-answers.ts';

interface RunEvaluatorInput extends ScoreInput {
  readonly settings?: Readonly<Record<string, unknown>> | null;
  /** @defaultValue none */
  readonly tools?: EvaluatorTools;
}

/**
 * Scores one output.
 *
 * @throws {WF_NOT_FOUND} for a key that no evaluator has
 * @throws {WF_INVALID_INPUT} for settings its template refuses
 */
export async function runEvaluator(
  key: string,
  { settings, tools, ...input }: RunEvaluatorInput,
): Promise<JudgedResult> {
  return await prepareEvaluator(key, settings, tools).score(input);
}

export interface PreparedEvaluator {
  readonly key: string;
  readonly version: number;
  readonly settings: EvaluatorSettings;
  /** Its scores are expensive, and are stored by content for all evaluations. */
  readonly storesScores: boolean;
  readonly modelCalls: number;
  /** Everything a score depends on besides key, version and settings; equal bases have equal scores. */
  readonly basisOf: (input: ScoreInput) => unknown;
  /** Throws only the signal's reason: a failure of a row is its result. */
  readonly score: Score;
}

/**
 * Checks an evaluator's settings and prepares it.
 *
 * @throws {WF_NOT_FOUND} for a key that no evaluator has
 * @throws {WF_INVALID_INPUT} for settings its template refuses
 */
export function prepareEvaluator(
  key: string,
  given: Readonly<Record<string, unknown>> | null | undefined,
  tools: EvaluatorTools = NO_TOOLS,
): PreparedEvaluator {
  // `resolveEvaluatorKey` returns only keys of existing evaluators.
  const definition = (findEvaluator(key) ?? findEvaluator(resolveEvaluatorKey(key))) as EvaluatorDefinition;
  const { evaluator, version, prepare } = definition;
  const asksModel = evaluator.requires_llm_api_keys === true;
  const { storesScores = asksModel, modelCalls = () => (asksModel ? 1 : 0) } = definition;
  const settings = requireEvaluatorSettings(evaluator, given);
  const score = chooseProcess(guard(prepare(settings, tools)), definition, settings, tools);
  const basisOf = basisReader(definition, settings);
  const calls = modelCalls(settings);
  return { key: evaluator.key, version, settings, storesScores, modelCalls: calls, basisOf, score };
}

/** Scores here what is computed within milliseconds, and elsewhere what may take longer. */
function chooseProcess(
  score: Score,
  definition: EvaluatorDefinition,
  settings: EvaluatorSettings,
  { heavyWork, caller }: EvaluatorTools,
): Score {
  const { evaluator, isRemote = evaluator.requires_llm_api_keys === true } = definition;
  if (heavyWork === null || isRemote) return score;
  const stepsFor = stepEstimator(definition, settings);
  let sent: SentEvaluator | undefined;
  return (input, signal) => {
    if (stepsFor(input) <= FEW_STEPS) return score(input, signal);
    sent ??= { key: evaluator.key, settings: JSON.stringify(settings), caller };
    return heavyWork.score(sent, { output: input.output, row: input.row }, signal);
  };
}

function basisReader(
  { basis = 'answer', evaluator }: EvaluatorDefinition,
  settings: EvaluatorSettings,
): PreparedEvaluator['basisOf'] {
  if (basis === 'cost' || basis === 'latency') return (input) => input[basis] ?? null;
  if (basis === 'row') return ({ output, row }) => ({ output, row });
  const isCompared = evaluator.settings_template['correct_answer_key'] !== undefined;
  const column = expectedColumn(settings);
  return ({ output, row }) => (isCompared ? { output, expected: row[column] } : { output });
}

function guard(score: Score): Score {
  return (input, signal) => {
    try {
      const result = score(input, signal);
      return result instanceof Promise ? result.catch((error: unknown) => toErrorResult(error, signal)) : result;
    } catch (error) {
      return toErrorResult(error, signal);
    }
  };
}

function toErrorResult(error: unknown, signal?: AbortSignal): Result {
  signal?.throwIfAborted();
  return error instanceof Error ? errorResult(error.message, error.stack) : errorResult(String(error));
}

/** This many steps take a few milliseconds at most. */
export const FEW_STEPS = 1_000_000;

/**
 * Creates the function that estimates the most steps of a score. Most evaluators look for each part of the settings in
 * each part of the row.
 */
function stepEstimator(
  { steps }: Pick<EvaluatorDefinition, 'steps'>,
  settings: EvaluatorSettings,
): (input: ScoreInput) => number {
  if (steps !== undefined) return steps(settings);
  const perCharacter = sizeOf(settings, FEW_STEPS) + 1;
  const most = FEW_STEPS / perCharacter;
  return ({ output, row }) => (sizeOf(output, most) + sizeOf(row, most)) * perCharacter;
}
