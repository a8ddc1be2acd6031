import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { expectedColumn, toCell } from '../definition/read-answers.ts';
import type { EvaluatorSettings } from '../definition/evaluator-definition.ts';

/** The setting with the name of the model that judges. */
export function modelSetting(model: string): EvaluatorSetting {
  return {
    label: 'Model',
    type: 'string',
    default: model,
    description: 'Model that judges, as the OpenAI-compatible endpoint calls it.',
    required: true,
    advanced: true,
  };
}

/** The row without the expected answer, as text by column. */
export function inputsOf(row: TestsetRow, settings: EvaluatorSettings): Record<string, string> {
  const column = expectedColumn(settings);
  const cells = Object.entries(row).filter(([name]) => name !== column);
  return Object.fromEntries(cells.map(([name, value]) => [name, toCell(value)]));
}
