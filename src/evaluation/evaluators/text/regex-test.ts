import { boolResult } from '../../results/make-result.ts';
import type { EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { readText, textOf } from '../definition/read-answers.ts';
import { patternSteps } from './pattern-steps.ts';

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
  steps: (settings) => {
    const pattern = String(settings['regex_pattern']);
    return ({ output }) => patternSteps(pattern, textOf(output)?.length ?? 0);
  },
  prepare: (settings) => {
    const pattern = new RegExp(String(settings['regex_pattern']), 'i');
    const shouldMatch = settings['regex_should_match'] !== false;
    return ({ output }) => {
      const text = readText(output);
      return text.ok ? boolResult(pattern.test(text.value) === shouldMatch) : text.result;
    };
  },
};
