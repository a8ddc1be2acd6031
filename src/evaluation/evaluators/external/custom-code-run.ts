import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import { errorResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';

const REFUSAL =
  'Code in a setting is not run here: it is Python, and it would run beside the service. Write it in TypeScript as evaluators/NAME.ts, which is deployed with the workflow';

const CODE: EvaluatorSetting = {
  label: 'Code',
  type: 'code',
  description: 'A Python function evaluate(), which this service does not run.',
  required: true,
};

/** Listed, since other programs ask for it; not run. @source facts §2.6.1 */
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
        description: 'Kept for other programs.',
        required: true,
        advanced: true,
      },
      code: CODE,
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description:
      'Not run by this service. Write evaluators of your own in TypeScript, in the folder evaluators of the project.',
    tags: ['functional'],
  },
  version: 1,
  check: async () => ({ setting: 'code', message: REFUSAL }),
  prepare: () => () => errorResult(`${REFUSAL}.`),
};
