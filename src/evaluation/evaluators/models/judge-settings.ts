import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { expectedColumn, toCell } from '../definition/read-answers.ts';
import type { EvaluatorSettings } from '../definition/evaluator-definition.ts';

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

/** Reads the row without the expected answer, as text by column. */
export function inputsOf(row: TestsetRow, settings: EvaluatorSettings): Record<string, string> {
  const column = expectedColumn(settings);
  const cells = Object.entries(row).filter(([name]) => name !== column);
  return Object.fromEntries(cells.map(([name, value]) => [name, toCell(value)]));
}
