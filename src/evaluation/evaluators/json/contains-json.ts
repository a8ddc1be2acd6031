import { boolResult } from '../../results/make-result.ts';
import type { EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { textOf } from '../definition/read-answers.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

/** True when the text from the first "{" to the last "}" parses. An object output is JSON. */
export const containsJson: EvaluatorDefinition = {
  evaluator: {
    name: 'Contains JSON',
    key: 'auto_contains_json',
    direct_use: true,
    settings_template: {},
    description: 'True when the output contains a JSON object.',
    tags: ['classifiers'],
  },
  version: 1,
  prepare: () => {
    return ({ output }) => {
      const text = textOf(output);
      if (text === undefined) return boolResult(typeof output === 'object' && output !== null);
      const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
      return boolResult(start !== -1 && parseJson(text.slice(start, end + 1)) !== undefined);
    };
  },
};
