import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { numberResult } from '../../results/make-result.ts';
import { expectedColumn, toCell } from '../definition/read-answers.ts';
import type { EvaluatorSettings, SettingProblem } from '../definition/evaluator-definition.ts';

/** A current model with a low price. */
export const USUAL_JUDGE = 'gpt-6-luna';

/** Creates the setting for the judge's model. */
export function modelSetting(model: string): EvaluatorSetting {
  return {
    label: 'Model',
    type: 'string',
    default: model,
    description: 'Model name at the OpenAI-compatible endpoint.',
    required: true,
    advanced: true,
  };
}

const MAX_VOTES = 25;

/** The setting for how often a judge votes. */
export const VOTES: EvaluatorSetting = {
  label: 'Votes',
  type: 'number',
  default: 1,
  description: 'How often to ask the model. The score is the mean of the votes; their spread is stored with it.',
  required: false,
  advanced: true,
  min: 1,
  max: MAX_VOTES,
};

/** Reads how often a judge votes. */
export function votesOf({ votes }: EvaluatorSettings): number {
  return typeof votes === 'number' ? votes : 1;
}

/** Checks that the number of votes is whole. */
export async function checkVotes(settings: EvaluatorSettings): Promise<SettingProblem | null> {
  if (Number.isInteger(votesOf(settings))) return null;
  return { setting: 'votes', message: 'Input should be a whole number' };
}

const MAX_REASON_LENGTH = 4000;

/** The score of a judge with its reason. */
export function reasonedResult(score: number, reason: string): JudgedResult {
  const text = reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason;
  return { ...numberResult(score), ...(text === '' ? {} : { reason: text }) };
}

/** Reads the row without the expected answer, as text by column. */
export function inputsOf(row: TestsetRow, settings: EvaluatorSettings): Record<string, string> {
  const column = expectedColumn(settings);
  const cells = Object.entries(row).filter(([name]) => name !== column);
  return Object.fromEntries(cells.map(([name, value]) => [name, toCell(value)]));
}
