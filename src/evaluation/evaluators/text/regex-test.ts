import { boolResult, errorResult } from '../../results/make-result.ts';
import { BoundedRegExp } from './bounded-reg-exp.ts';
import type { EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { readText } from '../definition/read-answers.ts';

/** True when a pattern matches anywhere in the output, ignoring case. */
export const regexTest: EvaluatorDefinition = {
  evaluator: {
    name: 'Regex test',
    key: 'auto_regex_test',
    direct_use: false,
    settings_template: {
      regex_pattern: {
        label: 'Pattern',
        type: 'regex',
        description: 'JavaScript regular expression; case is ignored.',
        required: true,
      },
      regex_should_match: {
        label: 'Should match',
        type: 'boolean',
        default: true,
        description: 'Whether the pattern must match or must not match.',
        required: false,
      },
    },
    description: 'True when the pattern matches the output, or when it does not, as set.',
    tags: ['classifiers'],
  },
  version: 1,
  prepare: (settings) => {
    const pattern = new BoundedRegExp(String(settings['regex_pattern']), 'i');
    const shouldMatch = settings['regex_should_match'] !== false;
    return ({ output }) => {
      const text = readText(output);
      if (!text.ok) return text.result;
      try {
        return boolResult(pattern.test(text.value) === shouldMatch);
      } catch (error) {
        return errorResult(error instanceof Error ? error.message : String(error));
      }
    };
  },
};
