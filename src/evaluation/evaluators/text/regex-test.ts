import { boolResult } from '../../results/make-result.ts';
import { compilePattern, describeLegacyPattern, isPattern } from './compile-pattern.ts';
import {
  CASE_SENSITIVE,
  type EvaluatorDefinition,
  type EvaluatorSettings,
} from '../definition/evaluator-definition.ts';
import { readText, textOf } from '../definition/read-answers.ts';
import { patternSteps } from './pattern-steps.ts';

/** True when a pattern matches anywhere in the output; by default, case is ignored. */
export const regexTest: EvaluatorDefinition = {
  evaluator: {
    name: 'Regex test',
    key: 'auto_regex_test',
    direct_use: false,
    settings_template: {
      regex_pattern: {
        label: 'Pattern',
        type: 'regex',
        description: 'JavaScript regular expression, in Unicode mode where it is valid there.',
        required: true,
      },
      regex_should_match: {
        label: 'Should match',
        type: 'boolean',
        default: true,
        description: 'Whether the pattern must match or must not match.',
        required: false,
      },
      case_sensitive: { ...CASE_SENSITIVE, default: false },
      unicode_sets: {
        label: 'Unicode sets',
        type: 'boolean',
        default: false,
        description: 'Use the v flag: set notation such as [\\p{L}--[a-z]], and properties of strings.',
        required: false,
        advanced: true,
      },
    },
    description: 'True when the pattern matches the output, or when it does not, as set.',
    tags: ['classifiers'],
  },
  version: 2,
  check: async ({ regex_pattern, unicode_sets }) => {
    const pattern = String(regex_pattern);
    const isValid = unicode_sets === true ? isPattern(pattern, 'v') : isPattern(pattern, 'u') || isPattern(pattern, '');
    const mode = unicode_sets === true ? 'with' : 'without';
    return isValid
      ? null
      : { setting: 'regex_pattern', message: `Input should be a regular expression ${mode} the v flag` };
  },
  warn: ({ regex_pattern, unicode_sets }) =>
    unicode_sets === true ? null : describeLegacyPattern(String(regex_pattern)),
  steps: (settings) => {
    const pattern = String(settings['regex_pattern']);
    return ({ output }) => patternSteps(pattern, textOf(output)?.length ?? 0);
  },
  prepare: (settings) => {
    const pattern = compile(settings);
    const shouldMatch = settings['regex_should_match'] !== false;
    return ({ output }) => {
      const text = readText(output);
      return text.ok ? boolResult(pattern.test(text.value) === shouldMatch) : text.result;
    };
  },
};

function compile({ regex_pattern, case_sensitive, unicode_sets }: EvaluatorSettings) {
  return compilePattern(String(regex_pattern), {
    isCaseSensitive: case_sensitive === true,
    hasSets: unicode_sets === true,
  });
}
