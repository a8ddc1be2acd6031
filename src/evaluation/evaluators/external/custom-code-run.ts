import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import { errorResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';

const REFUSAL =
  'This service does not run Python code from a setting. Write the evaluator in TypeScript as evaluators/NAME.ts and deploy it with the workflow';

const CODE: EvaluatorSetting = {
  label: 'Code',
  type: 'code',
  description: 'A Python function evaluate(), which this service does not run.',
  required: true,
};

/** Listed because other programs expect it; never run. @source facts §2.6.1 */
export const customCodeRun: EvaluatorDefinition = {
  evaluator: {
    name: 'Code evaluation',
    key: 'auto_custom_code_run',
    direct_use: false,
    settings_template: {
      requires_llm_api_keys: {
        label: 'Requires LLM API keys',
        type: 'boolean',
        default: false,
        description: 'Exists for compatibility only.',
        required: true,
        advanced: true,
      },
      code: CODE,
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description:
      "Not run by this service. Write your own evaluators in TypeScript, in the project's folder evaluators.",
    tags: ['functional'],
  },
  version: 1,
  range: () => null,
  check: async () => ({ setting: 'code', message: REFUSAL }),
  prepare: () => () => errorResult(`${REFUSAL}.`),
};
